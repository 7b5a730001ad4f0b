// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "photonics/mesh_routing/mesh_request.hpp"
#include "testbenches/meshes/round_survey.hpp"

namespace heliograph::testbenches {

// What the reports on ports of a mesh have in common.

/// `  name           value`, a line.
[[nodiscard]] std::string report_row(const std::string& name, const std::string& value);
/// `0, 3, 4`.
[[nodiscard]] std::string numbers_text(const std::vector<base::PortId>& ports);
[[nodiscard]] nlohmann::ordered_json numbers_json(const std::vector<base::PortId>& ports);
/// `0:15,39:16`.
[[nodiscard]] std::string pairs_text(const std::vector<photonics::MeshPair>& pairs);
/// Rows of the light, if some round is routed; `one` is what a round is called.
[[nodiscard]] std::string round_rows(const RoundSurvey& rounds, const std::string& one);
/// Counts, the light, and of each round its circuits and the states of all cells.
[[nodiscard]] nlohmann::ordered_json rounds_json(const RoundSurvey& rounds);

}  // namespace heliograph::testbenches
