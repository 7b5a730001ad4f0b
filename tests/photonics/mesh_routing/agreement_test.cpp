// SPDX-License-Identifier: Apache-2.0
// The heuristic beside the exact method on random sets of pairs: verdicts agree, and lengths are
// within 1 % of the proven minimum in the mean. A few here; thousands in the soak.
#include <iostream>

#include "photonics/mesh_routing/sat_solver.hpp"
#include "tests/photonics/mesh_routing/support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

struct Tally {
  int routed = 0;
  int infeasible = 0;
  int open = 0;      ///< not decided by the exact method
  int missed = 0;    ///< routable, and not found by the heuristic alone
  int unproven = 0;  ///< minimum not proved
  std::int64_t heuristic_cells = 0;
  std::int64_t least_cells = 0;
};

void compare(const MeshRouter& router, std::size_t most_pairs, int count,
             base::RandomStream& random, Tally& tally) {
  for (int i = 0; i < count; ++i) {
    MeshRequest request;
    const auto pairs =
        1 + static_cast<std::size_t>(random.uniform() * static_cast<double>(most_pairs));
    request.pairs = random_pairs(first_ports(router.graph().ports()), pairs, random);
    request.seed = static_cast<std::uint64_t>(i);
    request.effort.smallest_core = false;
    request.effort.conflicts = 200'000;
    MeshRequest heuristic = request;
    heuristic.effort.conflicts = 0;
    MeshRequest exact = request;
    exact.effort = first_found();
    exact.effort.rounds = 0;
    exact.effort.conflicts = 1'000'000;
    exact.effort.smallest_core = false;
    const MeshResult found = router.route(heuristic);
    const MeshResult verdict = router.route(exact);
    if (verdict.verdict == MeshVerdict::unproven) {
      ++tally.open;
      continue;
    }
    // Never the opposite.
    if (verdict.verdict == MeshVerdict::infeasible) {
      ++tally.infeasible;
      REQUIRE(found.verdict != MeshVerdict::routed);
      REQUIRE(router.route(request).verdict == MeshVerdict::infeasible);
      continue;
    }
    ++tally.routed;
    REQUIRE(found.verdict != MeshVerdict::infeasible);
    check_routed(router.graph(), exact, verdict);
    if (found.verdict == MeshVerdict::unproven) {
      ++tally.missed;
      continue;
    }
    check_routed(router.graph(), heuristic, found);
    const MeshResult best = router.route(request);
    check_routed(router.graph(), request, best);
    if (!best.proved_optimal) {
      ++tally.unproven;
      continue;
    }
    REQUIRE(best.value <= found.value);
    tally.heuristic_cells += found.value;
    tally.least_cells += best.value;
  }
}

void check(const Tally& tally, int count) {
  CHECK(tally.routed > count / 10);
  CHECK(tally.infeasible > count / 10);
  CHECK(tally.open <= count / 50);
  CHECK(tally.unproven <= count / 20);
  CHECK(tally.missed <= count / 20);
  CHECK(static_cast<double>(tally.heuristic_cells) <=
        1.01 * static_cast<double>(tally.least_cells));
}

void report(const std::string& name, const Tally& t) {
  std::cout << name << ": " << t.routed << " routed, " << t.infeasible << " infeasible, " << t.open
            << " open; missed by the heuristic " << t.missed << ", minimum not proved "
            << t.unproven << ", cells " << t.heuristic_cells << " against " << t.least_cells
            << "\n";
}

}  // namespace

TEST_CASE("agreement: the heuristic beside the exact method, a few random sets of pairs") {
  if (!SatSolver::available()) {
    return;
  }
  base::RandomStream random(base::kDefaultSeed, "agreement");
  Tally tally;
  compare(MeshRouter(layout_of(MeshOutline::hexagonal_offset, 3, 3).graph), 6, 40, random, tally);
  compare(MeshRouter(layout_of(MeshOutline::hexagonal_offset, 4, 4).graph), 6, 20, random, tally);
  compare(MeshRouter(layout_of(MeshOutline::smartlight).graph), 7, 40, random, tally);
  check(tally, 100);
}

TEST_CASE("agreement: thousands of random sets of pairs", "[.soak]") {
  base::RandomStream random(base::kDefaultSeed, "agreement soak");
  for (std::size_t size = 3; size <= 6; ++size) {
    Tally tally;
    compare(MeshRouter(layout_of(MeshOutline::hexagonal_offset, size, size).graph), size + 3, 1000,
            random, tally);
    report("hexagonal_offset " + std::to_string(size) + " x " + std::to_string(size), tally);
    check(tally, 1000);
  }
  Tally tally;
  compare(MeshRouter(layout_of(MeshOutline::smartlight).graph), 7, 1000, random, tally);
  report("smartlight", tally);
  check(tally, 1000);
}
