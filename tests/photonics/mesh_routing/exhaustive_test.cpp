// SPDX-License-Identifier: Apache-2.0
// Verdicts, minima and cores against all settings of small meshes.
#include <array>
#include <functional>
#include <set>

#include "photonics/mesh_routing/sat_solver.hpp"
#include "tests/photonics/mesh_routing/exhaustive.hpp"
#include "tests/photonics/mesh_routing/support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::CellId;

namespace {

const auto kAny = [](std::size_t) { return true; };

struct Tally {
  int routed = 0;
  int infeasible = 0;
};

/// One set of pairs, by all objectives.
void check_all(const MeshRouter& router, const Exhaustive& all, const std::vector<MeshPair>& pairs,
               std::size_t present, Tally& tally) {
  MeshRequest request;
  request.pairs = pairs;
  const auto best = all.best(pairs, present, kAny);
  const MeshResult result = router.route(request);
  if (!best) {
    ++tally.infeasible;
    REQUIRE(result.verdict == MeshVerdict::infeasible);
    REQUIRE_FALSE(result.core.empty());
    CHECK_FALSE(all.best(result.core, 0, kAny));
    if (result.core_is_minimal) {
      for (std::size_t i = 0; i < result.core.size(); ++i) {
        std::vector<MeshPair> fewer = result.core;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(all.best(fewer, 0, kAny));
      }
    }
    return;
  }
  ++tally.routed;
  check_routed(router.graph(), request, result);
  CHECK(result.proved_optimal);
  CHECK(result.value == best->total);
  request.objective = MeshObjective::shortest_longest;
  const MeshResult longest = router.route(request);
  check_routed(router.graph(), request, longest);
  CHECK(longest.proved_optimal);
  CHECK(longest.value == best->longest);
  request.objective = MeshObjective::fewest_changes;
  for (std::size_t cell = 0; cell < router.graph().cells(); ++cell) {
    request.present.push_back(Exhaustive::crossed(present, cell) ? CellState::cross
                                                                 : CellState::bar);
  }
  const MeshResult changes = router.route(request);
  check_routed(router.graph(), request, changes);
  CHECK(changes.proved_optimal);
  CHECK(changes.value == best->changes);
  CHECK(static_cast<std::int64_t>(changes.changed.size()) == changes.value);
}

void check_random(MeshOutline outline, std::size_t rows, std::size_t columns, int count) {
  if (!SatSolver::available()) {
    return;  // without proofs some verdicts read `unproven`
  }
  INFO(to_string(outline) << " " << rows << " x " << columns);
  const MeshRouter router(layout_of(outline, rows, columns).graph);
  const Exhaustive all(router.graph());
  base::RandomStream random(base::kDefaultSeed, "exhaustive");
  const std::size_t ports = router.graph().ports();
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const auto pairs =
        1 + static_cast<std::size_t>(random.uniform() * static_cast<double>(ports / 2));
    const auto present =
        static_cast<std::size_t>(random.uniform() * static_cast<double>(all.settings()));
    check_all(router, all, random_pairs(first_ports(ports), pairs, random), present, tally);
    // Random pairs are often infeasible: some that are not.
    std::vector<MeshPair> feasible;
    const auto setting =
        static_cast<std::size_t>(random.uniform() * static_cast<double>(all.settings()));
    for (std::size_t port = 0; port < ports && feasible.size() < pairs; ++port) {
      if (all.partner(setting, port) > port) {
        feasible.push_back(pair_of(port, all.partner(setting, port)));
      }
    }
    check_all(router, all, feasible, present, tally);
  }
  CHECK(tally.routed > count);
  CHECK(tally.infeasible > 0);
}

}  // namespace

TEST_CASE("exhaustive: every set of pairs of a single hexagon") {
  if (!SatSolver::available()) {
    return;  // without proofs some verdicts read `unproven`
  }
  // 12 ports: all 140,152 sets would do; those of up to 3 pairs, and the 10,395 of all ports.
  const MeshRouter router(layout_of(MeshOutline::hexagonal, 1, 1).graph);
  const Exhaustive all(router.graph());
  std::set<std::vector<std::size_t>> matchings;
  for (std::size_t setting = 0; setting < all.settings(); ++setting) {
    std::vector<std::size_t> partners;
    for (std::size_t p = 0; p < 12; ++p) {
      partners.push_back(all.partner(setting, p));
    }
    matchings.insert(partners);
  }
  int feasible = 0;
  std::vector<MeshPair> pairs;
  std::vector<bool> taken(12);
  MeshRequest request;
  request.effort = first_found();
  const std::function<void()> visit = [&] {
    std::size_t first = 0;
    while (first < 12 && taken[first]) {
      ++first;
    }
    if (first == 12) {
      request.pairs = pairs;
      const bool there = all.best(pairs, 0, kAny).has_value();
      feasible += there ? 1 : 0;
      const MeshVerdict verdict = router.route(request).verdict;
      REQUIRE(verdict == (there ? MeshVerdict::routed : MeshVerdict::infeasible));
      return;
    }
    taken[first] = true;
    for (std::size_t other = first + 1; other < 12; ++other) {
      if (!taken[other]) {
        taken[other] = true;
        pairs.push_back(pair_of(first, other));
        visit();
        pairs.pop_back();
        taken[other] = false;
      }
    }
    taken[first] = false;
  };
  visit();
  CHECK(feasible == static_cast<int>(matchings.size()));
}

TEST_CASE("exhaustive: every set of one or two pairs of 2 x 2 hexagons, offset") {
  if (!SatSolver::available()) {
    return;  // without proofs some verdicts read `unproven`
  }
  const MeshRouter router(layout_of(MeshOutline::hexagonal_offset, 2, 2).graph);
  const Exhaustive all(router.graph());
  const std::size_t ports = 20;
  // By two pairs, each as 20 a + b with a < b: the least total, if any.
  std::vector<std::uint8_t> table(ports * ports * ports * ports, 255);
  for (std::size_t setting = 0; setting < all.settings(); ++setting) {
    std::array<std::size_t, 10> keys{};
    std::array<std::size_t, 10> lengths{};
    std::size_t routes = 0;
    for (std::size_t p = 0; p < ports; ++p) {
      const std::size_t other = all.partner(setting, p);
      if (other > p) {
        keys.at(routes) = ports * p + other;
        lengths.at(routes++) = all.length(setting, p);
      }
    }
    for (std::size_t i = 0; i < routes; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        std::uint8_t& here = table[ports * ports * keys.at(j) + keys.at(i)];
        const std::size_t total = lengths.at(i) + (i == j ? 0 : lengths.at(j));
        here = static_cast<std::uint8_t>(std::min<std::size_t>(here, total));
      }
    }
  }
  MeshRequest request;
  request.effort.smallest_core = false;
  std::size_t wrong = 0;
  std::size_t infeasible = 0;
  const auto check = [&](std::size_t least_total) {
    const MeshResult result = router.route(request);
    if (least_total == 255) {
      ++infeasible;
      wrong += result.verdict == MeshVerdict::infeasible ? 0U : 1U;
    } else {
      const bool right = result.verdict == MeshVerdict::routed && result.proved_optimal &&
                         result.value == static_cast<std::int64_t>(least_total);
      wrong += right ? 0U : 1U;
    }
  };
  for (std::size_t a = 0; a < ports; ++a) {
    for (std::size_t b = a + 1; b < ports; ++b) {
      request.pairs = {pair_of(a, b)};
      check(table[ports * ports * (ports * a + b) + ports * a + b]);
      for (std::size_t c = a + 1; c < ports; ++c) {
        for (std::size_t d = c + 1; d < ports; ++d) {
          if (c != b && d != b) {
            request.pairs = {pair_of(a, b), pair_of(c, d)};
            check(table[ports * ports * (ports * a + b) + ports * c + d]);
          }
        }
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(infeasible > 0);
}

TEST_CASE("exhaustive: random sets of pairs of 2 x 2 hexagons, by three objectives") {
  check_random(MeshOutline::hexagonal_offset, 2, 2, 40);
  check_random(MeshOutline::hexagonal, 2, 2, 40);
}

TEST_CASE("exhaustive: random sets of pairs of other lattices, by three objectives") {
  check_random(MeshOutline::square, 2, 2, 100);
  check_random(MeshOutline::square, 1, 5, 100);
  check_random(MeshOutline::triangular, 2, 2, 100);
  check_random(MeshOutline::hexagonal, 1, 3, 100);
  check_random(MeshOutline::hexagonal_lattice, 1, 2, 100);
}

TEST_CASE("exhaustive: cells that are stuck, and circuits that must not be touched") {
  if (!SatSolver::available()) {
    return;  // without proofs some verdicts read `unproven`
  }
  const MeshRouter router(layout_of(MeshOutline::hexagonal, 1, 3).graph);  // 16 cells
  const MeshGraph& graph = router.graph();
  const Exhaustive all(graph);
  base::RandomStream random(base::kDefaultSeed, "stuck and untouchable");
  const auto below = [&](std::size_t n) {
    return static_cast<std::size_t>(random.uniform() * static_cast<double>(n));
  };
  Tally tally;
  for (int i = 0; i < 300; ++i) {
    MeshRequest request;
    const std::size_t present = below(all.settings());
    for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
      request.present.push_back(Exhaustive::crossed(present, cell) ? CellState::cross
                                                                   : CellState::bar);
    }
    const std::size_t first = below(graph.ports());
    const std::size_t second = all.partner(present, first);
    request.pairs = {pair_of(first, second)};
    const MeshRoute live = route_from(graph, port(first), request.present);
    if (i % 2 == 0) {
      request.untouchable = request.pairs;
    }
    std::vector<std::size_t> others;
    for (std::size_t p = 0; p < graph.ports(); ++p) {
      if (p != first && p != second) {
        others.push_back(p);
      }
    }
    for (const MeshPair& pair : random_pairs(others, 1 + below(3), random)) {
      request.pairs.push_back(pair);
    }
    std::set<std::size_t> on_live;
    for (const PathHop& hop : live.hops) {
      on_live.insert(base::index(hop.cell));
    }
    for (const StuckAt at : {StuckAt::bar, StuckAt::cross, StuckAt::phase}) {
      const std::size_t cell = below(graph.cells());
      const bool again =
          std::any_of(request.stuck.begin(), request.stuck.end(),
                      [&](const StuckCell& s) { return base::index(s.cell) == cell; });
      if (!again && on_live.count(cell) == 0) {
        request.stuck.push_back({static_cast<CellId>(cell), at});
      }
    }
    const auto allowed = [&](std::size_t setting) {
      for (const StuckCell& stuck : request.stuck) {
        const std::size_t cell = base::index(stuck.cell);
        if (stuck.at != StuckAt::phase &&
            Exhaustive::crossed(setting, cell) != (stuck.at == StuckAt::cross)) {
          return false;
        }
      }
      if (!request.untouchable.empty()) {
        for (const std::size_t cell : on_live) {
          if (Exhaustive::crossed(setting, cell) != Exhaustive::crossed(present, cell)) {
            return false;
          }
        }
      }
      // Nothing wanted passes a cell that is stuck between.
      std::vector<CellState> states;
      for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
        states.push_back(Exhaustive::crossed(setting, cell) ? CellState::cross : CellState::bar);
      }
      for (const MeshPair& pair : request.pairs) {
        for (const PathHop& hop : route_from(graph, pair.a, states).hops) {
          for (const StuckCell& stuck : request.stuck) {
            if (stuck.at == StuckAt::phase && stuck.cell == hop.cell) {
              return false;
            }
          }
        }
      }
      return true;
    };
    const auto best = all.best(request.pairs, present, allowed);
    const MeshResult result = router.route(request);
    if (!best) {
      ++tally.infeasible;
      REQUIRE(result.verdict == MeshVerdict::infeasible);
      CHECK_FALSE(all.best(result.core, present, allowed));
      continue;
    }
    ++tally.routed;
    check_routed(graph, request, result);
    CHECK(result.proved_optimal);
    CHECK(result.value == best->total);
    if (!request.untouchable.empty()) {
      for (const std::size_t cell : on_live) {
        CHECK(result.states[cell] == request.present[cell]);
      }
    }
  }
  CHECK(tally.routed > 50);
  CHECK(tally.infeasible > 50);
}

TEST_CASE("exhaustive: lines through a mesh let no more circuits pass than any setting has") {
  for (const auto& [outline, rows, columns] : {std::tuple{MeshOutline::hexagonal_offset, 2, 2},
                                               {MeshOutline::hexagonal, 1, 3},
                                               {MeshOutline::square, 2, 2},
                                               {MeshOutline::triangular, 2, 2}}) {
    INFO(to_string(outline));
    const MeshRouter router(
        layout_of(outline, static_cast<std::size_t>(rows), static_cast<std::size_t>(columns))
            .graph);
    const Exhaustive all(router.graph());
    const CutBounds& cuts = router.cuts();
    REQUIRE(cuts.valid());
    const std::size_t n = cuts.boundary().size();
    std::vector<std::size_t> most(n * n);
    std::vector<std::size_t> place(n);
    for (std::size_t i = 0; i < n; ++i) {
      place[cuts.boundary()[i]] = i;
    }
    for (std::size_t setting = 0; setting < all.settings(); ++setting) {
      for (std::size_t first = 0; first < n; ++first) {
        std::size_t crossing = 0;
        for (std::size_t last = first + 1; last < n; ++last) {
          const std::size_t partner = place[all.partner(setting, cuts.boundary()[last - 1])];
          const bool inside = partner >= first && partner < last;
          crossing = inside ? crossing - 1 : crossing + 1;
          most[first * n + last] = std::max(most[first * n + last], crossing);
        }
      }
    }
    std::size_t tight = 0;
    for (std::size_t first = 0; first < n; ++first) {
      for (std::size_t last = first + 1; last < n; ++last) {
        CHECK(most[first * n + last] <= cuts.capacity(first, last));
        // Not more than there are ports on either side.
        const std::size_t ports = std::min(last - first, n - (last - first));
        const std::size_t bound = std::min(cuts.capacity(first, last), ports);
        tight += most[first * n + last] == bound ? 1U : 0U;
      }
    }
    CHECK(tight > n * (n - 1) / 4);
  }
}
