// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/cluster.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/diagnostics.hpp"
#include "base/ids.hpp"

namespace heliograph::platforms {

RackState::RackState(const TorusRack& rack)
    : chips_(rack.chips()),
      trunks_(rack.trunks().size(),
              Lanes(static_cast<std::size_t>(rack.config().fibres_per_server_pair))) {}

ChipStatus RackState::status(ChipId chip) const { return chips_[base::index(chip)].status; }

std::optional<SliceId> RackState::owner(ChipId chip) const {
  return chips_[base::index(chip)].owner;
}

std::size_t RackState::free_chips() const {
  return static_cast<std::size_t>(std::count_if(chips_.begin(), chips_.end(), [](const Chip& chip) {
    return chip.status == ChipStatus::free;
  }));
}

int RackState::load(TrunkId trunk) const {
  const Lanes& lanes = trunks_[base::index(trunk)];
  return static_cast<int>(std::count_if(lanes.begin(), lanes.end(),
                                        [](const auto& owner) { return owner.has_value(); }));
}

int RackState::peak_load() const {
  int peak = 0;
  for (std::size_t trunk = 0; trunk < trunks_.size(); ++trunk) {
    peak = std::max(peak, load(TrunkId{static_cast<std::uint32_t>(trunk)}));
  }
  return peak;
}

std::optional<SliceId> RackState::lane_owner(FibreLane lane) const {
  const Lanes& lanes = trunks_[base::index(lane.trunk)];
  return lane.lane < lanes.size() ? lanes[lane.lane] : std::nullopt;
}

std::vector<std::uint32_t> RackState::free_lanes(TrunkId trunk, int count) const {
  std::vector<std::uint32_t> lanes;
  for (std::uint32_t lane = 0; lanes.size() < static_cast<std::size_t>(count); ++lane) {
    if (!lane_owner({trunk, lane})) {
      lanes.push_back(lane);
    }
  }
  return lanes;
}

void RackState::set_lane(FibreLane lane, std::optional<SliceId> owner) {
  Lanes& lanes = trunks_[base::index(lane.trunk)];
  if (lane.lane >= lanes.size()) {
    lanes.resize(lane.lane + std::size_t{1});
  }
  lanes[lane.lane] = owner;
}

bool is_free(const TorusRack& rack, const RackState& state, ServerId server) {
  const std::vector<ChipId>& chips = rack.chips_of(server);
  return std::all_of(chips.begin(), chips.end(),
                     [&](ChipId chip) { return state.status(chip) == ChipStatus::free; });
}

Cluster::Cluster(const TorusRackConfig& config, std::uint32_t racks)
    : rack_(config), states_(racks, RackState(rack_)) {
  if (racks == 0) {
    throw base::InputError({"cluster", 0, 0}, "found 0 racks; expected at least 1");
  }
}

const RackState& Cluster::state(RackId rack) const { return states_[base::index(rack)]; }

std::size_t Cluster::free_chips() const {
  std::size_t count = 0;
  for (const RackState& state : states_) {
    count += state.free_chips();
  }
  return count;
}

void Cluster::check(const Slice& slice, const RackState& state,
                    const std::vector<ChipId>& kept) const {
  std::vector<ChipId> seen = slice.chips;
  std::sort(seen.begin(), seen.end());
  if (std::adjacent_find(seen.begin(), seen.end()) != seen.end()) {
    throw std::invalid_argument("a slice names an accelerator twice");
  }
  for (const ChipId chip : slice.chips) {
    const bool is_kept = std::find(kept.begin(), kept.end(), chip) != kept.end();
    if (base::index(chip) >= rack_.chips() ||
        (!is_kept && state.status(chip) != ChipStatus::free)) {
      throw std::invalid_argument("a slice takes an accelerator that is not free");
    }
  }
  std::vector<std::pair<TrunkId, std::uint32_t>> lanes;
  for (const SliceCircuit& circuit : slice.circuits) {
    for (const FibreLane& lane : circuit.lanes) {
      if (base::index(lane.trunk) >= rack_.trunks().size() || state.lane_owner(lane)) {
        throw std::invalid_argument("a slice takes a fibre that is not free");
      }
      lanes.emplace_back(lane.trunk, lane.lane);
    }
  }
  std::sort(lanes.begin(), lanes.end());
  if (std::adjacent_find(lanes.begin(), lanes.end()) != lanes.end()) {
    throw std::invalid_argument("a slice names a fibre twice");
  }
}

void Cluster::give(const Slice& slice, RackState& state) {
  for (const ChipId chip : slice.chips) {
    RackState::Chip& place = state.chips_[base::index(chip)];
    place.owner = slice.id;
    if (place.status == ChipStatus::free) {
      place.status = ChipStatus::busy;
    }
  }
  for (const SliceCircuit& circuit : slice.circuits) {
    for (const FibreLane& lane : circuit.lanes) {
      state.set_lane(lane, slice.id);
    }
  }
}

void Cluster::take_back(const Slice& slice, RackState& state) {
  for (const ChipId chip : slice.chips) {
    RackState::Chip& place = state.chips_[base::index(chip)];
    place.owner.reset();
    if (place.status == ChipStatus::busy) {
      place.status = ChipStatus::free;
    }
  }
  for (const SliceCircuit& circuit : slice.circuits) {
    for (const FibreLane& lane : circuit.lanes) {
      state.set_lane(lane, std::nullopt);
    }
  }
}

void Cluster::take(const Slice& slice) {
  if (slice.id != next_ || base::index(slice.rack) >= states_.size()) {
    throw std::invalid_argument("a slice has an id or a rack that is not expected");
  }
  RackState& state = states_[base::index(slice.rack)];
  check(slice, state, {});
  give(slice, state);
  slices_.emplace(slice.id, slice);
  next_ = SliceId{static_cast<std::uint32_t>(base::index(next_) + 1)};
}

void Cluster::release(SliceId id) {
  const auto found = slices_.find(id);
  if (found == slices_.end()) {
    throw std::invalid_argument("there is no such slice");
  }
  take_back(found->second, states_[base::index(found->second.rack)]);
  slices_.erase(found);
}

void Cluster::replace(const Slice& slice) {
  const auto found = slices_.find(slice.id);
  if (found == slices_.end() || found->second.rack != slice.rack) {
    throw std::invalid_argument("there is no such slice in this rack");
  }
  RackState changed = states_[base::index(slice.rack)];
  take_back(found->second, changed);
  check(slice, changed, found->second.chips);
  give(slice, changed);
  states_[base::index(slice.rack)] = std::move(changed);
  found->second = slice;
}

void Cluster::fail(RackId rack, ChipId chip) {
  states_[base::index(rack)].chips_[base::index(chip)].status = ChipStatus::failed;
}

void Cluster::repair(RackId rack, ChipId chip) {
  RackState::Chip& place = states_[base::index(rack)].chips_[base::index(chip)];
  place.status = place.owner ? ChipStatus::busy : ChipStatus::free;
}

}  // namespace heliograph::platforms
