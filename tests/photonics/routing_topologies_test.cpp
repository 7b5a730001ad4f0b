// SPDX-License-Identifier: Apache-2.0
// Every topology's router, believed by the full field solve of a lossless fabric of ideal cells.
#include <algorithm>
#include <map>
#include <set>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/routing/router_factory.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// No cell is passed by two of the circuits.
bool one_signal_a_cell(const SwitchFabric& fabric, const Matching& matching,
                       const std::vector<CellState>& states) {
  std::set<base::CellId> passed;
  for (std::size_t input = 0; input < matching.ports(); ++input) {
    if (matching.output_of(port(input))) {
      for (const PathHop& hop : fabric.trace(port(input), states).hops) {
        if (!passed.insert(hop.cell).second) {
          return false;
        }
      }
    }
  }
  return true;
}

/// Cells that no circuit passes have kept their state, and `changed` is what differs.
bool changes_are_needed(const SwitchFabric& fabric, const Matching& matching,
                        const std::vector<CellState>& before, const RoutingResult& result) {
  std::set<base::CellId> passed;
  for (std::size_t input = 0; input < matching.ports(); ++input) {
    if (matching.output_of(port(input))) {
      for (const PathHop& hop : fabric.trace(port(input), result.states).hops) {
        passed.insert(hop.cell);
      }
    }
  }
  std::vector<base::CellId> differing;
  for (std::size_t cell = 0; cell < before.size(); ++cell) {
    const auto id = static_cast<base::CellId>(cell);
    if (result.states[cell] != before[cell]) {
      differing.push_back(id);
      if (passed.count(id) == 0) {
        return false;
      }
    }
  }
  return differing == result.changed;
}

void check(const FeedForwardFabric& fabric, Topology topology, const Matching& wanted,
           const Matching& present, const std::vector<CellState>& before,
           const RoutingResult& result) {
  const bool fine =
      worst_field_error(fabric, wanted, result.states) < 1e-12 &&
      changes_are_needed(fabric, wanted, before, result) &&
      (topology != Topology::dilated_benes || one_signal_a_cell(fabric, wanted, result.states)) &&
      std::all_of(
          result.disturbed_inputs.begin(), result.disturbed_inputs.end(), [&](base::PortId input) {
            return wanted.output_of(input) && wanted.output_of(input) == present.output_of(input);
          });
  if (!fine) {
    FAIL_CHECK("a result for " << to_string(topology) << " of " << fabric.ports()
                               << " ports breaks its promise");
  }
}

}  // namespace

TEST_CASE("every permutation of up to 5 is routed through every topology, by fields") {
  base::RandomStream random(101, "all permutations");
  std::size_t count = 0;
  for (const Topology topology : all_topologies()) {
    for (std::size_t n = 2; n <= 5; ++n) {
      if (!allows(topology, n)) {
        continue;
      }
      const FeedForwardFabric fabric = make_fabric(topology, n, lossless());
      const auto router = make_router(topology, fabric);
      std::vector<std::size_t> outputs(n);
      std::iota(outputs.begin(), outputs.end(), std::size_t{0});
      do {
        const Matching wanted = matching_of(outputs);
        for (const auto& before :
             {fabric.structure().idle, random_states(fabric.cells(), random)}) {
          check(fabric, topology, wanted, Matching(n), before,
                router->route(wanted, Matching(n), before));
        }
        ++count;
      } while (std::next_permutation(outputs.begin(), outputs.end()));
    }
  }
  // 2! + 4! for the two Benes fabrics, 2! + 3! + 4! + 5! for the six others.
  CHECK(count == 2 * 26 + 6 * 152);
}

TEST_CASE("random permutations and partial matchings of up to 64 are routed, by fields") {
  base::RandomStream random(103, "random permutations");
  const std::map<std::size_t, int> rounds{{2, 20},  {3, 20},  {7, 40},  {8, 80},
                                          {16, 40}, {31, 10}, {32, 10}, {64, 6}};
  for (const Topology topology : all_topologies()) {
    for (const auto& [n, count] : rounds) {
      if (!allows(topology, n)) {
        continue;
      }
      const FeedForwardFabric fabric = make_fabric(topology, n, lossless());
      const auto router = make_router(topology, fabric);
      for (int i = 0; i < count; ++i) {
        const std::vector<CellState> before = random_states(fabric.cells(), random);
        // The present states carry next to nothing of this, and it must not matter.
        const Matching present = random_matching(n, 0.5, random);
        const Matching wanted = random_matching(n, i % 2 == 0 ? 1.0 : random.uniform(), random);
        check(fabric, topology, wanted, present, before, router->route(wanted, present, before));
      }
    }
  }
}

TEST_CASE("any permutation goes through Benes and planar fabrics of any size") {
  for (const Topology topology : {Topology::benes, Topology::planar}) {
    const bool found = rc::check([topology] {
      const auto size = *rc::gen::inRange<std::size_t>(2, 65);
      const std::size_t ports = topology == Topology::planar ? size
                                : size < 4                   ? 2
                                : size < 8                   ? 4
                                : size < 16                  ? 8
                                : size < 32                  ? 16
                                : size < 64                  ? 32
                                                             : 64;
      const FeedForwardFabric fabric = make_fabric(topology, ports, lossless());
      std::vector<std::size_t> outputs(ports);
      std::iota(outputs.begin(), outputs.end(), std::size_t{0});
      for (std::size_t i = ports; i > 1; --i) {
        std::swap(outputs[i - 1], outputs[*rc::gen::inRange<std::size_t>(0, i)]);
      }
      const Matching wanted = matching_of(outputs);
      const RoutingResult result =
          make_router(topology, fabric)->route(wanted, Matching(ports), fabric.structure().idle);
      RC_ASSERT(worst_field_error(fabric, wanted, result.states) < 1e-12);
    });
    CHECK(found);
  }
}

TEST_CASE("chains of changes stay routed, and what is there needs no change") {
  base::RandomStream random(107, "routing chains");
  for (const Topology topology : all_topologies()) {
    for (const std::size_t n : {4, 8, 32}) {
      const FeedForwardFabric fabric = make_fabric(topology, n, lossless());
      const auto router = make_router(topology, fabric);
      std::vector<CellState> states = fabric.structure().idle;
      Matching present(n);
      for (int i = 0; i < (n == 32 ? 15 : 150); ++i) {
        const Matching wanted = modified(present, 0.8, random);
        const RoutingResult result = router->route(wanted, present, states);
        check(fabric, topology, wanted, present, states, result);
        const RoutingResult again = router->route(wanted, wanted, result.states);
        if (!again.changed.empty() || !again.disturbed_inputs.empty()) {
          FAIL_CHECK("routing what is there changes cells of a " << to_string(topology));
        }
        // Taking circuits down disturbs none.
        Matching fewer = wanted;
        fewer.disconnect(port(below(n, random)));
        if (!router->route(fewer, wanted, result.states).changed.empty()) {
          FAIL_CHECK("taking a circuit down changes cells of a " << to_string(topology));
        }
        states = result.states;
        present = wanted;
      }
    }
  }
}

TEST_CASE("in a dilated Benes fabric no cell carries two signals, whatever is asked for") {
  base::RandomStream random(109, "dilated");
  for (const std::size_t n : {2, 4, 8, 16}) {
    const FeedForwardFabric fabric = make_fabric(Topology::dilated_benes, n, lossless());
    const auto router = make_router(Topology::dilated_benes, fabric);
    for (const RoutingObjective objective :
         {RoutingObjective::least_disturbance, RoutingObjective::fewest_changes,
          RoutingObjective::least_loss}) {
      std::vector<CellState> states = fabric.structure().idle;
      Matching present(n);
      for (int i = 0; i < (n < 8 ? 60 : 8); ++i) {
        RoutingRequest request{modified(present, 0.7, random), present, states, objective, {}};
        request.effort = 200'000;
        const RoutingResult result = router->route(request);
        check(fabric, Topology::dilated_benes, request.wanted, present, states, result);
        states = result.states;
        present = request.wanted;
      }
    }
  }
}
