// SPDX-License-Identifier: Apache-2.0
// What holds of every answer, on meshes, requests and objectives at random.
#include <algorithm>
#include <utility>

#include <rapidcheck.h>

#include "photonics/mesh_routing/sat_solver.hpp"
#include "tests/photonics/mesh_routing/support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

template <class T>
T any_of(const std::vector<T>& values) {
  return values[*rc::gen::inRange<std::size_t>(0, values.size())];
}

std::size_t below(std::size_t n) { return *rc::gen::inRange<std::size_t>(0, n); }

MeshRequest any_request(const MeshGraph& graph, std::uint64_t seed) {
  base::RandomStream random(seed, "any request");
  MeshRequest request;
  request.pairs = random_pairs(first_ports(graph.ports()), 1 + below(graph.ports() / 4), random);
  request.objective = any_of<MeshObjective>(
      {MeshObjective::fewest_pucs, MeshObjective::shortest_longest, MeshObjective::fewest_changes});
  for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
    request.present.push_back(random.uniform() < 0.5 ? CellState::bar : CellState::cross);
    if (random.uniform() < 0.05) {
      request.stuck.push_back({static_cast<base::CellId>(cell),
                               any_of<StuckAt>({StuckAt::bar, StuckAt::cross, StuckAt::phase})});
    }
  }
  request.seed = seed;
  request.effort.improvements = 40;
  request.effort.conflicts = 500;
  return request;
}

MeshLayout any_layout() {
  const MeshOutline outline = any_of(all_mesh_outlines());
  MeshShape shape{outline, 1 + below(4), 1 + below(4)};
  if (outline == MeshOutline::hexagonal_lattice) {
    shape.rows = 1 + 2 * below(3);
    shape.columns = 2 + below(3);
  }
  return make_mesh_layout(shape);
}

}  // namespace

TEST_CASE("properties: an answer keeps to its request, whichever way round the pairs are given") {
  CHECK(rc::check("answers", [](std::uint64_t seed) {
    const MeshRouter router(any_layout().graph);
    const MeshRequest request = any_request(router.graph(), seed);
    const MeshResult result = router.route(request);
    if (result.verdict == MeshVerdict::routed) {
      check_routed(router.graph(), request, result);
    } else {
      RC_ASSERT(result.states.empty());
      RC_ASSERT((result.verdict == MeshVerdict::infeasible) == !result.core.empty());
      for (const MeshPair& pair : result.core) {
        RC_ASSERT(std::count(request.pairs.begin(), request.pairs.end(), pair) == 1);
      }
    }
    MeshRequest turned = request;
    std::reverse(turned.pairs.begin(), turned.pairs.end());
    for (MeshPair& pair : turned.pairs) {
      std::swap(pair.a, pair.b);
    }
    const MeshResult other = router.route(turned);
    const bool decided =
        result.verdict != MeshVerdict::unproven && other.verdict != MeshVerdict::unproven;
    RC_ASSERT(!decided || result.verdict == other.verdict);
    if (result.proved_optimal && other.proved_optimal) {
      RC_ASSERT(result.value == other.value);
    }
  }));
}

TEST_CASE("properties: what can be joined can be joined with a pair less, over no more cells") {
  CHECK(rc::check("fewer", [](std::uint64_t seed) {
    const MeshRouter router(any_layout().graph);
    MeshRequest request = any_request(router.graph(), seed);
    request.objective = MeshObjective::fewest_pucs;
    const MeshResult all = router.route(request);
    if (all.verdict != MeshVerdict::routed) {
      return;
    }
    request.pairs.pop_back();
    const MeshResult fewer = router.route(request);
    RC_ASSERT(fewer.verdict != MeshVerdict::infeasible);
    RC_ASSERT(fewer.lower_bound <= all.value);
  }));
}

namespace {

/// By port, the cells of the shortest walk from `from` that may pass a cell in both states; 0 where
/// there is none.
std::vector<std::size_t> shortest_walks(const MeshGraph& graph, std::size_t from) {
  std::vector<std::size_t> walks(graph.ports());
  std::vector<bool> seen(graph.terminals());
  std::vector<TerminalIndex> now{graph.port_terminal(from)};
  seen[now.front()] = true;
  for (std::size_t cells = 1; !now.empty(); ++cells) {
    std::vector<TerminalIndex> next;
    for (const TerminalIndex t : now) {
      for (const unsigned state : {0U, 1U}) {
        const std::int32_t across = graph.across(leaving_at(t, state));
        if (across < 0) {
          std::size_t& walk = walks[static_cast<std::size_t>(-1 - across)];
          walk = walk == 0 ? cells : walk;
        } else if (!seen[static_cast<std::size_t>(across)]) {
          seen[static_cast<std::size_t>(across)] = true;
          next.push_back(static_cast<TerminalIndex>(across));
        }
      }
    }
    now = next;
  }
  return walks;
}

}  // namespace

TEST_CASE("properties: a port that can be reached by a walk need not be joined by any setting") {
  if (!SatSolver::available()) {
    return;
  }
  struct Corners {
    MeshOutline outline;
    std::size_t size;
    std::size_t pairs;  // at the acute corners, where a walk has to pass a cell in both states
  };
  for (const Corners& mesh :
       {Corners{MeshOutline::hexagonal_offset, 2, 4}, Corners{MeshOutline::hexagonal, 3, 4},
        Corners{MeshOutline::smartlight, 1, 0}}) {
    const MeshRouter router(layout_of(mesh.outline, mesh.size, mesh.size).graph);
    const MeshGraph& graph = router.graph();
    std::size_t only_reached = 0;
    for (std::size_t a = 0; a < graph.ports(); ++a) {
      const std::vector<std::size_t> walks = shortest_walks(graph, a);
      for (std::size_t b = a + 1; b < graph.ports(); ++b) {
        REQUIRE(walks[b] > 0);
        MeshRequest request;
        request.pairs = {pair_of(a, b)};
        const MeshResult result = router.route(request);
        if (result.verdict == MeshVerdict::infeasible) {
          ++only_reached;
          CHECK(result.core == request.pairs);
        } else {
          CHECK(result.verdict == MeshVerdict::routed);
          CHECK(result.routes.front().cells() >= walks[b]);
        }
      }
    }
    CHECK(only_reached == mesh.pairs);
  }
}
