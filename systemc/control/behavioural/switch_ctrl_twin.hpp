// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "systemc/control/behavioural/actuator_codes.hpp"
#include "systemc/control/behavioural/axi_lite_slave.hpp"
#include "systemc/control/behavioural/circuit_maps.hpp"
#include "systemc/control/behavioural/twin_registers.hpp"
#include "systemc/control/behavioural/twin_sequencer.hpp"
#include "systemc/control/behavioural/twin_telemetry.hpp"
#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// Actuators that controllers are built for (MAX_ACT of rtl/contract.md, set in
/// cmake/Verilated.cmake): enough for every topology of photonics/fabric; a 32x32 switch-and-select
/// fabric has 1984.
[[nodiscard]] constexpr unsigned built_max_actuators(unsigned ports) {
  return ports > 16 ? 2048 : 512;
}

/// The behavioural twin of rtl/switch_ctrl: the same outputs in every cycle on the same inputs.
class SwitchCtrlTwin final : public ControllerCore {
 public:
  /// `ports` in 2..32, `max_actuators` in 2..4096; throws std::invalid_argument outside.
  SwitchCtrlTwin(unsigned ports, unsigned max_actuators);
  explicit SwitchCtrlTwin(unsigned ports) : SwitchCtrlTwin(ports, built_max_actuators(ports)) {}

  [[nodiscard]] unsigned ports() const override { return ports_; }
  void reset() override;
  const ControllerOutputs& cycle(const ControllerInputs& inputs) override;
  [[nodiscard]] bool settled() const override { return settled_; }
  void mark() override { unchanged_ = true; }
  /// A state that was left and came back counts as changed.
  [[nodiscard]] bool unchanged_since_mark() const override { return unchanged_; }

 private:
  /// One control event a cycle: the sequencer's first, a refused COMMIT when there is room.
  struct Reporter {
    ReportedEvent shown;
    std::optional<std::uint16_t> refused;

    bool clock(const std::optional<ReportedEvent>& event,
               const std::optional<std::uint16_t>& refused_now);
    void drive(ControllerOutputs& outputs) const;
  };

  [[nodiscard]] ControllerInputs within_ports(const ControllerInputs& inputs) const;
  [[nodiscard]] RegisterView view(const ControllerInputs& inputs) const;
  /// The rising edge. Returns whether anything changed.
  bool clock(const ControllerInputs& inputs);
  void drive();
  void drive_grants();

  const unsigned ports_;
  CircuitMaps maps_;
  ActuatorCodes codes_;
  TwinTelemetry telemetry_;
  TwinRegisters registers_;
  TwinSequencer sequencer_;
  AxiLiteSlave bus_;
  Reporter reporter_;
  ControllerOutputs outputs_;
  bool changed_ = true;  ///< in the last cycle; outputs_ are behind
  bool drive_grants_next_ = false;
  bool settled_ = false;
  bool unchanged_ = false;  ///< since mark()
};

}  // namespace heliograph::systemc
