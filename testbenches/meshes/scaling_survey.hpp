// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "photonics/fabric/mesh_outline.hpp"

namespace heliograph::testbenches {

/// A mesh and how many of its ports are used: evenly spread ones; 0 for all.
struct ScalingMesh {
  photonics::MeshShape shape;
  std::size_t ports = 0;
};

/// From Smartlight to 1,937 cells, of which 96 ports are used.
[[nodiscard]] std::vector<ScalingMesh> scaling_meshes();

/// What the router said of random matchings of so many circuits.
struct ScalingPoint {
  std::size_t circuits = 0;
  std::size_t routed = 0;
  std::size_t infeasible = 0;  ///< proved
  std::size_t unproven = 0;
  base::Second median;  ///< wall time of a verdict
  base::Second worst;

  [[nodiscard]] double share() const {
    return static_cast<double>(routed) / static_cast<double>(routed + infeasible + unproven);
  }
};

struct ScalingCurve {
  std::string name;  ///< `hexagonal_lattice 9 x 9`
  std::size_t cells = 0;
  std::size_t mesh_ports = 0;
  std::size_t ports = 0;  ///< used
  std::vector<ScalingPoint> points;
};

struct ScalingEffort {
  std::size_t matchings = 200;  ///< of each number of circuits
  std::uint64_t seed = 1;
};

/// Share of random matchings (pairs of different ports, all equally likely) that can be routed, up
/// to the second number of circuits in a row of which none was. The shares are the same on every
/// machine, the times are not.
[[nodiscard]] ScalingCurve survey_scaling(const ScalingMesh& mesh, const ScalingEffort& effort);

/// Numbers of circuits that are looked at, up to half of the ports.
[[nodiscard]] std::vector<std::size_t> scaling_circuits();

/// A Markdown table: shares in percent by mesh and number of circuits; then what was left unproven
/// of all, the greatest median and the most time of a verdict.
[[nodiscard]] std::string scaling_table(const std::vector<ScalingCurve>& curves);
/// Shares and times against the number of circuits.
[[nodiscard]] std::string scaling_svg(const std::vector<ScalingCurve>& curves,
                                      const ScalingEffort& effort);

}  // namespace heliograph::testbenches
