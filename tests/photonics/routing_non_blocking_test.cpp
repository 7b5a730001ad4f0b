// SPDX-License-Identifier: Apache-2.0
// Crossbar, PILOSS and switch-and-select under long random additions and removals of circuits.
#include <catch2/catch.hpp>

#include "photonics/routing/router_factory.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

struct Tally {
  std::size_t added = 0;
  std::size_t dropped = 0;
  std::size_t moved = 0;
  std::size_t most_live = 0;
};

/// One to three circuits come or go at a time; a taken input may be sent elsewhere at once.
Tally add_and_drop(Topology topology, std::size_t n, int steps, base::RandomStream& random) {
  const FeedForwardFabric fabric = make_fabric(topology, n, lossless());
  const auto router = make_router(topology, fabric);
  std::vector<CellState> states = fabric.structure().idle;
  Matching present(n);
  Tally tally;
  for (int step = 0; step < steps; ++step) {
    Matching wanted = present;
    // Fill up for a while, then empty: all loads are seen.
    const double add = step / static_cast<int>(4 * n) % 2 == 0 ? 0.8 : 0.3;
    for (std::size_t moves = 1 + below(3, random); moves > 0; --moves) {
      const base::PortId input = port(below(n, random));
      base::PortId output = port(below(n, random));
      if (random.uniform() < add) {
        for (std::size_t i = 0; i < n && wanted.input_of(output); ++i) {
          output = port((base::index(output) + 1) % n);
        }
        if (wanted.output_of(input) && !wanted.input_of(output)) {
          wanted.disconnect(input);
          ++tally.moved;
        }
        if (wanted.can_connect(input, output)) {
          wanted.connect(input, output);
          ++tally.added;
        }
      } else if (wanted.output_of(input)) {
        wanted.disconnect(input);
        ++tally.dropped;
      }
    }
    const RoutingResult result = router->route(wanted, present, states);
    REQUIRE(result.disturbed_inputs.empty());
    REQUIRE(worst_field_error(fabric, wanted, result.states) < 1e-12);
    // Not by the router's word alone: every circuit that stays has the very field that it had.
    const Eigen::MatrixXcd before = fabric.port_matrix(nominal_phases(fabric, states));
    const Eigen::MatrixXcd after = fabric.port_matrix(nominal_phases(fabric, result.states));
    double change = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto output = wanted.output_of(port(i));
      if (output && present.contains(port(i), *output)) {
        const auto row = static_cast<Eigen::Index>(base::index(*output));
        const auto column = static_cast<Eigen::Index>(i);
        change = std::max(change, std::abs(after(row, column) - before(row, column)));
      }
    }
    REQUIRE(change < 1e-12);
    states = result.states;
    present = wanted;
    tally.most_live = std::max(tally.most_live, present.size());
  }
  return tally;
}

void check_topology(Topology topology) {
  base::RandomStream random(113, "add and drop");
  for (const std::size_t n : {2, 3, 4, 5, 8, 13, 16, 32}) {
    INFO(to_string(topology) << " of " << n);
    const Tally tally = add_and_drop(topology, n, n == 32 ? 300 : 2000, random);
    CHECK(tally.added > (n == 32 ? 150U : 1000U));
    CHECK(tally.dropped > (n == 32 ? 30U : 200U));
    CHECK(tally.moved > 0);
    CHECK(tally.most_live >= n - n / 8);
  }
}

}  // namespace

TEST_CASE("a crossbar is strictly non-blocking under random add and drop") {
  check_topology(Topology::crossbar);
}

TEST_CASE("a PILOSS fabric is strictly non-blocking under random add and drop") {
  check_topology(Topology::piloss);
}

TEST_CASE("a switch-and-select fabric is strictly non-blocking under random add and drop") {
  check_topology(Topology::switch_and_select);
}

TEST_CASE("rearrangeable fabrics do block: the same test finds it") {
  base::RandomStream random(127, "blocked");
  for (const Topology topology :
       {Topology::benes, Topology::dilated_benes, Topology::planar, Topology::reck}) {
    const FeedForwardFabric fabric = make_fabric(topology, 8, lossless());
    const auto router = make_router(topology, fabric);
    std::vector<CellState> states = fabric.structure().idle;
    Matching present(8);
    std::size_t disturbed = 0;
    for (int step = 0; step < 100; ++step) {
      const Matching wanted = modified(present, 0.8, random);
      const RoutingResult result = router->route(wanted, present, states);
      disturbed += result.disturbed_inputs.size();
      states = result.states;
      present = wanted;
    }
    INFO(to_string(topology));
    CHECK(disturbed > 0);
  }
}
