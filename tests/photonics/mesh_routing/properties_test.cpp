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
