// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/units.hpp"
#include "photonics/fabric/mesh_fabric.hpp"
#include "photonics/mesh_routing/round_robin.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

/// The mesh of a switch that is one. Throws base::InputError when it is not.
[[nodiscard]] const photonics::MeshFabric& mesh_of(const SwitchSource& source);

/// By port of the mesh: it leaves the chip.
[[nodiscard]] std::vector<bool> external_ports(const SwitchSource& source, std::size_t ports);

/// Rounds (settings of a mesh) that together join every two of some ports.
struct RoundSurvey {
  photonics::RoundRobin robin;
  std::size_t rounds = 0;
  std::size_t routed = 0;
  std::size_t lost = 0;           ///< circuits of routed rounds that do not arrive, by the fields
  std::size_t longest_cells = 0;  ///< on one way
  std::size_t most_cells = 0;     ///< on all ways of a round
  /// By the fields, with the drivers' codes; of routed rounds.
  base::Decibel worst_loss;
  std::optional<base::Decibel> worst_crosstalk;
};

/// Of rounds and what the router made of them; the fields are those of the drivers' codes.
[[nodiscard]] RoundSurvey survey_rounds(const SwitchSource& source,
                                        const photonics::MeshFabric& mesh,
                                        photonics::RoundRobin rounds);

}  // namespace heliograph::testbenches
