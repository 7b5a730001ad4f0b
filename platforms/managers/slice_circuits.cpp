// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/slice_circuits.hpp"

#include <map>
#include <utility>

#include "base/ids.hpp"

namespace heliograph::platforms {

namespace {

/// The slot of a place in the shape, and the place in the slot's server.
std::pair<std::size_t, std::size_t> slot_of(const TorusRack& rack, const Extent& shape,
                                            std::size_t place) {
  Position slot = position_in(shape, place);
  Position inside;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    inside.of[d] = slot.of[d] % rack.server_extent().of[d];
    slot.of[d] /= rack.server_extent().of[d];
  }
  return {index_in(slot_grid(rack, shape), slot), index_in(rack.server_extent(), inside)};
}

/// Free fibres of trunks, each given once.
class LaneDealer {
 public:
  explicit LaneDealer(const RackState& state) : state_(state) {}

  std::vector<std::uint32_t> take(TrunkId trunk, int count) {
    int& given = given_[trunk];
    const std::vector<std::uint32_t> free = state_.free_lanes(trunk, given + count);
    std::vector<std::uint32_t> lanes(free.end() - count, free.end());
    given += count;
    return lanes;
  }

 private:
  const RackState& state_;
  std::map<TrunkId, int> given_;
};

}  // namespace

Extent slot_grid(const TorusRack& rack, const Extent& shape) {
  Extent slots;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    slots.of[d] = shape.of[d] / rack.server_extent().of[d];
  }
  return slots;
}

std::vector<ChipId> chips_of_slots(const TorusRack& rack, const Extent& shape,
                                   const std::vector<ServerId>& server_of) {
  std::vector<ChipId> chips;
  const auto places = static_cast<std::size_t>(shape.volume());
  chips.reserve(places);
  for (std::size_t place = 0; place < places; ++place) {
    const auto [slot, inside] = slot_of(rack, shape, place);
    chips.push_back(rack.chips_of(server_of[slot])[inside]);
  }
  return chips;
}

std::uint32_t port_towards(Dimension dimension, bool upward) {
  return 2 * static_cast<std::uint32_t>(dimension) + (upward ? 0U : 1U);
}

std::vector<SliceCircuit> circuits_of(const TorusRack& rack, const RackState& state,
                                      const Extent& shape, const std::vector<ChipId>& chips,
                                      const Placement& placement, int fibres_per_link) {
  std::vector<SliceCircuit> circuits;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> facing;
  for (const ShapeLink& link : shape_links(shape)) {
    const std::size_t lower = slot_of(rack, shape, link.lower).first;
    const std::size_t upper = slot_of(rack, shape, link.upper).first;
    if (lower != upper) {
      facing[{lower, upper}].push_back(circuits.size());
    }
    circuits.push_back({{chips[link.lower], port_towards(link.dimension, true)},
                        {chips[link.upper], port_towards(link.dimension, false)},
                        {}});
  }
  LaneDealer dealer(state);
  const std::vector<ShapeLink> links = shape_links(slot_grid(rack, shape));
  for (std::size_t link = 0; link < links.size(); ++link) {
    const std::vector<std::size_t>& pairs = facing[{links[link].lower, links[link].upper}];
    for (const TrunkId trunk : placement.route_of[link]) {
      const std::vector<std::uint32_t> lanes = dealer.take(trunk, fibres_per_link);
      for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        circuits[pairs[lane % pairs.size()]].lanes.push_back({trunk, lanes[lane]});
      }
    }
  }
  return circuits;
}

}  // namespace heliograph::platforms
