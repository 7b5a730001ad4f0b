// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/rack_metrics.hpp"

#include <algorithm>
#include <set>

#include "base/ids.hpp"

namespace heliograph::platforms {

namespace {

/// Is the whole line through an accelerator in a set?
bool has_line(const TorusRack& rack, ChipId chip, Dimension dimension,
              const std::set<ChipId>& chips) {
  Position at = position_in(rack.extent(), base::index(chip));
  const std::size_t d = base::index(dimension);
  for (at.of[d] = 0; at.of[d] < rack.extent().of[d]; ++at.of[d]) {
    const ChipId one{static_cast<std::uint32_t>(index_in(rack.extent(), at))};
    if (chips.count(one) == 0) {
      return false;
    }
  }
  return rack.config().wrap;
}

}  // namespace

int largest_slice(const Cluster& cluster, RackId rack, const SliceAllocator& allocator,
                  const std::vector<Extent>& shapes) {
  int largest = 0;
  for (const Extent& shape : shapes) {
    if (shape.volume() > largest && allocator.find(cluster, {shape}, rack).slice) {
      largest = shape.volume();
    }
  }
  return largest;
}

double fragmentation_index(const Cluster& cluster, RackId rack, const SliceAllocator& allocator,
                           const std::vector<Extent>& shapes) {
  const std::size_t free = cluster.state(rack).free_chips();
  return free == 0
             ? 0
             : 1 - largest_slice(cluster, rack, allocator, shapes) / static_cast<double>(free);
}

double TorusPortUse::used_share() const {
  const int all = ports[0] + ports[1] + ports[2];
  return all == 0 ? 1 : static_cast<double>(used[0] + used[1] + used[2]) / all;
}

double TorusPortUse::used_share(Dimension dimension) const {
  const std::size_t d = base::index(dimension);
  return ports[d] == 0 ? 1 : static_cast<double>(used[d]) / ports[d];
}

TorusPortUse torus_port_use(const TorusRack& rack, const Slice& slice, PortRule rule) {
  TorusPortUse use;
  const std::set<ChipId> chips(slice.chips.begin(), slice.chips.end());
  for (const ChipId chip : slice.chips) {
    for (std::uint32_t d = 0; d < kDimensions; ++d) {
      for (const bool upward : {true, false}) {
        const auto neighbour = rack.neighbour(chip, Dimension{d}, upward);
        if (neighbour) {
          ++use.ports[d];
          const bool is_used = rule == PortRule::inside_slice
                                   ? chips.count(*neighbour) != 0
                                   : has_line(rack, chip, Dimension{d}, chips);
          use.used[d] += is_used ? 1 : 0;
        }
      }
    }
  }
  return use;
}

TorusPortUse torus_port_use(const Cluster& cluster, RackId id, PortRule rule) {
  TorusPortUse all;
  for (const auto& [slice_id, slice] : cluster.slices()) {
    if (slice.rack == id) {
      const TorusPortUse one = torus_port_use(cluster.rack(), slice, rule);
      for (std::size_t d = 0; d < kDimensions; ++d) {
        all.ports[d] += one.ports[d];
        all.used[d] += one.used[d];
      }
    }
  }
  return all;
}

Replacements replacements(const Cluster& cluster, RackId rack) {
  Replacements count;
  const TorusRack& plan = cluster.rack();
  const RackState& state = cluster.state(rack);
  std::set<SliceId> slices;
  std::set<ServerId> servers;
  for (std::uint32_t at = 0; at < plan.chips(); ++at) {
    const ChipId chip{at};
    const std::optional<SliceId> owner = state.owner(chip);
    if (state.status(chip) != ChipStatus::failed || !owner) {
      continue;
    }
    ++count.failed;
    if (slices.insert(*owner).second) {
      count.by_slice += static_cast<int>(cluster.slices().at(*owner).chips.size());
    }
    if (servers.insert(plan.server_of(chip)).second) {
      count.by_server += static_cast<int>(plan.chips_of(plan.server_of(chip)).size());
    }
  }
  count.by_chip = count.failed;
  return count;
}

}  // namespace heliograph::platforms
