// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "photonics/fabric/topology.hpp"
#include "testbenches/fabrics/laser_need.hpp"

namespace heliograph::testbenches {

/// One fabric among others, all made of the same cells and waveguides.
struct ComparedTopology {
  platforms::FabricKind topology = photonics::Topology::benes;
  std::size_t cells = 0;
  std::size_t actuators = 0;
  std::size_t most_cells = 0;      ///< on a path
  std::size_t most_crossings = 0;  ///< on a path
  double mean_loss_dB = 0.0;
  double worst_loss_dB = 0.0;
  std::optional<double> worst_crosstalk_dB;
  double mean_holding_mW = 0.0;
  double worst_holding_mW = 0.0;
  base::Second settling;
  base::Decibel worst_penalty;  ///< by the target's formula; infinite where no power helps
  bool all_arrive = false;      ///< every circuit's light
  std::optional<base::DecibelMilliwatt> laser;  ///< none: no power reaches the target
};

struct Comparison {
  std::size_t ports = 0;
  ErrorTarget target;
  platforms::SwitchConfig made_as;  ///< cells, waveguides, actuators
  std::vector<ComparedTopology> rows;
};

/// Every topology that can have `ports`, made as `base` says but for its topology and ports; base
/// must be the description of a topology, or of an interposer of `ports`, which is then compared
/// too. Throws photonics::RoutingFailed if the interposer's buses are too few for all lights at
/// once. Loss and crosstalk are those of all pairs of ports, all inputs lit, settling within 1 dB
/// over 4 changes.
[[nodiscard]] Comparison compare_topologies(const platforms::ScenarioConfig& base,
                                            std::size_t ports, const ErrorTarget& target);

[[nodiscard]] std::string comparison_text(const Comparison& comparison);
[[nodiscard]] std::string comparison_csv(const Comparison& comparison);
[[nodiscard]] std::string comparison_json(const Comparison& comparison);

}  // namespace heliograph::testbenches
