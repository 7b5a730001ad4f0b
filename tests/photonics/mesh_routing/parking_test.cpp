// SPDX-License-Identifier: Apache-2.0
// Idle cells: no loop is left closed, and the fields agree at many wavelengths.
#include <algorithm>
#include <cmath>

#include "photonics/fabric/mesh_fabric.hpp"
#include "photonics/mesh_routing/mesh_field_check.hpp"
#include "photonics/mesh_routing/park_idle.hpp"
#include "tests/photonics/mesh_routing/support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::Hertz;
using base::Radian;

TEST_CASE("parking: whatever the states, free cells can open every loop") {
  base::RandomStream random(base::kDefaultSeed, "parking");
  for (const MeshOutline outline : all_mesh_outlines()) {
    INFO(to_string(outline));
    const MeshGraph graph(layout_of(outline, 5, 4).graph);
    for (int i = 0; i < 30; ++i) {
      std::vector<CellState> states(graph.cells());
      for (CellState& state : states) {
        state = random.uniform() < 0.7 ? CellState::bar : CellState::cross;
      }
      std::vector<bool> may_change(graph.cells(), true);
      const MeshTrace before = trace_routes(graph, states);
      // The ways of two circuits are kept.
      const MeshRoute one = route_from(graph, port(0), states);
      const MeshRoute two = route_from(graph, port(graph.ports() - 1), states);
      for (const MeshRoute& route : {one, two}) {
        for (const PathHop& hop : route.hops) {
          may_change[base::index(hop.cell)] = false;
        }
      }
      std::vector<CellState> parked = states;
      const std::size_t left = park_idle_cells(graph, may_change, parked);
      const MeshTrace after = trace_routes(graph, parked);
      CHECK(after.loops.size() == left);
      CHECK(left <= before.loops.size());
      CHECK(after.joins(one.from, one.to));
      CHECK(after.joins(two.from, two.to));
      for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
        CHECK((may_change[cell] || parked[cell] == states[cell]));
      }
      // What is left is closed by cells that may not change, or meets nothing but itself.
      for (const auto& loop : after.loops) {
        for (const base::CellId cell : loop) {
          CHECK(
              (!may_change[base::index(cell)] || std::count(loop.begin(), loop.end(), cell) == 2));
        }
      }
    }
  }
}

TEST_CASE("parking: over a free spectral range of the smallest loop, nothing resonates") {
  // Cells that lose little and leak some (phases are off by 0.14 rad either way: 0.5 % each), so
  // that a loop is seen: light goes round it some thirty times.
  MeshParameters parameters;
  parameters.cell = {0.5, 0.5, Decibel(0.005), Decibel(0.0)};
  base::RandomStream random(base::kDefaultSeed, "either way");
  std::vector<Radian> errors(make_mesh_layout(MeshShape{}).graph.cells());
  for (Radian& error : errors) {
    error = Radian(random.uniform() < 0.5 ? 0.14 : -0.14);
  }
  const MeshFabric fabric = make_mesh({}, parameters, errors);
  const MeshRouter router(fabric);
  const double range = 1.0 / (6.0 * parameters.puc_delay().value());
  constexpr int kWavelengths = 240;  // a resonance is some hundredth of the range wide
  const auto ripple = [&](const MeshPair& pair, const std::vector<CellState>& states) {
    double least = 1e3;
    double most = 0.0;
    Eigen::MatrixXcd field;
    for (int i = 0; i < kWavelengths; ++i) {
      const Hertz frequency = fabric.design_frequency() + Hertz(range * i / kWavelengths);
      fabric.port_matrix(nominal_phases(fabric, states), frequency, field);
      const double power = std::norm(field(static_cast<Eigen::Index>(base::index(pair.b)),
                                           static_cast<Eigen::Index>(base::index(pair.a))));
      least = std::min(least, power);
      most = std::max(most, power);
    }
    return 10.0 * std::log10(most / least);
  };
  for (const std::size_t to : {1, 2, 3, 4, 5, 38, 39}) {
    MeshRequest request;
    request.pairs = {pair_of(0, to)};
    request.present.assign(fabric.cells(), CellState::bar);  // every hexagon is a ring
    request.park_idle = false;
    const MeshResult idle = router.route(request);
    request.park_idle = true;
    const MeshResult parked = router.route(request);
    check_routed(router.graph(), request, parked);
    CHECK(idle.routes[0].cells() == parked.routes[0].cells());
    CHECK(idle.closed_loops > 0);
    CHECK(parked.closed_loops == 0);
    const double with_loops = ripple(request.pairs[0], idle.states);
    const double without = ripple(request.pairs[0], parked.states);
    CAPTURE(to, with_loops, without);
    CHECK(with_loops > 1.0);
    CHECK(without < 0.2 * with_loops);
  }
}

TEST_CASE("parking: every routed state keeps its power and its crosstalk, at 12 wavelengths") {
  const MeshParameters parameters;
  const MeshFabric fabric = make_mesh({}, parameters);
  const MeshRouter router(fabric);
  base::RandomStream random(base::kDefaultSeed, "routed fields");
  const double range = 1.0 / (6.0 * parameters.puc_delay().value());
  Eigen::MatrixXcd field;
  int routed = 0;
  for (int i = 0; i < 12; ++i) {
    MeshRequest request;
    request.pairs = random_pairs(first_ports(22), 3, random);
    const MeshResult result = router.route(request);
    if (result.verdict != MeshVerdict::routed) {
      continue;
    }
    ++routed;
    CHECK(result.closed_loops == 0);
    for (int k = 0; k < 12; ++k) {
      const Hertz frequency = fabric.design_frequency() + Hertz(range * k / 12);
      fabric.port_matrix(nominal_phases(fabric, result.states), frequency, field);
      const MeshFieldCheck check =
          check_mesh_by_fields(fabric, request.pairs, result.states, field);
      CHECK(check.keeps_to(Decibel(-20.0)));
      CHECK(check.worst_excess < Decibel(0.5));
    }
  }
  CHECK(routed >= 4);
}
