// SPDX-License-Identifier: Apache-2.0
// Tiles on a photonic interposer: the plan, and circuits routed over its buses.
#include "photonics/fabric/interposer_layout.hpp"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <memory>

#include "base/random.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/routing/interposer_router.hpp"
#include "photonics/routing/routing_check.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

InterposerShape shape_of(std::size_t rows, std::size_t columns, std::size_t ports,
                         std::size_t buses) {
  return {rows, columns, ports, buses, columns};
}

/// Cells by what the description of a tile says, summed over the tiles.
std::size_t cells_of(const InterposerShape& shape) {
  std::size_t cells = 0;
  for (std::size_t row = 0; row < shape.rows; ++row) {
    for (std::size_t column = 0; column < shape.columns; ++column) {
      const auto sides = [&](std::size_t place, std::size_t size) {
        return (place > 0 ? shape.buses : 0) + (place + 1 < size ? shape.buses : 0);
      };
      // As many buses leave along a line as enter; those of inner tiles pass.
      const std::size_t along_row = sides(column, shape.columns);
      const std::size_t along_column = sides(row, shape.rows);
      const bool inner_column = column > 0 && column + 1 < shape.columns;
      const bool inner_row = row > 0 && row + 1 < shape.rows;
      const std::size_t wires = along_row + shape.ports_per_tile;
      cells += shape.ports_per_tile * along_row + (inner_column ? along_row : 0);
      cells += wires * along_column + (inner_row ? along_column : 0);
      cells += shape.ports_per_tile * (wires + along_column);
    }
  }
  return cells;
}

struct Interposer {
  explicit Interposer(const InterposerShape& shape)
      : plan(std::make_shared<const InterposerPlan>(shape)),
        fabric(plan->layout(), false, lossless(),
               std::make_shared<MziCell>(lossless().cell, lossless().design_wavelength)),
        router(plan, fabric) {}

  std::shared_ptr<const InterposerPlan> plan;
  FeedForwardFabric fabric;
  InterposerRouter router;

  [[nodiscard]] RoutingResult route(const Matching& wanted) const {
    return router.route(wanted, Matching(fabric.ports()), fabric.structure().idle);
  }
};

}  // namespace

TEST_CASE("an interposer's tiles have the cells that its description says") {
  for (const auto& shape : {shape_of(1, 2, 1, 1), shape_of(2, 4, 1, 2), shape_of(2, 4, 4, 4),
                            shape_of(4, 4, 1, 2), shape_of(3, 1, 2, 1), shape_of(1, 1, 2, 1)}) {
    const InterposerPlan plan(shape);
    CHECK(plan.layout().graph.cells() == cells_of(shape));
    CHECK(plan.layout().graph.ports() == shape.ports());
    CHECK(is_feed_forward(plan.layout().graph));
  }
  CHECK(cells_of(shape_of(2, 4, 1, 2)) == 4 * 25 + 4 * 13);  // inner and edge tiles by hand
}

TEST_CASE("every way of an interposer leads to its output on every lane") {
  const InterposerPlan plan(shape_of(3, 3, 2, 2));
  std::size_t reached = 0;
  for (std::size_t i = 0; i < 18; ++i) {
    for (std::size_t o = 0; o < 18; ++o) {
      for (const std::size_t lanes : {0U, 1U, 2U, 3U}) {
        std::vector<CellState> states = plan.layout().idle;
        const std::vector<PathHop> way = plan.way(port(i), port(o), lanes / 2, lanes % 2);
        for (const PathHop& hop : way) {
          states[base::index(hop.cell)] = hop.state;
        }
        const CellWalk walked = walk(plan.layout().graph, port(i), states);
        REQUIRE(walked.output == port(o));
        REQUIRE(walked.hops.size() == way.size());
        ++reached;
      }
    }
  }
  CHECK(reached == 18 * 18 * 4);
}

TEST_CASE("two tiles side by side cross as often as counted by hand") {
  // One port, one bus each way. In tile 0 the bus that leaves to the east and the one that comes
  // from the west pass the wire down from the transmitter. In tile 1 the bus to the west, which
  // begins right of it and lies below, passes the wire down from the bus that came from tile 0.
  const InterposerPlan plan(shape_of(1, 2, 1, 1));
  const FabricLayout& layout = plan.layout();
  REQUIRE(layout.graph.cells() == 2 * (1 + 2));
  std::size_t on_ways = 0;
  for (const auto& ways : layout.crossings.ways) {
    on_ways += ways[0] + ways[1];
  }
  for (const std::size_t count : layout.crossings.input_ways) {
    on_ways += count;
  }
  CHECK(on_ways == 2 * layout.crossings.total);
  CHECK(layout.crossings.total == 3);
}

TEST_CASE("an interposer's ways cost what is drawn and what its buses add") {
  InterposerParameters parameters;
  parameters.rows = 1;
  parameters.columns = 2;
  parameters.servers = 2;
  parameters.buses = 1;
  const InterposerPlan plan(parameters.shape());
  FabricParameters make = lossless();
  make.waveguide_loss = base::DecibelPerMetre(100.0);
  const FabricLayout bare = plan.layout();
  const FabricLayout whole = plan.layout_with(parameters, make.geometry(), make.group_index);
  const auto cell = std::make_shared<MziCell>(make.cell, make.design_wavelength);
  const FeedForwardFabric drawn(bare, false, make, cell);
  const FeedForwardFabric fabric(whole, false, make, cell);
  const InterposerRouter router(std::make_shared<const InterposerPlan>(parameters.shape()), fabric);
  const auto extra = [&](std::size_t from, std::size_t to) {
    Matching wanted(4);
    wanted.connect(port(from), port(to));
    const RoutingResult routed = router.route(wanted, Matching(4), fabric.structure().idle);
    const PathTrace with = fabric.trace(port(from), routed.states);
    const PathTrace without = drawn.trace(port(from), routed.states);
    REQUIRE(with.output == port(to));
    WayCost cost;
    cost.length = with.length - without.length;
    cost.loss = with.loss - without.loss;
    cost.delay = with.delay - without.delay;
    return cost;
  };
  // Ten columns of 600 um are drawn of 29.3 mm; the rest loses 0.3 dB/cm, the seam 0.25 dB.
  const double rest = 29.3e-3 - 10 * 600e-6;
  CHECK(extra(0, 1).length.value() == Approx(rest));
  CHECK(extra(0, 1).loss.value() == Approx(30.0 * rest + 0.25));
  CHECK(extra(0, 1).delay.value() == Approx(rest * 4.2 / 299792458.0));
  // Tiles 1 and 2 are of different servers: 2 m of fibre with two facets.
  CHECK(extra(1, 2).length.value() == Approx(2.0));
  CHECK(extra(1, 2).loss.value() == Approx(2.0 + 2.0 * 0.00035));
  CHECK(extra(1, 2).delay.value() == Approx(2.0 * 1.468 / 299792458.0));
  CHECK(extra(0, 3).length.value() == Approx(2.0 * rest + 2.0));
  CHECK(extra(2, 2).length.value() == Approx(0.0).margin(1e-12));
}

TEST_CASE("a full bus is named with the circuits that want it") {
  const Interposer grid(shape_of(1, 4, 1, 1));
  Matching wanted(4);
  wanted.connect(port(0), port(2));
  wanted.connect(port(1), port(3));
  CHECK_THROWS_WITH(
      grid.route(wanted),
      "the bus from tile 1 (row 0, column 1) to tile 2 (row 0, column 2) is full: 2 circuits "
      "(0 to 2, 1 to 3) need one of its 1 waveguide each");
  CHECK(full_buses(*grid.plan, wanted).size() == 1);
  // In opposite directions they have waveguides of their own; one after the other they share one.
  Matching apart(4);
  apart.connect(port(0), port(2));
  apart.connect(port(3), port(1));
  apart.connect(port(2), port(3));
  CHECK(verify_routing(grid.fabric, apart, grid.route(apart).states).all_arrive());
  Matching shift(4);  // a ring: 0 to 1, 1 to 2, 2 to 3, and back
  for (std::size_t i = 0; i < 4; ++i) {
    shift.connect(port(i), port((i + 1) % 4));
  }
  CHECK(verify_routing(grid.fabric, shift, grid.route(shift).states).all_arrive());
}

TEST_CASE("two by four tiles of one port carry every permutation on two buses") {
  const Interposer grid(shape_of(2, 4, 1, 2));
  std::vector<std::size_t> outputs{0, 1, 2, 3, 4, 5, 6, 7};
  std::size_t full = 0;
  do {
    full += full_buses(*grid.plan, matching_of(outputs)).size();
  } while (std::next_permutation(outputs.begin(), outputs.end()));
  CHECK(full == 0);  // 40,320 of them
  const Interposer one(shape_of(2, 4, 1, 1));
  CHECK_FALSE(full_buses(*one.plan, matching_of({2, 3, 0, 1, 6, 7, 4, 5})).empty());
}

TEST_CASE("an interposer is refused a matching if, and only if, no states carry it") {
  rc::check([] {
    base::RandomStream random(static_cast<std::uint64_t>(*rc::gen::inRange<int>(0, 100'000)),
                              "matching");
    const std::size_t rows = 1 + below(3, random);
    const std::size_t columns = 2 + below(3, random);
    const std::size_t ports = rows * columns <= 4 ? 1 + below(2, random) : 1;
    const Interposer grid(shape_of(rows, columns, ports, 1 + below(2, random)));
    const Matching wanted = random_matching(grid.fabric.ports(), 0.9, random);
    bool refused = false;
    try {
      const RoutingResult routed = grid.route(wanted);
      RC_ASSERT(verify_routing(grid.fabric, wanted, routed.states).all_arrive());
    } catch (const RoutingFailed&) {
      refused = true;
    }
    RC_CLASSIFY(refused);
    RC_ASSERT(refused == !full_buses(*grid.plan, wanted).empty());
    // The other opinion: all states of the cells, searched without knowledge of buses.
    RoutedFabric routed(grid.fabric);
    RoutingRequest request{wanted, Matching(grid.fabric.ports()), grid.fabric.structure().idle};
    const RoutingTask task(routed.graph, request);
    CellSearch search(routed, task);
    PartialStates states(grid.fabric.cells());
    CellSearch::Limits limits;
    limits.decisions = 20'000;
    const CellSearch::Outcome outcome = search.run(states, limits);
    RC_CLASSIFY(outcome != CellSearch::Outcome::gave_up, "decided");
    if (outcome != CellSearch::Outcome::gave_up) {
      RC_ASSERT(refused == (outcome == CellSearch::Outcome::impossible));
    }
  });
}

TEST_CASE("circuits of an interposer come and go, and untouchable ones stay") {
  rc::check([] {
    const Interposer grid(shape_of(2, 3, 2, 3));
    base::RandomStream random(static_cast<std::uint64_t>(*rc::gen::inRange<int>(0, 100'000)),
                              "changes");
    Matching present(grid.fabric.ports());
    std::vector<CellState> states = grid.fabric.structure().idle;
    for (int change = 0; change < 6; ++change) {
      RoutingRequest request{modified(present, 0.6, random), present, states};
      request.effort = 0;
      for (std::size_t i = 0; i < present.ports(); ++i) {
        const auto output = present.output_of(port(i));
        if (output && request.wanted.contains(port(i), *output) && random.uniform() < 0.3) {
          request.untouchable.push_back(port(i));
        }
      }
      if (!full_buses(*grid.plan, request.wanted).empty()) {
        continue;
      }
      try {
        const RoutingResult result = grid.router.route(request);
        RC_ASSERT(verify_routing(grid.fabric, request.wanted, result.states).all_arrive());
        for (const base::PortId input : request.untouchable) {
          RC_ASSERT(std::find(result.disturbed_inputs.begin(), result.disturbed_inputs.end(),
                              input) == result.disturbed_inputs.end());
        }
        present = request.wanted;
        states = result.states;
      } catch (const RoutingFailed&) {
        RC_ASSERT(!request.untouchable.empty());  // they can be in the way, nothing else can
      }
    }
  });
}

TEST_CASE("interposers that cannot be are refused") {
  CHECK_THROWS_AS(InterposerPlan(shape_of(1, 1, 1, 1)), std::invalid_argument);
  CHECK_THROWS_AS(InterposerPlan(shape_of(9, 8, 1, 1)), std::invalid_argument);
  CHECK_THROWS_AS(InterposerPlan(shape_of(2, 2, 1, 0)), std::invalid_argument);
  CHECK_THROWS_AS(InterposerPlan(InterposerShape{2, 4, 1, 1, 3}), std::invalid_argument);
  const auto other = std::make_shared<const InterposerPlan>(shape_of(1, 2, 1, 1));
  const Interposer grid(shape_of(2, 2, 1, 1));
  CHECK_THROWS_AS(InterposerRouter(other, grid.fabric), std::invalid_argument);
  InterposerParameters parameters;
  const FabricGeometry geometry;
  CHECK_FALSE(find_problem(parameters, geometry));
  parameters.buses = 9;  // 58 columns of 0.6 mm
  CHECK(find_problem(parameters, geometry)->find("need 34.8 mm") != std::string::npos);
  parameters.servers = 16;
  CHECK(find_problem(parameters, geometry)->find("expected 2 to 64 ports") != std::string::npos);
}
