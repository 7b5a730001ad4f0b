// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/routing/benes_router.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::PortId;

namespace {

PortId port(std::size_t i) { return static_cast<PortId>(i); }

Matching matching_of(std::size_t ports, const std::vector<std::pair<int, int>>& circuits) {
  Matching matching(ports);
  for (const auto& [input, output] : circuits) {
    matching.connect(port(static_cast<std::size_t>(input)), port(static_cast<std::size_t>(output)));
  }
  return matching;
}

std::size_t below(std::size_t limit, base::RandomStream& random) {
  return static_cast<std::size_t>(random.uniform() * static_cast<double>(limit));
}

std::vector<std::size_t> permutation(std::size_t ports, base::RandomStream& random) {
  std::vector<std::size_t> outputs(ports);
  std::iota(outputs.begin(), outputs.end(), std::size_t{0});
  for (std::size_t i = ports; i > 1; --i) {
    std::swap(outputs[i - 1], outputs[below(i, random)]);
  }
  return outputs;
}

Matching random_matching(std::size_t ports, double fill, base::RandomStream& random) {
  const std::vector<std::size_t> outputs = permutation(ports, random);
  Matching matching(ports);
  for (std::size_t input = 0; input < ports; ++input) {
    if (random.uniform() < fill) {
      matching.connect(port(input), port(outputs[input]));
    }
  }
  return matching;
}

/// Some circuits go, some come, the rest stay.
Matching modified(Matching matching, double keep, base::RandomStream& random) {
  for (std::size_t input = 0; input < matching.ports(); ++input) {
    if (random.uniform() >= keep) {
      matching.disconnect(port(input));
    }
  }
  for (std::size_t tries = 0; tries < matching.ports(); ++tries) {
    const PortId input = port(below(matching.ports(), random));
    const PortId output = port(below(matching.ports(), random));
    if (matching.can_connect(input, output)) {
      matching.connect(input, output);
    }
  }
  return matching;
}

bool carries(const SwitchFabric& fabric, const Matching& matching,
             const std::vector<CellState>& states) {
  for (std::size_t input = 0; input < matching.ports(); ++input) {
    const auto output = matching.output_of(port(input));
    if (output && fabric.trace(port(input), states).output != *output) {
      return false;
    }
  }
  return true;
}

/// Everything that a result promises, checked by tracing the fabric.
void check_result(const SwitchFabric& fabric, const Matching& wanted, const Matching& present,
                  const std::vector<CellState>& before, const RoutingResult& result) {
  bool all_fine = carries(fabric, wanted, result.states);
  std::vector<bool> changed(fabric.cells(), false);
  for (const base::CellId cell : result.changed) {
    changed[base::index(cell)] = true;
  }
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    all_fine = all_fine && changed[cell] == (result.states[cell] != before[cell]);
  }
  std::vector<bool> needed(fabric.cells(), false);
  for (std::size_t i = 0; i < fabric.ports(); ++i) {
    const PortId input = port(i);
    const PathTrace old_path = fabric.trace(input, before);
    const PathTrace new_path = fabric.trace(input, result.states);
    if (wanted.output_of(input)) {
      for (const PathHop& hop : new_path.hops) {
        needed[base::index(hop.cell)] = true;
      }
    }
    const bool stays =
        wanted.output_of(input) && wanted.output_of(input) == present.output_of(input);
    bool touched = false;
    bool same_path = true;
    for (std::size_t hop = 0; hop < old_path.hops.size(); ++hop) {
      touched = touched || changed[base::index(old_path.hops[hop].cell)] ||
                changed[base::index(new_path.hops[hop].cell)];
      same_path = same_path && old_path.hops[hop].cell == new_path.hops[hop].cell &&
                  old_path.hops[hop].state == new_path.hops[hop].state;
    }
    const bool listed = std::find(result.disturbed_inputs.begin(), result.disturbed_inputs.end(),
                                  input) != result.disturbed_inputs.end();
    all_fine = all_fine && listed == (stays && touched);
    // A circuit that stays and is not listed keeps its very path.
    all_fine = all_fine && (!stays || listed || same_path);
  }
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    all_fine = all_fine && (needed[cell] || !changed[cell]);
  }
  if (!all_fine) {
    FAIL_CHECK("a routing result breaks its promise at N = " << fabric.ports());
  }
}

}  // namespace

TEST_CASE("published states of two permutations of 8 route them here too") {
  struct Row {
    std::vector<std::pair<int, int>> circuits;
    std::string states;
  };
  const BenesRouter router(8);
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 8, {});
  for (const Row& row : {Row{{{0, 3}, {1, 7}, {2, 4}, {3, 0}, {4, 2}, {5, 6}, {6, 1}, {7, 5}},
                             "00100000011011111100"},
                         Row{{{0, 7}, {1, 6}, {2, 5}, {3, 4}, {4, 3}, {5, 2}, {6, 1}, {7, 0}},
                             "00000000111111111111"}}) {
    std::vector<CellState> states;
    for (const char bit : row.states) {
      states.push_back(bit == '0' ? CellState::bar : CellState::cross);
    }
    const Matching wanted = matching_of(8, row.circuits);
    CHECK(carries(fabric, wanted, states));
    // And the router sees that nothing has to change for them.
    CHECK(router.route(wanted, Matching(8), states).changed.empty());
  }
}

TEST_CASE("without anything to prefer, the lowest input takes the upper half") {
  // One circuit from 1 to 2 through 4 ports: cells (input, middle, output) are bar/cross alike in
  // number with either half, so the rule decides: cross into the upper half.
  const BenesRouter router(4);
  std::vector<CellState> states(6, CellState::bar);
  states[0] = CellState::cross;  // the input cell prefers the upper half,
  states[5] = CellState::cross;  // the output cell the lower
  const RoutingResult result = router.route(matching_of(4, {{1, 2}}), Matching(4), states);
  CHECK(result.states[0] == CellState::cross);
  CHECK(result.states[5] == CellState::bar);
}

TEST_CASE("a new circuit takes the way that changes the fewest cells") {
  // From 0 to 0 with both outer cells crossed: the lower half is open already.
  const BenesRouter router(4);
  std::vector<CellState> states(6, CellState::bar);
  states[0] = CellState::cross;
  states[4] = CellState::cross;
  const RoutingResult result = router.route(matching_of(4, {{0, 0}}), Matching(4), states);
  CHECK(result.changed.empty());
}

TEST_CASE("every permutation of 4 is routed") {
  const BenesRouter router(4);
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, {});
  std::vector<std::size_t> outputs{0, 1, 2, 3};
  int count = 0;
  do {
    Matching matching(4);
    for (std::size_t input = 0; input < 4; ++input) {
      matching.connect(port(input), port(outputs[input]));
    }
    const std::vector<CellState> cold(6, CellState::bar);
    const RoutingResult result = router.route(matching, Matching(4), cold);
    check_result(fabric, matching, Matching(4), cold, result);
    ++count;
  } while (std::next_permutation(outputs.begin(), outputs.end()));
  CHECK(count == 24);
}

TEST_CASE("thousands of random matchings from random states are routed as promised") {
  base::RandomStream random(23, "router states");
  const std::map<std::size_t, int> rounds{{2, 500},  {4, 1500}, {8, 1500},
                                          {16, 700}, {32, 300}, {64, 120}};
  for (const auto& [n, count] : rounds) {
    const BenesRouter router(n);
    const FeedForwardFabric fabric = make_fabric(Topology::benes, n, {});
    for (int i = 0; i < count; ++i) {
      std::vector<CellState> states(fabric.cells());
      for (CellState& state : states) {
        state = random.uniform() < 0.5 ? CellState::bar : CellState::cross;
      }
      // The states need not carry the present matching: the promises hold all the same.
      const Matching present = random_matching(n, random.uniform(), random);
      const Matching wanted =
          i % 2 == 0 ? random_matching(n, 1.0, random) : modified(present, 0.5, random);
      check_result(fabric, wanted, present, states, router.route(wanted, present, states));
    }
  }
}

TEST_CASE("chains of small changes are routed as promised, and nothing moves for nothing") {
  base::RandomStream random(29, "router chains");
  for (const std::size_t n : {4, 8, 16, 32, 64}) {
    const BenesRouter router(n);
    const FeedForwardFabric fabric = make_fabric(Topology::benes, n, {});
    std::vector<CellState> states(fabric.cells(), CellState::bar);
    Matching present(n);
    for (int i = 0; i < (n < 32 ? 400 : 60); ++i) {
      const Matching wanted = modified(present, 0.8, random);
      const RoutingResult result = router.route(wanted, present, states);
      check_result(fabric, wanted, present, states, result);
      states = result.states;
      present = wanted;
      const RoutingResult again = router.route(present, present, states);
      if (!again.changed.empty() || !again.disturbed_inputs.empty()) {
        FAIL_CHECK("routing what is there changes cells");
      }
    }
    CHECK(carries(fabric, present, states));
  }
}

TEST_CASE("tearing circuits down disturbs no other") {
  base::RandomStream random(31, "router teardown");
  const BenesRouter router(16);
  std::vector<CellState> cold(56, CellState::bar);
  for (int i = 0; i < 300; ++i) {
    const Matching full = random_matching(16, 1.0, random);
    const RoutingResult up = router.route(full, Matching(16), cold);
    Matching fewer = full;
    for (std::size_t input = 0; input < 16; ++input) {
      if (random.uniform() < 0.5) {
        fewer.disconnect(port(input));
      }
    }
    CHECK(router.route(fewer, full, up.states).changed.empty());
  }
}

TEST_CASE("two pairs swap partners while a ring on the other ports stays untouched") {
  const BenesRouter router(8);
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 8, {});
  const std::vector<std::pair<int, int>> ring{{4, 5}, {5, 6}, {6, 7}, {7, 4}};
  auto with_ring = [&](std::vector<std::pair<int, int>> circuits) {
    circuits.insert(circuits.end(), ring.begin(), ring.end());
    return matching_of(8, circuits);
  };
  const Matching a = with_ring({{0, 1}, {1, 0}, {2, 3}, {3, 2}});
  const Matching b = with_ring({{0, 2}, {2, 0}, {1, 3}, {3, 1}});
  const std::vector<CellState> cold(20, CellState::bar);
  const RoutingResult first = router.route(a, Matching(8), cold);
  const RoutingResult second = router.route(b, a, first.states);
  check_result(fabric, b, a, first.states, second);
  CHECK(second.disturbed_inputs.empty());
  CHECK_FALSE(second.changed.empty());
  const RoutingResult back = router.route(a, b, second.states);
  check_result(fabric, a, b, second.states, back);
  CHECK(back.disturbed_inputs.empty());
}

TEST_CASE("where a circuit must move, it is listed") {
  base::RandomStream random(37, "router disturb");
  const BenesRouter router(8);
  int disturbed = 0;
  int kept = 0;
  std::vector<CellState> states(20, CellState::bar);
  Matching present(8);
  for (int i = 0; i < 500; ++i) {
    const Matching wanted = modified(present, 0.75, random);
    const RoutingResult result = router.route(wanted, present, states);
    for (std::size_t input = 0; input < 8; ++input) {
      const auto output = wanted.output_of(port(input));
      kept += output && present.contains(port(input), *output);
    }
    disturbed += static_cast<int>(result.disturbed_inputs.size());
    states = result.states;
    present = wanted;
  }
  // A Benes fabric is rearrangeable, not strictly non-blocking: some must move, most must not.
  CHECK(disturbed > 0);
  CHECK(disturbed < kept / 2);
}

TEST_CASE("the field follows the route: the routed output gets the most light") {
  base::RandomStream random(41, "router field");
  for (const std::size_t n : {2, 4, 8, 16, 32, 64}) {
    const BenesRouter router(n);
    const FeedForwardFabric fabric =
        make_fabric(Topology::benes, n, {},
                    draw_phase_errors(BenesLayout(n).cells(), base::Radian(0.02), random));
    for (int i = 0; i < 20; ++i) {
      const Matching wanted = random_matching(n, 1.0, random);
      const RoutingResult result =
          router.route(wanted, Matching(n), std::vector<CellState>(fabric.cells()));
      const Eigen::MatrixXcd m = fabric.port_matrix(nominal_phases(fabric, result.states));
      for (std::size_t input = 0; input < n; ++input) {
        const auto output = static_cast<Eigen::Index>(base::index(*wanted.output_of(port(input))));
        const auto column = static_cast<Eigen::Index>(input);
        const double signal = std::norm(m(output, column));
        const double from_others = m.row(output).squaredNorm() - signal;
        Eigen::Index strongest = 0;
        m.col(column).cwiseAbs2().maxCoeff(&strongest);
        if (strongest != output || signal < 10.0 * from_others) {
          FAIL_CHECK("light in the wrong place at N = " << n);
        }
      }
    }
  }
}

TEST_CASE("the router refuses what is not of its fabric") {
  const BenesRouter router(4);
  CHECK_THROWS_AS(router.route(Matching(8), Matching(4), std::vector<CellState>(6)),
                  std::invalid_argument);
  CHECK_THROWS_AS(router.route(Matching(4), Matching(2), std::vector<CellState>(6)),
                  std::invalid_argument);
  CHECK_THROWS_AS(router.route(Matching(4), Matching(4), std::vector<CellState>(5)),
                  std::invalid_argument);
  CHECK_THROWS_AS(BenesRouter(5), std::invalid_argument);
}
