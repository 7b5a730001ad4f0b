// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "systemc/control/behavioural/circuit_maps.hpp"
#include "systemc/control/behavioural/twin_registers.hpp"
#include "systemc/control/controller_core.hpp"
#include "systemc/control/register_map.hpp"

namespace heliograph::systemc {

struct ReportedEvent {
  ControlEvent id = ControlEvent::kNone;
  std::uint32_t arg = 0;
};

/// What the sequencer sees in one cycle.
struct SequencerInputs {
  std::optional<std::uint16_t> commit;  ///< an accepted COMMIT
  bool program_done = false;
  std::uint16_t program_count = 0;  ///< codes sent
  const ControllerInputs* pins = nullptr;
};

struct SequencerReport {
  std::optional<ReportedEvent> event;
  std::uint32_t interrupts = 0;  ///< registers::kIrq*
  bool changed = false;
};

/// The sequence of a reconfiguration. A state acts and reports in its first cycle and leaves in a
/// later one; errors are reported on leaving.
class TwinSequencer {
 public:
  TwinSequencer(unsigned ports, const TwinRegisters& registers, CircuitMaps& maps);

  void reset();

  [[nodiscard]] ControllerState state() const { return state_.state; }
  [[nodiscard]] std::uint16_t committed_epoch() const { return state_.epoch; }
  [[nodiscard]] std::uint16_t active_epoch() const { return state_.active_epoch; }
  [[nodiscard]] std::uint32_t isolate() const { return state_.isolate; }
  /// ldac_o is high.
  [[nodiscard]] bool latches() const { return state_.ldac; }
  /// The code stream starts at the next edge.
  [[nodiscard]] bool starts_program() const { return entering(ControllerState::kProgram); }
  /// The shadow map becomes active at the next edge.
  [[nodiscard]] bool activates() const { return entering(ControllerState::kActive); }

  /// The rising edge.
  SequencerReport clock(const SequencerInputs& inputs);

  void drive(ControllerOutputs& outputs) const;

 private:
  /// What the scan of the shadow map has found so far, as port masks.
  struct Scan {
    unsigned source = 0;          ///< next source to look at
    std::uint32_t affected = 0;   ///< inputs that must drain
    std::uint32_t broken = 0;     ///< outputs that the affected inputs leave or reach
    std::uint32_t relock = 0;     ///< outputs that the affected inputs reach
    std::uint32_t connected = 0;  ///< outputs with a circuit in the wanted map

    [[nodiscard]] bool operator==(const Scan& other) const;
  };

  struct State {
    ControllerState state = ControllerState::kIdle;
    bool first = false;  ///< first cycle of this state
    std::uint16_t epoch = 0;
    std::uint16_t active_epoch = 0;
    std::uint32_t timer = 0;  ///< cycles or ticks to go
    bool timer_in_ticks = false;
    std::uint32_t drain_req = 0;
    std::uint32_t rx_mask = 0;
    std::uint32_t isolate = 0;
    bool ldac = false;
    bool gnt_valid = false;
    Scan scan;

    [[nodiscard]] bool operator==(const State& other) const;
  };

  [[nodiscard]] bool entering(ControllerState state) const {
    return state_.state == state && state_.first;
  }

  void clock_timer(bool tick, State& next) const;
  void load_timer(std::uint32_t setting, State& next) const;

  // One function a state; they read state_ and write `next` and `report`.
  void clock_idle(const SequencerInputs& inputs, State& next) const;
  void clock_request(State& next, SequencerReport& report) const;
  void clock_arbitrate(State& next, SequencerReport& report) const;
  void scan_next_source(State& next, SequencerReport& report) const;
  void clock_quiesce(const SequencerInputs& inputs, State& next, SequencerReport& report) const;
  void clock_break(State& next, SequencerReport& report) const;
  void clock_program(const SequencerInputs& inputs, State& next, SequencerReport& report) const;
  void clock_settle(const SequencerInputs& inputs, State& next, SequencerReport& report) const;
  void clock_relock(const SequencerInputs& inputs, State& next, SequencerReport& report) const;
  void clock_verify(const SequencerInputs& inputs, State& next, SequencerReport& report) const;
  void clock_active(State& next, SequencerReport& report);

  const std::uint32_t port_mask_;
  const TwinRegisters& registers_;
  CircuitMaps& maps_;
  State state_;
};

}  // namespace heliograph::systemc
