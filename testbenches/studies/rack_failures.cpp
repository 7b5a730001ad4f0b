// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/rack_failures.hpp"

#include <optional>
#include <set>
#include <vector>

#include "platforms/managers/spare_manager.hpp"
#include "testbenches/studies/rack_population.hpp"

namespace heliograph::testbenches {

namespace {

using platforms::ChipId;
using platforms::ChipStatus;
using platforms::RackId;
using platforms::SliceId;

constexpr RackId kRack{0};

/// A rack whose first server is in reserve, all others full.
RackPopulation full_rack(std::uint64_t seed) {
  RackPopulation rack(seed, 1, platforms::AllocationPolicy::fragmented);
  rack.ask(4);  // first fit: server (0,0,0)
  std::vector<int> sizes{4, 8, 16, 32};
  while (rack.cluster().free_chips() > 0) {
    rack.ask(sizes[rack.draw(sizes.size())]);
  }
  rack.cluster().release(SliceId{0});
  return rack;
}

std::vector<ChipId> fail_some(RackPopulation& rack, int count) {
  std::vector<ChipId> failed;
  while (failed.size() < static_cast<std::size_t>(count)) {
    const ChipId chip{static_cast<std::uint32_t>(rack.draw(rack.cluster().rack().chips()))};
    if (rack.cluster().state(kRack).status(chip) == ChipStatus::busy) {
      rack.cluster().fail(kRack, chip);
      failed.push_back(chip);
    }
  }
  return failed;
}

/// Could each slice that lost an accelerator move within the rack? One after the other: a slice
/// that moved leaves its healthy accelerators behind.
void migrate(platforms::Cluster torus, const std::set<SliceId>& hit, RackFailures& all) {
  platforms::AllocatorConfig config;
  config.policy = platforms::AllocationPolicy::contiguous;
  const platforms::SliceAllocator allocator(config);
  for (const SliceId id : hit) {
    const platforms::Allocation found = allocator.find(torus, {torus.slices().at(id).shape});
    ++all.slices_hit;
    if (found.slice) {
      torus.take(*found.slice);
      torus.release(id);
      ++all.migrated;
    }
  }
}

void splice(platforms::Cluster& cluster, const std::vector<ChipId>& failed, RackFailures& all) {
  for (const ChipId chip : failed) {
    const std::optional<SliceId> owner = cluster.state(kRack).owner(chip);
    const platforms::SpliceOutcome outcome =
        plan_splice(cluster, cluster.slices().at(owner.value()), chip);
    if (outcome.plan) {
      cluster.replace(outcome.plan->changed);
      ++all.spliced;
    } else if (outcome.refusal == platforms::SpliceRefusal::fibres_full) {
      ++all.no_fibres;
    }
  }
}

}  // namespace

RackFailures fail_in_full_racks(int racks) {
  RackFailures all;
  all.racks = racks;
  for (int at = 0; at < racks; ++at) {
    RackPopulation rack = full_rack(static_cast<std::uint64_t>(at) + 1);
    const std::vector<ChipId> failed = fail_some(rack, 1 + at % 4);
    const platforms::Replacements count = replacements(rack.cluster(), kRack);
    all.count.failed += count.failed;
    all.count.by_slice += count.by_slice;
    all.count.by_server += count.by_server;
    all.count.by_chip += count.by_chip;
    std::set<SliceId> hit;
    for (const ChipId chip : failed) {
      hit.insert(rack.cluster().state(kRack).owner(chip).value());
    }
    migrate(rack.cluster(), hit, all);
    splice(rack.cluster(), failed, all);
  }
  return all;
}

}  // namespace heliograph::testbenches
