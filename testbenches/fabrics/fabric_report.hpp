// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "photonics/fabric/field_bounds.hpp"
#include "photonics/fabric/leakage.hpp"
#include "testbenches/fabrics/circuit_survey.hpp"
#include "testbenches/fabrics/laser_need.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

// What `heliograph switch FILE ...` prints: for people, and as JSON ({"rows": [...]} for lists).

/// Structure, and what all pairs of ports see, or why not.
[[nodiscard]] std::string info_text(const SwitchSource& source,
                                    const std::optional<PairSurvey>& pairs,
                                    const std::string& why_none);
[[nodiscard]] std::string info_json(const SwitchSource& source,
                                    const std::optional<PairSurvey>& pairs);

/// How circuits are routed.
struct RouteReport {
  photonics::RoutingRequest request;
  std::string objective;  ///< by its name: that of the request, or one of meshes
  photonics::RoutingResult result;
  SurveyedMatching light;
  std::vector<photonics::CrosstalkChange> bounds;  ///< of circuits that stay untouched
};
[[nodiscard]] std::string route_text(const SwitchSource& source, const RouteReport& report);
[[nodiscard]] std::string route_json(const SwitchSource& source, const RouteReport& report);

/// The ways of the lit inputs and who leaks into whom. `most`: leak terms listed a circuit.
[[nodiscard]] std::string trace_text(const SwitchSource& source, const SurveyedMatching& light,
                                     const photonics::Leakage& leakage, std::size_t most);
[[nodiscard]] std::string trace_json(const SwitchSource& source, const SurveyedMatching& light,
                                     const photonics::Leakage& leakage);

/// Loss and crosstalk of all pairs of ports, and what the target costs.
[[nodiscard]] std::string loss_text(const SwitchSource& source, const PairSurvey& pairs,
                                    const ErrorTarget& target);
[[nodiscard]] std::string loss_json(const SwitchSource& source, const PairSurvey& pairs,
                                    const ErrorTarget& target);

}  // namespace heliograph::testbenches
