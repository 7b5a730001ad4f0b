// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/control/foreign/foreign_device.hpp"
#include "systemc/control/scheduler_core.hpp"

namespace heliograph::systemc {

/// Somebody's arbiter or TDMA scheduler behind SchedulerCore. Pins that it does not have read 0;
/// without gnt_valid_o a decision stands whenever some grant is given.
class ForeignScheduler final : public SchedulerCore {
 public:
  /// In reset state. Throws RtlFault.
  ForeignScheduler(const CheckedDevice& device, const RtlModel& model, RtlInitialState initial);

  [[nodiscard]] unsigned ports() const override { return device_.ports(); }
  void reset() override;
  /// Throws RtlFault with the text of an assertion of the design that fails.
  const SchedulerOutputs& cycle(const SchedulerInputs& inputs) override;

  [[nodiscard]] ForeignDevice& device() { return device_; }

 private:
  void drive(const SchedulerInputs& inputs);
  void sample();

  ForeignDevice device_;
  SchedulerOutputs outputs_;
  MatrixPin req_, gnt_;
  WordPin gnt_ready_, gnt_valid_, gnt_epoch_, slot_start_, slot_idx_, slot_active_, wake_at_;
};

/// Somebody's crossbar behind SchedulerCore: of each input's requests one at a time is put on its
/// valid and destination, in turn, and stays until it is ready: that is the grant, for one cycle.
/// As in any valid/ready protocol an offer is not taken back, so requests must stay until granted.
class ForeignCrossbar final : public SchedulerCore {
 public:
  /// In reset state. Throws RtlFault.
  ForeignCrossbar(const CheckedDevice& device, const RtlModel& model, RtlInitialState initial);

  [[nodiscard]] unsigned ports() const override { return device_.ports(); }
  void reset() override;
  /// Throws RtlFault with the text of an assertion of the design that fails.
  const SchedulerOutputs& cycle(const SchedulerInputs& inputs) override;

  [[nodiscard]] ForeignDevice& device() { return device_; }

 private:
  struct Offer {
    bool valid = false;
    unsigned destination = 0;
    unsigned next = 0;  ///< the destination that is looked at first
  };
  void offer(const GrantMatrix& requests);
  void put_destinations();

  ForeignDevice device_;
  SchedulerOutputs outputs_;
  std::vector<Offer> offers_;
  unsigned destination_bits_ = 1;
  std::vector<StorageBit> destination_order_;
  void* destination_storage_ = nullptr;
  WordPin valid_, ready_;
};

}  // namespace heliograph::systemc
