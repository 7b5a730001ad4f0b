// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/spare_manager.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/ids.hpp"
#include "platforms/managers/server_routes.hpp"

namespace heliograph::platforms {

namespace {

/// Accelerators that the failed one is joined to, by place in the shape.
std::vector<ChipId> peers_of(const Slice& slice, ChipId failed) {
  const auto found = std::find(slice.chips.begin(), slice.chips.end(), failed);
  if (found == slice.chips.end()) {
    throw std::invalid_argument("the accelerator is not the slice's");
  }
  const auto place = static_cast<std::size_t>(found - slice.chips.begin());
  std::vector<ChipId> peers;
  for (const ShapeLink& link : shape_links(slice.shape)) {
    if (link.lower == place || link.upper == place) {
      peers.push_back(slice.chips[link.lower == place ? link.upper : link.lower]);
    }
  }
  return peers;
}

std::size_t distance_to(const TorusRack& rack, ChipId spare, const std::vector<ChipId>& peers) {
  std::size_t far = 0;
  for (const ChipId peer : peers) {
    far += rack.distance(rack.server_of(spare), rack.server_of(peer));
  }
  return far;
}

/// Fibres a trunk that a circuit has; one inside a server.
int fibres_of(const SliceCircuit& circuit) {
  return static_cast<int>(std::max<std::ptrdiff_t>(
      1, std::count_if(circuit.lanes.begin(), circuit.lanes.end(), [&](const FibreLane& lane) {
        return lane.trunk == circuit.lanes.front().trunk;
      })));
}

/// The rack's fibres while a slice is being changed: those of circuits that are taken down are
/// free.
class SpliceFibres {
 public:
  SpliceFibres(const Cluster& cluster, RackId rack)
      : cluster_(cluster), state_(cluster.state(rack)) {
    load_.reserve(cluster.rack().trunks().size());
    for (std::uint32_t trunk = 0; trunk < cluster.rack().trunks().size(); ++trunk) {
      load_.push_back(state_.load(TrunkId{trunk}));
    }
  }

  void free(const std::vector<FibreLane>& lanes) {
    for (const FibreLane& lane : lanes) {
      changed_[{lane.trunk, lane.lane}] = false;
      --load_[base::index(lane.trunk)];
    }
  }

  /// Fibres on the least loaded of the ways between two servers.
  std::vector<FibreLane> take(ServerId from, ServerId to, int count, std::size_t routes) {
    std::vector<FibreLane> lanes;
    if (from == to) {
      return lanes;
    }
    const std::vector<ServerRoute> ways = shortest_routes(cluster_.rack(), from, to, routes);
    const auto cost = [&](const ServerRoute& way) {
      int most = 0;
      for (const TrunkId trunk : way) {
        most = std::max(most, load_[base::index(trunk)] + count);
      }
      // Within what a trunk has, the shortest way is the best.
      return std::pair(std::max(most, cluster_.rack().config().fibres_per_server_pair), way.size());
    };
    const ServerRoute& best = *std::min_element(
        ways.begin(), ways.end(),
        [&](const auto& one, const auto& other) { return cost(one) < cost(other); });
    for (const TrunkId trunk : best) {
      take_on(trunk, count, lanes);
    }
    return lanes;
  }

  [[nodiscard]] int extra() const {
    const int fibres = cluster_.rack().config().fibres_per_server_pair;
    return load_.empty() ? 0 : std::max(0, *std::max_element(load_.begin(), load_.end()) - fibres);
  }

 private:
  void take_on(TrunkId trunk, int count, std::vector<FibreLane>& lanes) {
    load_[base::index(trunk)] += count;
    for (std::uint32_t lane = 0; count > 0; ++lane) {
      const auto change = changed_.find({trunk, lane});
      const bool is_taken =
          change != changed_.end() ? change->second : state_.lane_owner({trunk, lane}).has_value();
      if (!is_taken) {
        changed_[{trunk, lane}] = true;
        lanes.push_back({trunk, lane});
        --count;
      }
    }
  }

  const Cluster& cluster_;
  const RackState& state_;
  std::vector<int> load_;
  std::map<std::pair<TrunkId, std::uint32_t>, bool> changed_;  // true: taken by the plan
};

SplicePlan splice_with(const Cluster& cluster, const Slice& slice, ChipId failed, ChipId spare,
                       int routes) {
  SplicePlan plan;
  plan.changed = slice;
  plan.failed = failed;
  plan.spare = spare;
  std::replace(plan.changed.chips.begin(), plan.changed.chips.end(), failed, spare);
  SpliceFibres fibres(cluster, slice.rack);
  std::vector<SliceCircuit*> mine;
  for (SliceCircuit& circuit : plan.changed.circuits) {
    if (circuit.from.chip == failed || circuit.to.chip == failed) {
      plan.taken_down.push_back(circuit);
      fibres.free(circuit.lanes);
      mine.push_back(&circuit);
    }
  }
  const TorusRack& rack = cluster.rack();
  for (SliceCircuit* circuit : mine) {
    const int count = fibres_of(*circuit);
    (circuit->from.chip == failed ? circuit->from : circuit->to).chip = spare;
    circuit->lanes =
        fibres.take(rack.server_of(circuit->from.chip), rack.server_of(circuit->to.chip), count,
                    static_cast<std::size_t>(routes));
    plan.set_up.push_back(*circuit);
  }
  plan.extra_fibres = fibres.extra();
  return plan;
}

}  // namespace

std::vector<ChipId> spares_by_distance(const Cluster& cluster, const Slice& slice, ChipId failed) {
  const std::vector<ChipId> peers = peers_of(slice, failed);
  const TorusRack& rack = cluster.rack();
  std::vector<std::pair<std::size_t, ChipId>> found;
  for (std::uint32_t chip = 0; chip < rack.chips(); ++chip) {
    if (cluster.state(slice.rack).status(ChipId{chip}) == ChipStatus::free) {
      found.emplace_back(distance_to(rack, ChipId{chip}, peers), ChipId{chip});
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<ChipId> spares;
  spares.reserve(found.size());
  for (const auto& [far, chip] : found) {
    spares.push_back(chip);
  }
  return spares;
}

SpliceOutcome plan_splice(const Cluster& cluster, const Slice& slice, ChipId failed, int routes,
                          bool extra_fibres) {
  SpliceOutcome outcome;
  outcome.refusal = SpliceRefusal::no_spare;
  const std::vector<ChipId> peers = peers_of(slice, failed);
  // Load that was there before, of whatever slice, is not this plan's doing.
  const int before = std::max(
      0, cluster.state(slice.rack).peak_load() - cluster.rack().config().fibres_per_server_pair);
  for (const ChipId spare : spares_by_distance(cluster, slice, failed)) {
    SplicePlan plan = splice_with(cluster, slice, failed, spare, routes);
    plan.far = distance_to(cluster.rack(), spare, peers);
    if (extra_fibres || plan.extra_fibres <= before) {
      outcome.plan = std::move(plan);
      outcome.refusal = SpliceRefusal::none;
      return outcome;
    }
    outcome.refusal = SpliceRefusal::fibres_full;
  }
  return outcome;
}

SpareSite rate_spare_site(const TorusRack& rack, const Position& position) {
  const Extent& grid = rack.server_grid();
  std::vector<ServerId> doors;
  bool is_inside = true;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    is_inside = is_inside && position.of[d] >= 0 && position.of[d] < grid.of[d];
  }
  for (std::uint32_t server = 0; server < rack.servers(); ++server) {
    const Position at = position_in(grid, server);
    int far = 0;
    for (std::size_t d = 0; d < kDimensions; ++d) {
      far += std::abs(at.of[d] - position.of[d]);
    }
    if (far == 1) {
      doors.push_back(ServerId{server});
    }
  }
  if (is_inside || doors.empty()) {
    throw base::InputError(
        {"spare site", 0, 0},
        "found (" + std::to_string(position.of[0]) + "," + std::to_string(position.of[1]) + "," +
            std::to_string(position.of[2]) +
            "); expected a place outside, next to a server of the grid " + grid.text());
  }
  SpareSite site;
  site.position = position;
  std::size_t ways = 0;
  for (std::uint32_t failed = 0; failed < rack.servers(); ++failed) {
    for (const auto& [peer, trunk] : rack.next_to(ServerId{failed})) {
      std::size_t least = rack.servers();
      for (const ServerId door : doors) {
        least = std::min(least, rack.distance(door, peer) + 1);
      }
      site.mean_hops += static_cast<double>(least);
      site.most_hops = std::max(site.most_hops, least);
      ++ways;
    }
  }
  site.mean_hops /= static_cast<double>(std::max<std::size_t>(ways, 1));
  return site;
}

}  // namespace heliograph::platforms
