// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "systemc/control/controller_core.hpp"
#include "systemc/control/scheduler_core.hpp"

namespace heliograph::systemc {

/// The id of the control event of a ScheduledController that gives up on some circuits; its
/// argument names their inputs.
inline constexpr std::uint8_t kNotGrantedEvent = 64;

/// A scheduler made a whole controller: what it lacks (registers, drains, actuators, receivers) a
/// sequencer does, the twin for instance. The circuits that the host writes are the scheduler's
/// requests; a write to COMMIT waits on the bus until each has been granted once, over as many
/// decisions as the scheduler takes, and, if it keeps slots, until one starts. Circuits that are
/// not granted within `patience` cycles, or slots if it keeps them, are taken out of the map, with
/// kNotGrantedEvent.
class ScheduledController final : public ControllerCore {
 public:
  /// Both for the same number of ports. `keeps_slots`: commits go on at the start of a slot only.
  ScheduledController(std::unique_ptr<ControllerCore> sequencer,
                      std::unique_ptr<SchedulerCore> scheduler, bool keeps_slots,
                      std::uint64_t patience);

  [[nodiscard]] unsigned ports() const override { return sequencer_->ports(); }
  void reset() override;
  const ControllerOutputs& cycle(const ControllerInputs& inputs) override;
  // A scheduler may turn its pointers, or follow the time, while nobody asks it for anything.
  [[nodiscard]] bool settled() const override { return false; }
  void mark() override {}
  [[nodiscard]] bool unchanged_since_mark() const override { return false; }
  [[nodiscard]] bool may_be_skipped() const override { return false; }

  /// Decisions that it took.
  [[nodiscard]] std::uint64_t decisions() const { return decisions_; }

 private:
  struct Write {
    std::uint16_t address = 0;
    std::uint32_t data = 0;
    std::uint8_t strobes = 0;
  };
  enum class Phase {
    idle,        ///< no write of the host is on its way
    scheduling,  ///< a write to COMMIT waits for grants
    removing,    ///< what was not granted is written out of the map
    waiting,     ///< a write to COMMIT waits for a slot
    passing,     ///< the host's write is on its way to the sequencer
    answering,   ///< its response is on its way back
  };

  [[nodiscard]] ControllerInputs to_sequencer(const ControllerInputs& inputs) const;
  [[nodiscard]] SchedulerInputs to_scheduler(const ControllerInputs& inputs) const;
  void to_host(const ControllerOutputs& from_sequencer);
  void take_host_write(const AxiLiteRequest& request);
  void begin_host_write();
  void schedule(const SchedulerOutputs& decided);
  void remove_next();
  /// Sends a write to the sequencer.
  void begin(const Write& write);
  /// True when its response has come.
  [[nodiscard]] bool follow(const AxiLiteResponse& response);

  std::unique_ptr<ControllerCore> sequencer_;
  std::unique_ptr<SchedulerCore> scheduler_;
  const bool keeps_slots_;
  const std::uint64_t patience_;
  Phase phase_ = Phase::idle;
  std::vector<std::uint32_t> wanted_;  ///< the shadow map as the host wrote it, by source
  GrantMatrix requests_{};             ///< not granted yet
  std::uint64_t waited_ = 0;
  std::uint64_t decisions_ = 0;
  std::optional<std::uint16_t> host_address_;
  std::optional<Write> host_data_;  ///< its address counts for nothing
  std::uint8_t host_response_ = 0;
  Write sent_;
  bool address_pending_ = false;
  bool data_pending_ = false;
  std::uint32_t to_remove_ = 0;    ///< sources
  std::uint32_t not_granted_ = 0;  ///< to be reported
  ControllerOutputs outputs_;
};

}  // namespace heliograph::systemc
