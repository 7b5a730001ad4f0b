// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbenches/observe/result_collector.hpp"
#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

/// What the links of an electrical machine did; nothing on an optical one.
[[nodiscard]] std::optional<NetworkResult> network_result(const EndedRun& run);

/// Number of links between two nodes of an electrical machine, from its description alone: 2 over a
/// switch, 1 in a full mesh, the Manhattan distance with wrap in a ring or torus.
[[nodiscard]] std::int64_t links_between(const platforms::PlatformConfig& platform,
                                         base::RankId from, base::RankId to);

/// The ledger's second sum, from frames sent between pairs of ranks, their distance, and the run's
/// time (see energy_check.hpp).
[[nodiscard]] std::vector<EnergyItem> summed_network_energy(
    const platforms::PlatformConfig& platform, const FrameTable& frames, base::Picoseconds end);

/// What is left out or simplified on an electrical machine.
[[nodiscard]] std::vector<std::string> network_approximations(
    const platforms::ScenarioConfig& scenario);

}  // namespace heliograph::testbenches
