// SPDX-License-Identifier: Apache-2.0
// Objectives and untouchable circuits against all states that the cells of small fabrics can have.
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>

#include <catch2/catch.hpp>

#include "photonics/routing/cell_graph_router.hpp"
#include "photonics/routing/router_factory.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// Bit c is set when cell c is in cross.
using Mask = std::uint32_t;

Mask mask_of(const std::vector<CellState>& states) {
  Mask mask = 0;
  for (std::size_t cell = 0; cell < states.size(); ++cell) {
    mask |= states[cell] == CellState::cross ? Mask{1} << cell : Mask{0};
  }
  return mask;
}

std::vector<CellState> states_of(Mask mask, std::size_t cells) {
  std::vector<CellState> states(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    states[cell] = (mask >> cell & 1U) != 0 ? CellState::cross : CellState::bar;
  }
  return states;
}

int bits(Mask mask) {
  int count = 0;
  for (; mask != 0; mask &= mask - 1) {
    ++count;
  }
  return count;
}

/// Where the light of every input goes in each of all states of a fabric's cells.
class AllStates {
 public:
  explicit AllStates(const SwitchFabric& fabric) : ports_(fabric.ports()), cells_(fabric.cells()) {
    for (Mask mask = 0; mask < Mask{1} << cells_; ++mask) {
      const std::vector<CellState> states = states_of(mask, cells_);
      for (std::size_t input = 0; input < ports_; ++input) {
        const PathTrace path = fabric.trace(port(input), states);
        Way way;
        way.output = path.output ? static_cast<int>(base::index(*path.output)) : -1;
        way.loss = path.loss.value();
        for (const PathHop& hop : path.hops) {
          way.cells |= Mask{1} << base::index(hop.cell);
        }
        ways_.push_back(way);
      }
    }
  }

  /// First and second term of an objective.
  struct Cost {
    double first = std::numeric_limits<double>::infinity();
    double second = std::numeric_limits<double>::infinity();
  };
  static bool less(const Cost& a, const Cost& b) {
    constexpr double kSame = 1e-6;
    return a.first < b.first - kSame || (a.first < b.first + kSame && a.second < b.second - kSame);
  }

  /// What states cost; nothing if they do not do what is asked.
  [[nodiscard]] std::optional<Cost> cost(Mask mask, const RoutingRequest& request,
                                         bool one_signal) const {
    const Mask present = mask_of(request.present_states);
    const Mask changed = mask ^ present;
    Mask taken = 0;
    int disturbed = 0;
    double worst = 0.0;
    double sum = 0.0;
    for (std::size_t input = 0; input < ports_; ++input) {
      const auto output = request.wanted.output_of(port(input));
      if (!output) {
        continue;
      }
      const Way& way = ways_[mask * ports_ + input];
      const Way& old = ways_[present * ports_ + input];
      const bool overlaps = one_signal && (taken & way.cells) != 0;
      taken |= way.cells;
      const bool touched = (changed & (way.cells | old.cells)) != 0;
      if (way.output != static_cast<int>(base::index(*output)) || overlaps ||
          (touched && holds(request.untouchable, port(input)))) {
        return std::nullopt;
      }
      disturbed += touched && request.present.contains(port(input), *output) ? 1 : 0;
      worst = std::max(worst, way.loss);
      sum += way.loss;
    }
    switch (request.objective) {
      case RoutingObjective::least_disturbance:
        return Cost{static_cast<double>(disturbed), static_cast<double>(bits(changed))};
      case RoutingObjective::fewest_changes:
        return Cost{static_cast<double>(bits(changed)), static_cast<double>(disturbed)};
      case RoutingObjective::least_loss:
        break;
    }
    return Cost{worst, sum};
  }

  [[nodiscard]] std::optional<Cost> best(const RoutingRequest& request, bool one_signal) const {
    std::optional<Cost> least;
    for (Mask mask = 0; mask < Mask{1} << cells_; ++mask) {
      const auto one = cost(mask, request, one_signal);
      if (one && (!least || less(*one, *least))) {
        least = one;
      }
    }
    return least;
  }

 private:
  struct Way {
    int output = -1;
    Mask cells = 0;
    double loss = 0.0;
  };
  std::size_t ports_;
  std::size_t cells_;
  std::vector<Way> ways_;  // by states and input
};

struct Tally {
  int routed = 0;
  int proved = 0;
  int failed = 0;
  int best = 0;
};

/// A present that works (so that circuits can be untouchable), or any states at all.
RoutingRequest random_request(const FeedForwardFabric& fabric, const CircuitRouter& router, int i,
                              base::RandomStream& random) {
  const std::size_t n = fabric.ports();
  const std::vector<CellState> any = random_states(fabric.cells(), random);
  RoutingRequest request{Matching(n), Matching(n), any};
  if (i % 3 != 0) {
    request.present = random_matching(n, 0.8, random);
    request.present_states = router.route(request.present, Matching(n), any).states;
  } else {
    // Some of what the states happen to carry.
    for (std::size_t input = 0; input < n; ++input) {
      const auto output = fabric.trace(port(input), any).output;
      if (output && random.uniform() < 0.7) {
        request.present.connect(port(input), *output);
      }
    }
  }
  if (i % 5 == 0) {
    // Circuits that are said to be there and are not.
    request.present = modified(request.present, 0.5, random);
  }
  request.wanted = modified(request.present, 0.6, random);
  for (std::size_t input = 0; input < n; ++input) {
    const auto output = request.wanted.output_of(port(input));
    if (output && request.present.contains(port(input), *output) &&
        fabric.trace(port(input), request.present_states).output == output &&
        random.uniform() < 0.4) {
      request.untouchable.push_back(port(input));
    }
  }
  constexpr std::array<RoutingObjective, 3> kObjectives{RoutingObjective::least_disturbance,
                                                        RoutingObjective::fewest_changes,
                                                        RoutingObjective::least_loss};
  request.objective = kObjectives[static_cast<std::size_t>(i / 3) % 3];
  return request;
}

Tally compare(const FeedForwardFabric& fabric, const CircuitRouter& router, bool one_signal,
              int rounds, std::size_t effort) {
  base::RandomStream random(131, "objectives");
  const AllStates all(fabric);
  Tally tally;
  for (int i = 0; i < rounds; ++i) {
    RoutingRequest request = random_request(fabric, router, i, random);
    request.effort = effort;
    const auto best = all.best(request, one_signal);
    try {
      const RoutingResult result = router.route(request);
      const auto found = all.cost(mask_of(result.states), request, one_signal);
      REQUIRE(best);
      REQUIRE(found);
      CHECK_FALSE(AllStates::less(*found, *best));
      const bool is_best = !AllStates::less(*best, *found);
      if (result.proved_optimal) {
        CHECK(is_best);
      }
      ++tally.routed;
      tally.proved += result.proved_optimal ? 1 : 0;
      tally.best += is_best ? 1 : 0;
    } catch (const RoutingFailed& failure) {
      CHECK_FALSE(best);
      CHECK_THAT(failure.what(), Catch::Contains("no states of the fabric's cells"));
      ++tally.failed;
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("on small rearrangeable fabrics objectives are met as well as any states can") {
  for (const auto& [topology, n, rounds] :
       {std::tuple{Topology::benes, 2, 60}, std::tuple{Topology::benes, 4, 600},
        std::tuple{Topology::planar, 3, 200}, std::tuple{Topology::planar, 4, 600},
        std::tuple{Topology::planar, 5, 400}, std::tuple{Topology::planar, 6, 120},
        std::tuple{Topology::reck, 6, 120}, std::tuple{Topology::reck, 4, 600},
        std::tuple{Topology::reck, 5, 400}, std::tuple{Topology::clements, 4, 100},
        std::tuple{Topology::dilated_benes, 2, 60}, std::tuple{Topology::dilated_benes, 4, 240}}) {
    const FeedForwardFabric fabric = make_fabric(topology, static_cast<std::size_t>(n), {});
    const auto router = make_router(topology, fabric);
    const Tally tally =
        compare(fabric, *router, topology == Topology::dilated_benes, rounds, kRoutingEffort);
    INFO(to_string(topology) << " of " << n);
    CHECK(tally.proved == tally.routed);
    CHECK(tally.routed > rounds / 2);
    CHECK((n == 2 || tally.failed > 0));
  }
}

TEST_CASE("without effort results are never called the best unless they are") {
  for (const auto& [topology, n] :
       {std::pair{Topology::benes, 4}, std::pair{Topology::planar, 4}, std::pair{Topology::reck, 4},
        std::pair{Topology::crossbar, 3}}) {
    const FeedForwardFabric fabric = make_fabric(topology, static_cast<std::size_t>(n), {});
    const auto router = make_router(topology, fabric);
    for (const std::size_t effort : {0U, 100U, 300U}) {
      const Tally tally = compare(fabric, *router, false, 300, effort);
      CHECK(tally.routed > 150);
      if (effort == 0) {
        CHECK(tally.proved < tally.routed);
      }
    }
  }
}

TEST_CASE(
    "strictly non-blocking fabrics keep to their circuits' own ways, and know what that costs") {
  for (const auto& [topology, n, rounds] :
       {std::tuple{Topology::crossbar, 3, 400}, std::tuple{Topology::crossbar, 4, 90},
        std::tuple{Topology::piloss, 3, 400}, std::tuple{Topology::piloss, 4, 90},
        std::tuple{Topology::switch_and_select, 2, 60},
        std::tuple{Topology::switch_and_select, 3, 200}}) {
    const FeedForwardFabric fabric = make_fabric(topology, static_cast<std::size_t>(n), {});
    const auto router = make_router(topology, fabric);
    const Tally tally = compare(fabric, *router, false, rounds, kRoutingEffort);
    INFO(to_string(topology) << " of " << n << ": " << tally.routed << " routed, " << tally.proved
                             << " proved, " << tally.best << " best, " << tally.failed
                             << " impossible");
    CHECK(tally.proved <= tally.best);
    if (topology == Topology::switch_and_select) {
      // There is only one way from port to port.
      CHECK(tally.proved == tally.routed);
      CHECK(tally.failed == 0);
    } else {
      CHECK(tally.proved > tally.routed / 4);
    }
  }
}

TEST_CASE("search without a rule meets the objectives of any graph") {
  for (const auto& [topology, n, rounds] :
       {std::tuple{Topology::benes, 4, 300}, std::tuple{Topology::crossbar, 3, 200},
        std::tuple{Topology::piloss, 3, 200}, std::tuple{Topology::switch_and_select, 3, 60}}) {
    const FeedForwardFabric fabric = make_fabric(topology, static_cast<std::size_t>(n), {});
    const CellGraphRouter router(fabric);
    const Tally tally = compare(fabric, router, false, rounds, kRoutingEffort);
    INFO(to_string(topology) << " of " << n);
    CHECK(tally.proved == tally.routed);
  }
}

TEST_CASE("routers refuse what does not fit, and say what") {
  for (const Topology topology : all_topologies()) {
    const FeedForwardFabric fabric = make_fabric(topology, 4, {});
    const auto router = make_router(topology, fabric);
    const std::vector<CellState> idle = fabric.structure().idle;
    Matching ring(4);
    ring.connect(port(0), port(1));
    const RoutingRequest good{ring, Matching(4), idle};
    CHECK_NOTHROW(router->route(good));
    RoutingRequest bad = good;
    bad.wanted = Matching(8);
    CHECK_THROWS_WITH(router->route(bad),
                      "ports of the wanted matching: 8, where the fabric has 4");
    bad = good;
    bad.present = Matching(2);
    CHECK_THROWS_WITH(router->route(bad),
                      "ports of the present matching: 2, where the fabric has 4");
    bad = good;
    bad.present_states.pop_back();
    CHECK_THROWS_WITH(router->route(bad), Catch::StartsWith("present states of cells: "));
    bad = good;
    bad.untouchable = {port(4)};
    CHECK_THROWS_WITH(router->route(bad), "untouchable input 4: the fabric has 4 inputs");
    bad = good;
    bad.untouchable = {port(2)};
    CHECK_THROWS_WITH(router->route(bad),
                      "untouchable input 2: it has no circuit that is both present and wanted");
    bad.untouchable = {port(0)};
    CHECK_THROWS_AS(router->route(bad), std::invalid_argument);
    // In both matchings, but the light does not go there.
    Matching other(4);
    const auto now = fabric.trace(port(0), idle).output;
    other.connect(port(0), now == port(3) ? port(2) : port(3));
    bad = RoutingRequest{other, other, idle};
    bad.untouchable = {port(0)};
    CHECK_THROWS_WITH(router->route(bad),
                      "untouchable input 0: the present states do not carry its circuit");
  }
  RoutingRequest lost{Matching(4), Matching(4), std::vector<CellState>(6)};
  lost.objective = RoutingObjective::least_loss;
  CHECK_THROWS_AS(CellGraphRouter(make_layout(Topology::benes, 4).graph).route(lost),
                  std::invalid_argument);
  CHECK_THROWS_WITH(make_router(Topology::planar, make_fabric(Topology::benes, 8, {})),
                    "a fabric of 8 ports and 20 cells is not a planar fabric");
}

TEST_CASE("a circuit that must not be touched can be in the way, and the reason is told") {
  // Planar, three ports: cells between lines 0 and 1, 1 and 2, 0 and 1, all in bar.
  const FeedForwardFabric planar = make_fabric(Topology::planar, 3, {});
  const auto planar_router = make_router(Topology::planar, planar);
  const std::vector<CellState> straight(3, CellState::bar);
  Matching two(3);
  two.connect(port(0), port(0));
  Matching all = two;
  all.connect(port(1), port(2));
  all.connect(port(2), port(1));
  RoutingRequest possible{all, two, straight};
  possible.untouchable = {port(0)};
  CHECK(planar_router->route(possible).disturbed_inputs.empty());
  two.connect(port(1), port(1));
  Matching crossed(3);
  crossed.connect(port(1), port(1));
  crossed.connect(port(0), port(2));
  RoutingRequest impossible{crossed, two, straight};
  impossible.untouchable = {port(1)};
  CHECK_THROWS_WITH(planar_router->route(impossible),
                    "no states of the fabric's cells realise the circuits 0 to 2, 1 to 1 while "
                    "those of the inputs 1 stay untouched");
}
