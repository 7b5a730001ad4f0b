// SPDX-License-Identifier: Apache-2.0
#include "testbenches/meshes/scaling_survey.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base/random.hpp"
#include "photonics/fabric/mesh_layout.hpp"
#include "photonics/mesh_routing/mesh_router.hpp"
#include "photonics/mesh_routing/round_robin.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::MeshOutline;

// Numbers of circuits in a row of which nothing was routed: more are not looked at.
constexpr std::size_t kHopeless = 2;

std::vector<photonics::MeshPair> drawn_pairs(std::vector<base::PortId> ports, std::size_t count,
                                             base::RandomStream& random) {
  std::vector<photonics::MeshPair> pairs;
  pairs.reserve(count);
  for (std::size_t i = 0; i < 2 * count; ++i) {
    const auto left = static_cast<double>(ports.size() - i);
    std::swap(ports[i], ports[i + static_cast<std::size_t>(random.uniform() * left)]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    pairs.push_back({ports[2 * i], ports[2 * i + 1]});
  }
  return pairs;
}

ScalingPoint survey_point(const photonics::MeshRouter& router,
                          const std::vector<base::PortId>& ports, std::size_t circuits,
                          std::size_t matchings, base::RandomStream& random) {
  using Clock = std::chrono::steady_clock;
  ScalingPoint point;
  point.circuits = circuits;
  std::vector<double> seconds;
  seconds.reserve(matchings);
  photonics::MeshRequest request;
  request.effort = photonics::first_found();
  request.effort.smallest_core = false;
  for (std::size_t i = 0; i < matchings; ++i) {
    request.pairs = drawn_pairs(ports, circuits, random);
    const Clock::time_point begin = Clock::now();
    const photonics::MeshVerdict verdict = router.route(request).verdict;
    seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
    point.routed += verdict == photonics::MeshVerdict::routed ? 1U : 0U;
    point.infeasible += verdict == photonics::MeshVerdict::infeasible ? 1U : 0U;
    point.unproven += verdict == photonics::MeshVerdict::unproven ? 1U : 0U;
  }
  std::sort(seconds.begin(), seconds.end());
  point.median = base::Second(seconds[seconds.size() / 2]);
  point.worst = base::Second(seconds.back());
  return point;
}

}  // namespace

std::vector<ScalingMesh> scaling_meshes() {
  constexpr std::size_t kPipSwitchPorts = 32;
  constexpr std::size_t kLargestPorts = 96;
  return {{{MeshOutline::smartlight, 1, 1}, 0},
          {{MeshOutline::hexagonal_offset, 6, 6}, 0},
          {{MeshOutline::hexagonal_lattice, 9, 9}, 0},
          {{MeshOutline::hexagonal_lattice, 9, 9}, kPipSwitchPorts},
          {{MeshOutline::hexagonal_lattice, 13, 13}, 0},
          {{MeshOutline::hexagonal_lattice, 17, 17}, 0},
          {{MeshOutline::hexagonal_lattice, 25, 25}, kLargestPorts}};
}

std::vector<std::size_t> scaling_circuits() {
  return {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 28, 32, 36, 40, 44, 48};
}

ScalingCurve survey_scaling(const ScalingMesh& mesh, const ScalingEffort& effort) {
  const photonics::MeshLayout layout = photonics::make_mesh_layout(mesh.shape);
  const photonics::MeshRouter router(layout.graph);
  ScalingCurve curve;
  curve.name = std::string(photonics::to_string(mesh.shape.outline));
  if (mesh.shape.outline != MeshOutline::smartlight) {
    curve.name += fmt::format(" {} x {}", mesh.shape.rows, mesh.shape.columns);
  }
  curve.cells = layout.graph.cells();
  curve.mesh_ports = layout.ports.size();
  curve.ports = mesh.ports == 0 ? curve.mesh_ports : mesh.ports;
  const std::vector<base::PortId> ports = photonics::spread_ports(router, curve.ports);
  std::size_t nothing_routed = 0;
  for (const std::size_t circuits : scaling_circuits()) {
    if (circuits > curve.ports / 2 || nothing_routed == kHopeless) {
      break;
    }
    base::RandomStream random(effort.seed, fmt::format("scaling/{}/{}", curve.name, circuits));
    curve.points.push_back(survey_point(router, ports, circuits, effort.matchings, random));
    nothing_routed = curve.points.back().routed == 0 ? nothing_routed + 1 : 0;
  }
  return curve;
}

}  // namespace heliograph::testbenches
