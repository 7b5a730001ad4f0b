// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "platforms/managers/slice.hpp"
#include "platforms/managers/torus_rack.hpp"

namespace heliograph::platforms {

enum class ChipStatus : std::uint8_t { free, busy, failed };

/// Who has what in one rack. Only Cluster changes it.
class RackState {
 public:
  explicit RackState(const TorusRack& rack);

  [[nodiscard]] ChipStatus status(ChipId chip) const;
  /// The slice that has an accelerator; a failed one stays its slice's until it is replaced.
  [[nodiscard]] std::optional<SliceId> owner(ChipId chip) const;
  [[nodiscard]] std::size_t free_chips() const;
  /// Fibres of a trunk that carry circuits.
  [[nodiscard]] int load(TrunkId trunk) const;
  [[nodiscard]] int peak_load() const;
  [[nodiscard]] std::optional<SliceId> lane_owner(FibreLane lane) const;
  /// The lowest lanes of a trunk that are free, extra ones where it is full.
  [[nodiscard]] std::vector<std::uint32_t> free_lanes(TrunkId trunk, int count) const;

 private:
  friend class Cluster;
  struct Chip {
    ChipStatus status = ChipStatus::free;
    std::optional<SliceId> owner;
  };
  using Lanes = std::vector<std::optional<SliceId>>;

  void set_lane(FibreLane lane, std::optional<SliceId> owner);

  std::vector<Chip> chips_;
  std::vector<Lanes> trunks_;
};

/// All accelerators of a server are free and healthy.
[[nodiscard]] bool is_free(const TorusRack& rack, const RackState& state, ServerId server);

/// Racks that are alike, and the slices on them.
class Cluster {
 public:
  /// Throws base::InputError as TorusRack does, and for no rack.
  Cluster(const TorusRackConfig& config, std::uint32_t racks);

  [[nodiscard]] const TorusRack& rack() const { return rack_; }
  [[nodiscard]] std::uint32_t racks() const { return static_cast<std::uint32_t>(states_.size()); }
  [[nodiscard]] const RackState& state(RackId rack) const;
  [[nodiscard]] const std::map<SliceId, Slice>& slices() const { return slices_; }
  [[nodiscard]] std::size_t chips() const { return rack_.chips() * states_.size(); }
  [[nodiscard]] std::size_t free_chips() const;
  [[nodiscard]] SliceId next_id() const { return next_; }

  /// Gives a slice what it names. Throws std::invalid_argument, and changes nothing, if its id is
  /// not next_id(), an accelerator is not free, or a fibre is another slice's or named twice.
  void take(const Slice& slice);
  /// Gives back what a slice has; what has failed stays failed. Throws std::invalid_argument if
  /// there is no such slice.
  void release(SliceId id);
  /// Puts another form of a slice in its place, of the same id and rack. Checked as by take(), but
  /// it may keep accelerators of its own that have failed.
  void replace(const Slice& slice);
  /// An accelerator fails: nobody gets it until it is repaired.
  void fail(RackId rack, ChipId chip);
  /// It is healthy again: busy if a slice has it, else free.
  void repair(RackId rack, ChipId chip);

 private:
  void check(const Slice& slice, const RackState& state, const std::vector<ChipId>& kept) const;
  static void give(const Slice& slice, RackState& state);
  static void take_back(const Slice& slice, RackState& state);

  TorusRack rack_;
  std::vector<RackState> states_;
  std::map<SliceId, Slice> slices_;
  SliceId next_{0};
};

}  // namespace heliograph::platforms
