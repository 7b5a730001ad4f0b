// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "photonics/link/link_budget.hpp"
#include "photonics/routing/matching.hpp"
#include "testbenches/fabrics/link_design.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

/// One circuit of a switch as a link, from laser to photodiode.
struct SurveyedLink {
  base::PortId input{};
  base::PortId output{};
  bool arrives = false;  ///< by the fields
  photonics::LinkDesign design;
  photonics::LinkBudget budget;

  [[nodiscard]] bool closes() const { return arrives && budget.closes(); }
};

/// Links of the circuits of some matchings, each with all others of its matching lit.
struct LinkSurvey {
  std::vector<SurveyedLink> links;

  // By margin; circuits without one are the worst, of them the one with most errors. Precondition:
  // there is a link.
  [[nodiscard]] const SurveyedLink& worst() const;
  [[nodiscard]] const SurveyedLink& best() const;
  /// The required laser power of the link that needs most; nothing when one cannot reach it.
  [[nodiscard]] std::optional<base::DecibelMilliwatt> required_laser() const;
  [[nodiscard]] bool all_close() const;
};

/// Throws as survey_routed(), and base::InputError when the matchings have no circuit.
[[nodiscard]] LinkSurvey survey_links(const SwitchSource& source,
                                      const std::vector<photonics::Matching>& matchings,
                                      const LinkTarget& target);

/// The one circuit of `circuit`, lit with all others of its shift (input i to output i + k).
/// Precondition: it has one circuit and the fabric's ports. Throws as survey_links().
[[nodiscard]] LinkSurvey survey_link(const SwitchSource& source, const photonics::Matching& circuit,
                                     const LinkTarget& target);

/// The shifts 0 to ports - 1, which have every pair of ports once.
[[nodiscard]] std::vector<photonics::Matching> all_shifts(std::size_t ports);

}  // namespace heliograph::testbenches
