// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/slice_allocator.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <iterator>
#include <map>

#include "base/diagnostics.hpp"
#include "base/ids.hpp"
#include "base/random.hpp"
#include "platforms/managers/slice_check.hpp"
#include "platforms/managers/spare_manager.hpp"

namespace heliograph::platforms {
namespace {

int draw(base::RandomStream& random, int below) {
  return static_cast<int>(random.uniform() * below);
}

AllocatorConfig with_policy(AllocationPolicy policy) {
  AllocatorConfig config;
  config.policy = policy;
  return config;
}

/// Takes what is found; whether there was something.
bool allocate(Cluster& cluster, const SliceAllocator& allocator, int chips) {
  const Allocation found = allocator.find(cluster, request_of(chips, cluster.rack()));
  if (found.slice) {
    cluster.take(*found.slice);
  }
  return found.slice.has_value();
}

TEST_CASE("contiguous: aligned boxes, first fit, rack by rack") {
  Cluster cluster({}, 2);
  const SliceAllocator allocator(with_policy(AllocationPolicy::contiguous));
  for (int turn = 0; turn < 4; ++turn) {
    REQUIRE(allocate(cluster, allocator, 32));
    CHECK(cluster.slices().rbegin()->second.rack == RackId{static_cast<std::uint32_t>(turn / 2)});
  }
  const Allocation none = allocator.find(cluster, {Extent{{2, 2, 1}}});
  CHECK_FALSE(none.slice);
  CHECK(none.refusal == Refusal::too_few_free);
  cluster.release(SliceId{1});
  // Not a whole number of servers, as the slice of Morphlux' Table 2.
  const Allocation half = allocator.find(cluster, {Extent{{4, 1, 2}}});
  CHECK_FALSE(half.slice);  // the free half is 2 wide
  CHECK(half.refusal == Refusal::no_block);
  AllocatorConfig turned = with_policy(AllocationPolicy::contiguous);
  turned.any_orientation = true;
  const Allocation other = SliceAllocator(turned).find(cluster, {Extent{{4, 1, 2}}});
  REQUIRE(other.slice);
  CHECK(other.slice->shape.text() == "1x2x4");
  CHECK(cluster_mistakes(cluster).empty());
}

TEST_CASE("fragmented: free servers that do not lie together make a slice") {
  Cluster cluster({}, 1);
  const SliceAllocator torus(with_policy(AllocationPolicy::contiguous));
  const SliceAllocator allocator(AllocatorConfig{});
  for (int turn = 0; turn < 16; ++turn) {
    REQUIRE(allocate(cluster, torus, 4));
  }
  for (const std::uint32_t id : {0U, 5U, 10U, 15U}) {
    cluster.release(SliceId{id});
  }
  CHECK(torus.find(cluster, {Extent{{2, 2, 4}}}).refusal == Refusal::no_block);
  const Allocation found = allocator.find(cluster, {Extent{{2, 2, 4}}});
  REQUIRE(found.slice);
  CHECK_FALSE(found.contiguous);
  CHECK(found.peak == 4);
  CHECK(found.optimal);
  CHECK(found.extra_fibres == 0);
  CHECK(slice_mistakes(cluster.rack(), *found.slice).empty());
  CHECK(found.slice->circuits.size() == 4 * 4 + 3 * 4);
  cluster.take(*found.slice);
  CHECK(cluster_mistakes(cluster).empty());
}

TEST_CASE("fragmented: full fibres refuse a slice, or are counted") {
  TorusRackConfig config;
  config.fibres_per_server_pair = 2;
  Cluster cluster(config, 1);
  const Allocation none = SliceAllocator(AllocatorConfig{}).find(cluster, {Extent{{2, 2, 2}}});
  CHECK_FALSE(none.slice);
  CHECK(none.refusal == Refusal::fibres_full);
  AllocatorConfig generous;
  generous.extra_fibres = true;
  const Allocation found = SliceAllocator(generous).find(cluster, {Extent{{2, 2, 2}}});
  REQUIRE(found.slice);
  CHECK(found.extra_fibres == 2);
  cluster.take(*found.slice);
  const std::vector<std::string> mistakes = cluster_mistakes(cluster);
  REQUIRE(mistakes.size() == 1);  // nothing else, and not silent
  CHECK_THAT(mistakes.front(), Catch::Contains("carries 4 fibres and has 2"));
}

TEST_CASE("bcube and ideal switch: aligned addresses, any accelerators") {
  Cluster cluster({}, 1);
  const SliceAllocator bcube(with_policy(AllocationPolicy::bcube));
  const SliceAllocator ideal(with_policy(AllocationPolicy::ideal_switch));
  cluster.fail(RackId{0}, ChipId{0});
  REQUIRE(allocate(cluster, bcube, 32));  // the second half
  CHECK_FALSE(allocate(cluster, bcube, 32));
  CHECK(bcube.find(cluster, {Extent{{2, 2, 4}}}).slice);
  CHECK(allocate(cluster, ideal, 16));
  CHECK(allocate(cluster, ideal, 12));
  CHECK_FALSE(allocate(cluster, ideal, 4));
  CHECK(cluster.free_chips() == 3);
  CHECK(cluster_mistakes(cluster).empty());
}

TEST_CASE("allocator: wrong requests are told, and the same request gives the same slice") {
  const Cluster cluster({}, 3);
  const SliceAllocator allocator(AllocatorConfig{});
  CHECK_THROWS_WITH(allocator.find(cluster, {Extent{{4, 1, 2}}}),
                    Catch::Contains("found a request of 4x1x2; expected whole servers of 2x2x1"));
  CHECK_THROWS_WITH(allocator.find(cluster, {Extent{{2, 2, 8}}}),
                    Catch::Contains("expected a box that fits a rack of 4x4x4"));
  CHECK_THROWS_WITH(allocator.find(cluster, {Extent{{0, 2, 2}}}),
                    Catch::Contains("expected sizes of at least 1"));
  CHECK_THROWS_WITH(SliceAllocator(with_policy(AllocationPolicy::ideal_switch))
                        .find(cluster, {Extent{{4, 4, 8}}}),
                    Catch::Contains("expected at most 64 accelerators"));
  AllocatorConfig thin;
  thin.fibres_per_link = 3;
  CHECK_THROWS_WITH(SliceAllocator(thin).find(cluster, {Extent{{2, 2, 4}}}),
                    Catch::Contains("found fibres_per_link 3; expected at least 4"));
  CHECK_THROWS_WITH(Cluster({}, 0), Catch::Contains("found 0 racks"));
  CHECK(allocator.find(cluster, {Extent{{2, 2, 2}}}).slice->chips ==
        allocator.find(cluster, {Extent{{2, 2, 2}}}).slice->chips);
  CHECK(allocator.find(cluster, {Extent{{2, 2, 2}}}, RackId{2}).slice->rack == RackId{2});
}

/// The least peak over all placements and all candidates, by trying all.
class BruteForce {
 public:
  BruteForce(const PlacementProblem& problem, CandidateRoutes& candidates)
      : problem_(problem), candidates_(candidates) {}

  int least() {
    std::vector<int> load = problem_.load;
    place({}, load);
    return least_;
  }

 private:
  void place(std::vector<ServerId> server_of, std::vector<int>& load) {
    if (server_of.size() == problem_.slots) {
      join(server_of, 0, load);
      return;
    }
    for (const ServerId server : problem_.servers) {
      if (std::find(server_of.begin(), server_of.end(), server) == server_of.end()) {
        server_of.push_back(server);
        place(server_of, load);
        server_of.pop_back();
      }
    }
  }

  void join(const std::vector<ServerId>& server_of, std::size_t link, std::vector<int>& load) {
    const int peak = *std::max_element(load.begin(), load.end());
    if (peak >= least_) {
      return;  // more links only add to it
    }
    if (link == problem_.links.size()) {
      least_ = peak;
      return;
    }
    const auto [lower, upper] = problem_.links[link];
    for (const ServerRoute& route : candidates_.between(server_of[lower], server_of[upper])) {
      for (const TrunkId trunk : route) {
        load[base::index(trunk)] += problem_.fibres_per_link;
      }
      join(server_of, link + 1, load);
      for (const TrunkId trunk : route) {
        load[base::index(trunk)] -= problem_.fibres_per_link;
      }
    }
  }

  const PlacementProblem& problem_;
  CandidateRoutes& candidates_;
  int least_ = 1'000'000;
};

TEST_CASE("placement: against brute force on small racks, the exact program without a miss") {
  TorusRackConfig config;
  config.z = 2;
  const TorusRack rack(config);  // 8 servers
  base::RandomStream random(1, "small racks");
  constexpr int kCases = 24;
  int met = 0;
  int proven_by_bound = 0;
  for (int at = 0; at < kCases; ++at) {
    PlacementProblem problem;
    problem.fibres_per_link = 1 + draw(random, 4);
    for (std::size_t trunk = 0; trunk < rack.trunks().size(); ++trunk) {
      problem.load.push_back(draw(random, 5));
    }
    for (std::uint32_t server = 0; server < rack.servers(); ++server) {
      if (draw(random, 4) != 0 && problem.servers.size() < 6) {
        problem.servers.push_back(ServerId{server});
      }
    }
    const Extent slots{{2, draw(random, 2) + 1, 1}};
    problem.slots = static_cast<std::size_t>(slots.volume());
    for (const ShapeLink& link : shape_links(slots)) {
      problem.links.emplace_back(link.lower, link.upper);
    }
    RouteTable table(rack, 20);
    CandidateRoutes candidates(table, problem.load, 3);
    const std::optional<Placement> found = search_placement(problem, rack, candidates);
    REQUIRE(found.has_value() == (problem.servers.size() >= problem.slots));
    if (!found) {
      ++met;
      continue;
    }
    const int least = BruteForce(problem, candidates).least();
    CHECK(found->peak >= least);
    CHECK(least_peak(problem) <= least);
    met += found->peak == least ? 1 : 0;
    proven_by_bound += found->peak == least_peak(problem) ? 1 : 0;
    if (has_exact_placement() && at % 2 == 0) {
      const ExactPlacement same = exact_placement(problem, candidates, least + 1, 100000);
      REQUIRE(same.placement);
      CHECK(same.placement->peak == least);
      CHECK(same.proven);
      const ExactPlacement better = exact_placement(problem, candidates, least, 100000);
      CHECK_FALSE(better.placement);
      CHECK(better.proven);
    }
  }
  INFO(met << " of " << kCases << " met, " << proven_by_bound << " proven by the bound alone");
  CHECK(met >= kCases * 95 / 100);
}

/// Slices come and go, accelerators fail and are replaced.
void stir(Cluster& cluster, const SliceAllocator& allocator, base::RandomStream& random) {
  const std::array<int, 4> sizes{4, 8, 16, 32};
  for (int turn = 0; turn < 12; ++turn) {
    allocate(cluster, allocator, sizes[static_cast<std::size_t>(draw(random, 4))]);
  }
  for (int turn = 0; turn < 3 && !cluster.slices().empty(); ++turn) {
    auto slice = cluster.slices().begin();
    std::advance(slice, draw(random, static_cast<int>(cluster.slices().size())));
    cluster.release(slice->first);
  }
  for (int turn = 0; turn < 2; ++turn) {
    const RackId rack{0};
    const ChipId chip{static_cast<std::uint32_t>(draw(random, 64))};
    const std::optional<SliceId> owner = cluster.state(rack).owner(chip);
    cluster.fail(rack, chip);
    if (owner) {
      const SpliceOutcome outcome = plan_splice(cluster, cluster.slices().at(*owner), chip);
      if (outcome.plan) {
        cluster.replace(outcome.plan->changed);
      }
    }
  }
  for (int turn = 0; turn < 4; ++turn) {
    allocate(cluster, allocator, sizes[static_cast<std::size_t>(draw(random, 4))]);
  }
}

TEST_CASE("allocator: 1,024 random rack states without a wrong slice") {
  const SliceAllocator allocator(AllocatorConfig{});
  std::size_t slices = 0;
  std::size_t fragmented = 0;
  for (std::uint64_t state = 0; state < 1024; ++state) {
    base::RandomStream random(state, "rack states");
    Cluster cluster({}, 1);
    stir(cluster, allocator, random);
    const std::vector<std::string> mistakes = cluster_mistakes(cluster);
    INFO("state " << state << ": " << (mistakes.empty() ? "" : mistakes.front()));
    REQUIRE(mistakes.empty());
    CHECK(cluster.state(RackId{0}).peak_load() <= 4);
    slices += cluster.slices().size();
    for (const auto& [id, slice] : cluster.slices()) {
      fragmented += std::any_of(slice.circuits.begin(), slice.circuits.end(),
                                [](const auto& circuit) { return circuit.lanes.size() > 2; })
                        ? 1
                        : 0;
    }
  }
  CHECK(slices > 2000);
  CHECK(fragmented > 100);
}

TEST_CASE("placement: time of a decision and distance from the bound", "[.][timing]") {
  base::RandomStream random(1, "timing");
  const TorusRack rack{TorusRackConfig{}};
  std::map<std::size_t, std::array<double, 5>> sums;  // cases, total, longest, above bound, exact
  for (int at = 0; at < 150; ++at) {
    PlacementProblem problem;
    const std::array<Extent, 3> grids{Extent{{1, 1, 4}}, Extent{{1, 2, 4}}, Extent{{2, 2, 3}}};
    const Extent slots = grids[static_cast<std::size_t>(draw(random, 3))];
    problem.slots = static_cast<std::size_t>(slots.volume());
    for (const ShapeLink& link : shape_links(slots)) {
      problem.links.emplace_back(link.lower, link.upper);
    }
    for (std::size_t trunk = 0; trunk < rack.trunks().size(); ++trunk) {
      problem.load.push_back(draw(random, 4) == 0 ? 4 : 0);
    }
    for (std::uint32_t server = 0; server < rack.servers(); ++server) {
      if (draw(random, 4) != 0) {
        problem.servers.push_back(ServerId{server});
      }
    }
    const std::clock_t start = std::clock();
    RouteTable table(rack, 50);
    CandidateRoutes candidates(table, problem.load, 5);
    const auto found = search_placement(problem, rack, candidates);
    const double took = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (found) {
      auto& sum = sums[problem.slots];
      sum[0] += 1;
      sum[1] += took;
      sum[2] = std::max(sum[2], took);
      if (found->peak > least_peak(problem)) {
        sum[3] += 1;
        const std::clock_t exact_start = std::clock();
        const ExactPlacement exact = problem.slots > 8
                                         ? ExactPlacement{}
                                         : exact_placement(problem, candidates, found->peak, 20);
        const double exact_took =
            1e3 * static_cast<double>(std::clock() - exact_start) / CLOCKS_PER_SEC;
        WARN(problem.slots << " slots of " << problem.servers.size() << ": peak " << found->peak
                           << ", bound " << least_peak(problem) << ", exact "
                           << (exact.placement ? exact.placement->peak : -1) << " proven "
                           << exact.proven << " in " << exact_took << " ms");
      }
    }
  }
  for (const auto& [slots, sum] : sums) {
    WARN(slots << " slots: " << sum[0] << " cases, mean " << sum[1] / sum[0] << " ms, longest "
               << sum[2] << " ms, above the bound " << sum[3]);
  }
}

}  // namespace
}  // namespace heliograph::platforms
