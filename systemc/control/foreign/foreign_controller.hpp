// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "systemc/control/controller_core.hpp"
#include "systemc/control/foreign/apb_bridge.hpp"
#include "systemc/control/foreign/foreign_device.hpp"

namespace heliograph::systemc {

/// Somebody's controller, or register block, behind ControllerCore. Pins that it does not have read
/// 0; gnt_valid and gnt_epoch follow from event ACTIVE when only the report group is there, and a
/// grant that is taken is one of an epoch. AXI4-Lite is bridged when it has APB.
class ForeignController final : public ControllerCore {
 public:
  /// In reset state. Throws RtlFault.
  ForeignController(const CheckedDevice& device, const RtlModel& model, RtlInitialState initial);

  [[nodiscard]] unsigned ports() const override { return device_.ports(); }
  void reset() override;
  /// Throws RtlFault with the text of an assertion of the design that fails.
  const ControllerOutputs& cycle(const ControllerInputs& inputs) override;
  [[nodiscard]] bool settled() const override { return settled_; }
  void mark() override {
    if (device_.falling()) device_.settle();
    device_.instance().copy_state(marked_);
  }
  [[nodiscard]] bool unchanged_since_mark() const override {
    // While it is not known to have settled it is not looked at closely enough to say so.
    return !device_.falling() && device_.instance().state_equals(marked_);
  }
  [[nodiscard]] bool may_be_skipped() const override { return device_.may_be_skipped(); }

  /// What an APB bus carried in the last cycle; of a device with AXI4-Lite it says nothing.
  [[nodiscard]] const ApbCycle& apb() const { return apb_; }

  /// Coverage and waveform, of a model that was built for them; and what the design prints.
  [[nodiscard]] ForeignDevice& device() { return device_; }

 private:
  /// Puts on the pins what has changed since the last cycle; false when nothing has, so that the
  /// design need not settle.
  bool drive(const ControllerInputs& inputs);
  void drive_rest(const ControllerInputs& inputs);
  void drive_bus(const AxiLiteRequest& axil);
  void sample(const ControllerInputs& inputs);
  void sample_bus(const AxiLiteRequest& axil);
  [[nodiscard]] ApbResponse apb_response() const;
  void compare_state(bool bridge_changed);

  ForeignDevice device_;
  AxiLiteToApb bridge_;
  ApbCycle apb_;
  ControllerInputs driven_;  ///< what the pins carry, but for tick and time
  ControllerOutputs outputs_;
  std::vector<unsigned char> before_;
  std::vector<unsigned char> marked_;
  bool settled_ = false;
  unsigned wait_ = 1;        ///< cycles from one comparison that found a change to the next
  unsigned until_next_ = 0;  ///< of them, still to go

  WordPin awaddr_, awvalid_, wdata_, wstrb_, wvalid_, bready_, araddr_, arvalid_, rready_;
  WordPin awready_, wready_, bresp_, bvalid_, arready_, rdata_, rresp_, rvalid_;
  WordPin paddr_, psel_, penable_, pwrite_, pwdata_, pstrb_, prdata_, pready_, pslverr_;
  WordPin gnt_ready_, drain_ack_, dac_ready_, los_, cdr_lock_, fec_deg_;
  WordPin wake_at_, irq_, gnt_valid_, gnt_epoch_, drain_req_, rx_mask_;
  WordPin dac_valid_, dac_addr_, dac_code_, ldac_, isolate_, cev_valid_, cev_id_, cev_arg_;
  MatrixPin gnt_;
};

}  // namespace heliograph::systemc
