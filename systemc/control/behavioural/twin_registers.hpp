// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "systemc/control/behavioural/actuator_codes.hpp"
#include "systemc/control/behavioural/axi_lite_slave.hpp"
#include "systemc/control/behavioural/circuit_maps.hpp"
#include "systemc/control/behavioural/twin_telemetry.hpp"
#include "systemc/control/register_map.hpp"

namespace heliograph::systemc {

/// What the read-only registers show of the rest of the controller.
struct RegisterView {
  ControllerState state = ControllerState::kIdle;
  std::uint16_t committed_epoch = 0;
  std::uint16_t active_epoch = 0;
  std::uint32_t los = 0;
  std::uint32_t cdr_lock = 0;
  std::uint32_t fec_deg = 0;
  std::uint32_t isolate = 0;

  [[nodiscard]] bool busy() const { return state != ControllerState::kIdle; }
};

/// What a write does.
struct WriteEffect {
  bool refused = false;                         ///< SLVERR, nothing was changed
  std::optional<std::uint16_t> commit;          ///< start a reconfiguration to this epoch
  std::optional<std::uint16_t> refused_commit;  ///< this epoch was asked for while one ran
  bool snapshot = false;                        ///< copy the counters
  bool clear = false;                           ///< counters to 0
};

/// The registers of rtl/contract.md; maps, codes and counters are windows onto what others own.
class TwinRegisters {
 public:
  TwinRegisters(unsigned ports, CircuitMaps& maps, ActuatorCodes& codes,
                const TwinTelemetry& telemetry);

  void reset() { values_ = Values{}; }

  [[nodiscard]] RegisterRead read(std::uint16_t address, const RegisterView& view) const;
  WriteEffect write(const RegisterWrite& write, const RegisterView& view);

  /// Interrupts and the last error that this cycle brought. They win over a write that clears them.
  void record(std::uint32_t interrupts, bool accepted_commit);

  [[nodiscard]] bool irq() const { return (values_.irq_state & values_.irq_enable) != 0; }
  [[nodiscard]] std::uint16_t num_act() const { return values_.num_act; }
  [[nodiscard]] std::uint32_t t_drain_max() const { return values_.t_drain_max; }
  [[nodiscard]] std::uint32_t t_settle() const { return values_.t_settle; }
  [[nodiscard]] std::uint32_t t_relock_max() const { return values_.t_relock_max; }
  [[nodiscard]] std::uint32_t disturb() const { return values_.disturb; }

 private:
  struct Values {
    std::uint32_t scratch = 0;
    bool enable = false;
    std::uint16_t num_act = 0;
    std::uint32_t t_drain_max = registers::kTDrainMaxReset;
    std::uint32_t t_settle = registers::kTSettleReset;
    std::uint32_t t_relock_max = registers::kTRelockMaxReset;
    std::uint32_t disturb = 0;
    std::uint32_t irq_state = 0;
    std::uint32_t irq_enable = 0;
    ControlEvent last_error = ControlEvent::kNone;
  };

  [[nodiscard]] RegisterRead read_window(std::uint16_t address) const;
  [[nodiscard]] std::uint32_t status(const RegisterView& view) const;
  /// Writes a register that a running reconfiguration does not read.
  /// Returns whether the address is one.
  bool write_free(const RegisterWrite& write);
  /// Writes a register or window that is locked while one runs. Returns whether it was accepted.
  bool write_locked(const RegisterWrite& write);
  WriteEffect write_commit(const RegisterWrite& write, bool busy) const;

  const unsigned ports_;
  CircuitMaps& maps_;
  ActuatorCodes& codes_;
  const TwinTelemetry& telemetry_;
  Values values_;
};

}  // namespace heliograph::systemc
