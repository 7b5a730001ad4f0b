// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/ids.hpp"
#include "base/random.hpp"
#include "platforms/managers/failure_odds.hpp"
#include "platforms/managers/rack_metrics.hpp"
#include "platforms/managers/restart_timeline.hpp"
#include "platforms/managers/slice_check.hpp"
#include "platforms/managers/spare_manager.hpp"

namespace heliograph::platforms {
namespace {

AllocatorConfig contiguous() {
  AllocatorConfig config;
  config.policy = AllocationPolicy::contiguous;
  return config;
}

/// Odds of at least k by summing over all sets of failures.
double by_enumeration(const std::vector<double>& p, std::size_t k) {
  double sum = 0;
  for (std::uint32_t set = 0; set < (1U << p.size()); ++set) {
    double odds = 1;
    std::size_t count = 0;
    for (std::size_t at = 0; at < p.size(); ++at) {
      const bool down = ((set >> at) & 1U) != 0;
      odds *= down ? p[at] : 1 - p[at];
      count += down ? 1 : 0;
    }
    sum += count >= k ? odds : 0;
  }
  return sum;
}

TEST_CASE("odds of failures: against all sets of failures, and the binomial law") {
  base::RandomStream random(1, "odds");
  for (std::size_t n = 0; n <= 10; ++n) {
    std::vector<double> p(n);
    std::generate(p.begin(), p.end(), [&] { return random.uniform(); });
    const std::vector<double> odds = odds_of_at_least(p);
    REQUIRE(odds.size() == n + 1);
    for (std::size_t k = 0; k <= n; ++k) {
      CHECK(odds[k] == Approx(by_enumeration(p, k)).margin(1e-12));
    }
  }
  double below = 0;  // Z(4) of 64 at 2 %: one less the first four terms
  for (int k = 0; k < 4; ++k) {
    below += std::exp(std::lgamma(65) - std::lgamma(k + 1) - std::lgamma(65 - k)) *
             std::pow(0.02, k) * std::pow(0.98, 64 - k);
  }
  CHECK(odds_of_at_least(std::vector<double>(64, 0.02))[4] == Approx(1 - below));
}

TEST_CASE("spares: the least number that keeps the promise") {
  const std::vector<double> p(64, 0.02);
  CHECK(spares_for(p, 0.95) == 4);
  CHECK(spares_needed(p, 0.95) == 3);
  CHECK(spares_for(p, 0) == 0);
  CHECK(spares_for(p, 1) == 65);  // something can always fail
  CHECK(spares_for(std::vector<double>(64, 0.0), 1) == 1);
  CHECK(spares_needed(std::vector<double>(64, 0.0), 1) == 0);
  CHECK(failure_probability(base::Second(99), base::Second(1)) == Approx(0.01));
  CHECK_THROWS_WITH(failure_probability(base::Second(0), base::Second(0)),
                    Catch::Contains("expected two that are not negative"));
  CHECK_THROWS_WITH(odds_of_at_least({0.5, 1.5}),
                    Catch::Contains("found 1.5; expected a share of 0 to 1"));
  CHECK_THROWS_WITH(spares_for(p, 95), Catch::Contains("slo: found 95"));
}

TEST_CASE("splice: the nearest spare takes the place, other circuits stay") {
  Cluster cluster({}, 1);
  const SliceAllocator allocator(AllocatorConfig{});
  cluster.take(*allocator.find(cluster, request_of(32, cluster.rack())).slice);
  const Slice slice = cluster.slices().at(SliceId{0});
  const ChipId failed = slice.chips[0];
  cluster.fail(RackId{0}, failed);
  const SpliceOutcome outcome = plan_splice(cluster, slice, failed);
  REQUIRE(outcome.plan);
  const SplicePlan& plan = *outcome.plan;
  CHECK(plan.taken_down.size() == 3);  // a corner of the box
  CHECK(plan.set_up.size() == 3);
  CHECK(plan.far == 4);  // from the server beside: 1, 1 and 2 trunks
  CHECK(plan.extra_fibres == 0);
  CHECK(cluster.state(RackId{0}).status(plan.spare) == ChipStatus::free);
  for (std::size_t at = 0; at < slice.circuits.size(); ++at) {
    const bool touched =
        slice.circuits[at].from.chip == failed || slice.circuits[at].to.chip == failed;
    CHECK((plan.changed.circuits[at].lanes == slice.circuits[at].lanes) == !touched);
  }
  cluster.replace(plan.changed);
  CHECK(cluster_mistakes(cluster).empty());
  CHECK(cluster.state(RackId{0}).status(failed) == ChipStatus::failed);
  CHECK_FALSE(cluster.state(RackId{0}).owner(failed));
  CHECK_THROWS_AS(plan_splice(cluster, cluster.slices().at(SliceId{0}), failed),
                  std::invalid_argument);
}

TEST_CASE("splice: two failures in a slice are replaced one after the other") {
  Cluster cluster({}, 1);
  const SliceAllocator allocator(AllocatorConfig{});
  cluster.take(*allocator.find(cluster, request_of(16, cluster.rack())).slice);
  const std::vector<ChipId> before = cluster.slices().at(SliceId{0}).chips;
  cluster.fail(RackId{0}, before[0]);
  cluster.fail(RackId{0}, before[1]);  // its neighbour
  for (const ChipId chip : {before[0], before[1]}) {
    cluster.replace(plan_splice(cluster, cluster.slices().at(SliceId{0}), chip).plan->changed);
    CHECK(cluster_mistakes(cluster).empty());
    CHECK_FALSE(cluster.state(RackId{0}).owner(chip));
  }
  CHECK(cluster.free_chips() == 46);
  CHECK(cluster.state(RackId{0}).status(before[1]) == ChipStatus::failed);
}

TEST_CASE("splice: without spares or fibres there is no plan, and it says which") {
  Cluster cluster({}, 1);
  const SliceAllocator allocator(AllocatorConfig{});
  for (int turn = 0; turn < 2; ++turn) {
    cluster.take(*allocator.find(cluster, request_of(32, cluster.rack())).slice);
  }
  cluster.fail(RackId{0}, ChipId{0});
  const Slice& slice = cluster.slices().at(SliceId{0});
  CHECK(plan_splice(cluster, slice, ChipId{0}).refusal == SpliceRefusal::no_spare);

  // Two slices of 4 with one server between them free, and no fibre to spare anywhere.
  TorusRackConfig thin;
  thin.z = 2;
  Cluster full(thin, 1);
  const SliceAllocator torus(contiguous());
  full.take(*allocator.find(full, request_of(16, full.rack())).slice);
  while (full.free_chips() > 4) {
    Slice none = *torus.find(full, {Extent{{2, 2, 1}}}).slice;
    const std::size_t server = base::index(full.rack().server_of(none.chips[0]));
    for (std::uint32_t trunk = 0; trunk < full.rack().trunks().size(); ++trunk) {
      for (std::uint32_t lane = 0; lane < 4; ++lane) {
        if (server != 0 && !full.state(RackId{0}).lane_owner({TrunkId{trunk}, lane})) {
          none.circuits.push_back({{none.chips[0], lane}, {none.chips[1], lane}, {}});
          none.circuits.back().lanes.push_back({TrunkId{trunk}, lane});
        }
      }
    }
    full.take(none);
  }
  const ChipId failed = full.slices().at(SliceId{0}).chips[0];
  full.fail(RackId{0}, failed);
  CHECK(plan_splice(full, full.slices().at(SliceId{0}), failed).refusal ==
        SpliceRefusal::fibres_full);
  const SpliceOutcome extra = plan_splice(full, full.slices().at(SliceId{0}), failed, 50, true);
  REQUIRE(extra.plan);
  CHECK(extra.plan->extra_fibres > 0);
}

TEST_CASE("spare places: beside the rack, rated by the ways to a failed server's neighbours") {
  const TorusRack rack{TorusRackConfig{}};
  const SpareSite beside = rate_spare_site(rack, {{-1, 0, 0}});
  CHECK(beside.most_hops == 5);  // to (0,0,0), then the farthest of 2 x 2 x ring of 4
  CHECK(rate_spare_site(rack, {{0, -1, 0}}).mean_hops == Approx(beside.mean_hops));
  CHECK_THROWS_WITH(rate_spare_site(rack, {{0, 0, 0}}),
                    Catch::Contains("expected a place outside"));
  CHECK_THROWS_WITH(rate_spare_site(rack, {{-1, -1, 0}}), Catch::Contains("found (-1,-1,0)"));
}

TEST_CASE("restart: parts add up, hardware is a few percent of what it is part of") {
  const std::vector<RestartPart> parts = restart_timeline(RestartConfig{});
  CHECK(total(parts).value() == Approx(25.6));
  double hardware = 0;
  for (const RestartPart& part : parts) {
    CHECK_FALSE(part.source.empty());
    hardware += part.phase == RestartPhase::hardware ? part.duration.value() : 0;
  }
  CHECK(hardware == Approx(0.0625 + 3.7e-6 + 6.2e-3));
  RestartConfig wrong;
  wrong.mesh_write = base::Second(2);
  CHECK_THROWS_WITH(restart_timeline(wrong), Catch::Contains("launched_s: found 1.1"));
}

TEST_CASE("metrics: ports, fragmentation and replacements of cases worked out by hand") {
  Cluster cluster({}, 1);
  const SliceAllocator allocator(contiguous());
  const std::vector<Extent> shapes{{{2, 2, 1}}, {{2, 2, 2}}, {{2, 2, 4}}, {{2, 4, 4}}};
  CHECK(fragmentation_index(cluster, RackId{0}, allocator, shapes) == 0.5);  // 64 were not asked
  cluster.take(*allocator.find(cluster, {Extent{{4, 1, 2}}}).slice);
  const Slice& first = cluster.slices().at(SliceId{0});
  const TorusPortUse inside = torus_port_use(cluster.rack(), first, PortRule::inside_slice);
  CHECK(inside.used_share(Dimension{0}) == 1);
  CHECK(inside.used_share(Dimension{1}) == 0);
  CHECK(inside.used_share(Dimension{2}) == 0.5);
  const TorusPortUse rings = torus_port_use(cluster.rack(), first, PortRule::whole_rings);
  CHECK(rings.used_share() == Approx(1.0 / 3));  // one of three dimensions, as in Table 2
  cluster.take(*allocator.find(cluster, {Extent{{2, 2, 2}}}).slice);
  cluster.fail(RackId{0}, first.chips[0]);
  cluster.fail(RackId{0}, first.chips[1]);  // the same server
  cluster.fail(RackId{0}, cluster.slices().at(SliceId{1}).chips[0]);
  cluster.fail(RackId{0}, ChipId{63});  // nobody's
  const Replacements count = replacements(cluster, RackId{0});
  CHECK(count.failed == 3);
  CHECK(count.by_slice == 16);
  CHECK(count.by_server == 8);
  CHECK(count.by_chip == 3);
}

}  // namespace
}  // namespace heliograph::platforms
