// SPDX-License-Identifier: Apache-2.0
// The fewest settings that join all pairs of ports, beside exhaustion.
#include <bitset>

#include "photonics/mesh_routing/all_to_all.hpp"
#include "photonics/mesh_routing/sat_solver.hpp"
#include "tests/photonics/mesh_routing/exhaustive.hpp"
#include "tests/photonics/mesh_routing/support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

constexpr std::size_t kMostPairs = 128;
using PairSet = std::bitset<kMostPairs>;

/// What each setting of a small mesh joins of some ports: sets that are in no other.
class SmallCover {
 public:
  SmallCover(const Exhaustive& all, const std::vector<base::PortId>& ports) {
    for (std::size_t setting = 0; setting < all.settings(); ++setting) {
      PairSet set;
      std::size_t number = 0;
      for (std::size_t i = 0; i < ports.size(); ++i) {
        for (std::size_t j = i + 1; j < ports.size(); ++j, ++number) {
          set[number] = all.partner(setting, base::index(ports[i])) == base::index(ports[j]);
        }
      }
      joined_ |= set;
      add(set);
    }
  }

  [[nodiscard]] std::size_t pairs() const { return joined_.count(); }
  /// By trying all sets with one pair that is missing, the one with the fewest of them.
  [[nodiscard]] std::size_t fewest() const {
    std::size_t count = 0;
    while (!covered(joined_, count)) {
      ++count;
    }
    return count;
  }

 private:
  void add(const PairSet& set) {
    for (const PairSet& other : sets_) {
      if ((set & ~other).none()) {
        return;
      }
    }
    sets_.erase(std::remove_if(sets_.begin(), sets_.end(),
                               [&](const PairSet& other) { return (other & ~set).none(); }),
                sets_.end());
    sets_.push_back(set);
  }

  [[nodiscard]] bool covered(const PairSet& missing, std::size_t settings) const {
    if (missing.none()) {
      return true;
    }
    std::size_t most = 0;
    std::array<std::size_t, kMostPairs> choices{};
    for (const PairSet& set : sets_) {
      const PairSet joins = set & missing;
      most = std::max(most, joins.count());
      for (std::size_t i = 0; i < joins.size(); ++i) {
        choices[i] += joins[i] ? 1U : 0U;
      }
    }
    if (settings * most < missing.count()) {
      return false;
    }
    std::size_t rarest = kMostPairs;
    for (std::size_t i = 0; i < missing.size(); ++i) {
      if (missing[i] && (rarest == kMostPairs || choices[i] < choices[rarest])) {
        rarest = i;
      }
    }
    return std::any_of(sets_.begin(), sets_.end(), [&](const PairSet& set) {
      return set[rarest] && covered(missing & ~set, settings - 1);
    });
  }

  std::vector<PairSet> sets_;
  PairSet joined_;
};

std::vector<base::PortId> all_ports(std::size_t count) {
  std::vector<base::PortId> ports;
  for (std::size_t i = 0; i < count; ++i) {
    ports.push_back(port(i));
  }
  return ports;
}

/// Every pair is joined, in one setting, which is routed.
void check_cover(const MeshRouter& router, const AllToAllCover& cover, const MeshRequest& request) {
  REQUIRE(cover.results.size() == cover.circuits.size());
  std::vector<MeshPair> joined;
  for (std::size_t i = 0; i < cover.circuits.size(); ++i) {
    MeshRequest one = request;
    one.pairs = cover.circuits[i];
    check_routed(router.graph(), one, cover.results[i]);
    joined.insert(joined.end(), one.pairs.begin(), one.pairs.end());
  }
  REQUIRE(joined.size() == cover.joined.size());
  for (const MeshPair& pair : cover.joined) {
    CHECK(std::find(joined.begin(), joined.end(), pair) != joined.end());
  }
  CHECK(cover.bound.settings <= cover.circuits.size());
}

}  // namespace

TEST_CASE("all to all: the fewest settings lie between the bound and what is found") {
  struct Mesh {
    MeshOutline outline;
    std::size_t rows;
    std::size_t columns;
  };
  for (const Mesh& mesh :
       {Mesh{MeshOutline::square, 1, 1}, Mesh{MeshOutline::square, 1, 2},
        Mesh{MeshOutline::triangular, 1, 1}, Mesh{MeshOutline::hexagonal, 1, 1}}) {
    const MeshLayout layout = layout_of(mesh.outline, mesh.rows, mesh.columns);
    const MeshRouter router(layout.graph);
    const std::vector<base::PortId> ports = all_ports(layout.ports.size());
    const SmallCover exact(Exhaustive(router.graph()), ports);
    AllToAllEffort effort;
    effort.moves = 100'000;
    const AllToAllCover cover = all_to_all_cover(router, ports, {}, effort);
    const std::size_t all = ports.size() * (ports.size() - 1) / 2;
    CHECK(cover.joined.size() == exact.pairs());
    CHECK(cover.never.size() + cover.undecided.size() == all - exact.pairs());
    CHECK((cover.undecided.empty() || !SatSolver::available()));
    check_cover(router, cover, {});
    const std::size_t fewest = exact.fewest();
    CHECK(cover.bound.settings <= fewest);
    CHECK(cover.circuits.size() == fewest);
  }
}

TEST_CASE("all to all: some ports, of random choice") {
  const MeshLayout layout = layout_of(MeshOutline::hexagonal, 1, 2);
  const MeshRouter router(layout.graph);
  const Exhaustive all(router.graph());
  base::RandomStream random(base::kDefaultSeed, "all to all");
  for (int i = 0; i < 10; ++i) {
    const std::vector<MeshPair> drawn = random_pairs(first_ports(layout.ports.size()), 3, random);
    std::vector<base::PortId> ports;
    for (const MeshPair& pair : drawn) {
      ports.push_back(pair.a);
      ports.push_back(pair.b);
    }
    AllToAllEffort effort;
    effort.moves = 50'000;
    effort.searches = 2'000;
    const AllToAllCover cover = all_to_all_cover(router, ports, {}, effort);
    const SmallCover exact(all, ports);
    CHECK(cover.joined.size() == exact.pairs());
    CHECK(cover.bound.settings <= exact.fewest());
    CHECK(cover.circuits.size() == exact.fewest());
    check_cover(router, cover, {});
  }
}

TEST_CASE("all to all: cells that are stuck") {
  const MeshLayout layout = layout_of(MeshOutline::hexagonal_offset, 2, 2);
  const MeshRouter router(layout.graph);
  MeshRequest request;
  request.stuck = {{static_cast<base::CellId>(3), StuckAt::phase},
                   {static_cast<base::CellId>(9), StuckAt::bar}};
  AllToAllEffort effort;
  effort.moves = 50'000;
  effort.attempts = 1;
  effort.searches = 2'000;
  const std::vector<base::PortId> ports = all_ports(layout.ports.size());
  const AllToAllCover cover = all_to_all_cover(router, ports, request, effort);
  CHECK(cover.joined.size() + cover.never.size() + cover.undecided.size() ==
        ports.size() * (ports.size() - 1) / 2);
  CHECK_FALSE(cover.joined.empty());
  check_cover(router, cover, request);
}

TEST_CASE("all to all: the external ports of Smartlight") {
  const MeshLayout layout = layout_of(MeshOutline::smartlight);
  const MeshRouter router(layout.graph);
  std::vector<base::PortId> ports = all_ports(22);
  for (std::size_t i = 34; i < 40; ++i) {
    ports.push_back(port(i));
  }
  AllToAllEffort effort;
  effort.moves = 200'000;
  effort.attempts = 1;
  effort.searches = 28 * 1'000;
  MeshRequest request;
  request.effort = first_found();
  const AllToAllCover cover = all_to_all_cover(router, ports, request, effort);
  CHECK(cover.joined.size() == 378);
  check_cover(router, cover, {});
  // With all effort: 38 at least, 39 found.
  CHECK(cover.bound.by == AllToAllBound::By::lengths);
  CHECK(cover.bound.settings >= 37);
  CHECK(cover.circuits.size() <= 52);
}

TEST_CASE("all to all: bounds that can be worked out by hand") {
  const MeshLayout layout = layout_of(MeshOutline::smartlight);
  const MeshRouter router(layout.graph);
  const MeshRequest nothing;
  const MeshTask task(router.graph(), nothing);
  const auto bound = [&](const std::vector<MeshPair>& pairs) {
    return all_to_all_bound(task, router.cuts(), pairs, 100);
  };
  CHECK(bound({}).settings == 0);
  CHECK(bound({}).by == AllToAllBound::By::nothing);
  // One port with three partners.
  CHECK(bound({pair_of(0, 5), pair_of(0, 15), pair_of(0, 37)}).settings == 3);
  CHECK(bound({pair_of(0, 5), pair_of(0, 15), pair_of(0, 37)}).by == AllToAllBound::By::partners);
  // Three ports among themselves: one pair in a setting.
  CHECK(bound({pair_of(0, 5), pair_of(0, 15), pair_of(5, 15)}).settings == 3);
  CHECK(bound({pair_of(0, 5), pair_of(0, 15), pair_of(5, 15)}).by == AllToAllBound::By::pairs);
  // The six ports 39, 0 to 4 have four waveguides to the rest of the mesh.
  std::vector<MeshPair> corner;
  for (const std::size_t inside : {39, 0, 1, 2, 3, 4}) {
    for (std::size_t outside = 5; outside < 5 + 22; ++outside) {
      corner.push_back(pair_of(inside, outside));
    }
  }
  CHECK(bound(corner).settings >= 33);
  CHECK_THROWS_AS(all_to_all_cover(router, {port(1), port(1)}, {}), std::invalid_argument);
  CHECK_THROWS_AS(all_to_all_cover(router, {port(1), port(40)}, {}), std::invalid_argument);
}
