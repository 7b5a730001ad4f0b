// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <variant>

#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/calibration/bench_light.hpp"
#include "photonics/calibration/monitor_way.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::CellId;
using base::Decibel;

namespace {

FabricParameters lossless(double coupling) {
  FabricParameters p;
  p.cell = {coupling, coupling, Decibel(0.0), Decibel(0.0)};
  p.crossing_loss = Decibel(0.0);
  p.waveguide_loss = base::DecibelPerMetre(0.0);
  return p;
}

/// The rail on which light from the way's input reaches the cell by the states alone.
std::optional<std::size_t> rail_reached(const CellGraph& graph, const MonitorWay& way,
                                        CellId cell) {
  const WayEnd* end = &graph.inputs[base::index(way.input)];
  while (const auto* at = std::get_if<CellRail>(end)) {
    if (at->cell == cell) {
      return at->rail;
    }
    end = &graph.next(*at, way.states[base::index(at->cell)]);
  }
  return std::nullopt;
}

/// Powers on the two rails in front of a cell of a fabric that the way's states set: an ideal cell
/// in bar passes each to its own rail.
std::array<double, 2> arriving(const FeedForwardFabric& fabric, const MonitorWay& way, CellId cell,
                               double cross_phase) {
  std::vector<base::Radian> phases = nominal_phases(fabric, way.states);
  for (std::size_t i = 0; i < fabric.cells(); ++i) {
    if (way.states[i] == CellState::cross) {
      phases[i] = base::Radian(cross_phase);
    } else {
      phases[i] = base::Radian(base::kPi - cross_phase);
    }
  }
  phases[base::index(cell)] = base::Radian(base::kPi);
  BenchLight light(fabric, cell, way.input);
  light.arrive(phases);
  return light.leave(phases);
}

}  // namespace

TEST_CASE("in every topology light can be led to every cell, with all power on one rail") {
  for (const Topology topology : all_topologies()) {
    for (const std::size_t ports : {2, 4, 5, 8}) {
      if (!allows(topology, ports)) {
        continue;
      }
      const FeedForwardFabric fabric = make_fabric(topology, ports, lossless(0.5));
      for (std::size_t i = 0; i < fabric.cells(); ++i) {
        const auto cell = static_cast<CellId>(i);
        CAPTURE(to_string(topology), ports, i);
        const auto way = find_monitor_way(fabric.graph(), cell, fabric.structure().idle);
        REQUIRE(way);
        CHECK(rail_reached(fabric.graph(), *way, cell) == way->rail);
        const auto powers = arriving(fabric, *way, cell, 0.0);
        CHECK(powers[way->rail] == Approx(1.0));
        CHECK(powers[1 - way->rail] < 1e-20);
      }
    }
  }
}

TEST_CASE("in every topology a way is found whose leaks do not reach the cell") {
  // Each cell leaks the power sin^2(e / 2); what arrives are leaks of leaks.
  const double e = 1e-3;
  const double leak = std::pow(std::sin(e / 2.0), 2);
  for (const Topology topology : all_topologies()) {
    for (const std::size_t ports : {2, 4, 7, 8, 16}) {
      if (!allows(topology, ports)) {
        continue;
      }
      const FeedForwardFabric fabric = make_fabric(topology, ports, lossless(0.5));
      for (std::size_t i = 0; i < fabric.cells(); ++i) {
        const auto cell = static_cast<CellId>(i);
        CAPTURE(to_string(topology), ports, i);
        const auto way = find_monitor_way(fabric.graph(), cell, fabric.structure().idle);
        REQUIRE(way);
        CHECK(way->strays == 0);
        CHECK(arriving(fabric, *way, cell, e)[1 - way->rail] < 1e-3 * leak);
      }
    }
  }
}

TEST_CASE("a leak that cannot but reach the cell is counted") {
  // Two cells one behind the other: what leaks in the first enters the second by the other rail.
  const CellRail upper{CellId{1}, 0};
  const CellRail lower{CellId{1}, 1};
  CellGraph graph;
  graph.inputs = {WayEnd(CellRail{CellId{0}, 0}), WayEnd(CellRail{CellId{0}, 1})};
  graph.after.push_back({upper, lower, DarkEnd(), DarkEnd()});
  graph.after.push_back({base::PortId{0}, base::PortId{1}, DarkEnd(), DarkEnd()});
  const std::vector<CellState> idle(2, CellState::cross);
  const auto first = find_monitor_way(graph, CellId{0}, idle);
  REQUIRE(first);
  CHECK(first->strays == 0);
  const auto second = find_monitor_way(graph, CellId{1}, idle);
  REQUIRE(second);
  CHECK(second->strays == 1);
  CHECK(rail_reached(graph, *second, CellId{1}) == second->rail);
}

TEST_CASE("the light on the bench is that of the field matrix") {
  for (const Topology topology : all_topologies()) {
    FabricParameters p;
    p.cell.coupler_in = 0.4;
    const FeedForwardFabric fabric = make_fabric(topology, 4, p);
    base::RandomStream random(1, "bench light");
    std::vector<base::Radian> phases(fabric.actuators());
    for (base::Radian& phase : phases) {
      phase = base::Radian(2.0 * base::kPi * random.uniform());
    }
    const Eigen::MatrixXcd whole = fabric.port_matrix(phases);
    std::size_t compared = 0;
    for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
      for (std::uint32_t input = 0; input < 4; ++input) {
        BenchLight light(fabric, static_cast<CellId>(cell), base::PortId{input});
        light.arrive(phases);
        const std::array<double, 2> powers = light.leave(phases);
        for (std::size_t rail = 0; rail < 2; ++rail) {
          const WayEnd& end = fabric.graph().after[cell][rail];
          if (const auto* output = std::get_if<base::PortId>(&end)) {
            const double loss = fabric.structure().ways[cell][rail].loss.value();
            const auto row = static_cast<Eigen::Index>(base::index(*output));
            CAPTURE(to_string(topology), cell, input, rail);
            CHECK(powers[rail] * std::pow(10.0, -loss / 10.0) ==
                  Approx(std::norm(whole(row, static_cast<Eigen::Index>(input)))).margin(1e-14));
            ++compared;
          }
        }
      }
    }
    CHECK(compared == 16);
  }
}

TEST_CASE("the bench knows which heaters its light passes") {
  const FeedForwardFabric fabric = make_fabric(Topology::clements, 4, lossless(0.5));
  const auto last = static_cast<CellId>(fabric.plan().steps.back().cell);
  const BenchLight light(fabric, last, base::PortId{0});
  const std::vector<bool> before = cells_before(fabric.graph(), last);
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    const auto id = static_cast<CellId>(cell);
    CHECK(light.passes(fabric.actuator(id)) == before[cell]);
    CHECK(light.passes(fabric.input_phase_actuator(id)) == before[cell]);
  }
  CHECK_FALSE(light.passes(fabric.output_phase_actuator(base::PortId{0})));
  CHECK_FALSE(light.passes(fabric.actuator(last)));
}

TEST_CASE("a cell that nothing leads to has no way") {
  CellGraph graph;
  graph.inputs = {WayEnd(base::PortId{0})};
  graph.after.push_back({DarkEnd(), DarkEnd(), DarkEnd(), DarkEnd()});
  CHECK_FALSE(find_monitor_way(graph, CellId{0}, {CellState::cross}));
  CHECK(cells_before(graph, CellId{0}) == std::vector<bool>{false});
}
