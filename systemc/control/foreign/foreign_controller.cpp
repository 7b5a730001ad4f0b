// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/foreign_controller.hpp"

#include <algorithm>

namespace heliograph::systemc {

namespace {
constexpr std::uint8_t kEventActive = 9;  // rtl/contract.md, Sequence
constexpr unsigned kMostWait = 16;

bool same_request(const AxiLiteRequest& a, const AxiLiteRequest& b) {
  return a.awvalid == b.awvalid && a.wvalid == b.wvalid && a.arvalid == b.arvalid &&
         a.bready == b.bready && a.rready == b.rready && a.awaddr == b.awaddr &&
         a.wdata == b.wdata && a.wstrb == b.wstrb && a.araddr == b.araddr;
}
}  // namespace

ForeignController::ForeignController(const CheckedDevice& device, const RtlModel& model,
                                     RtlInitialState initial)
    : device_(device, model, initial) {
  const auto number = [this](const char* pin) { return device_.number(pin); };
  const auto mask = [this](const char* pin) { return device_.mask(pin); };
  awaddr_ = number("s_axil_awaddr_i");
  awvalid_ = number("s_axil_awvalid_i");
  wdata_ = number("s_axil_wdata_i");
  wstrb_ = number("s_axil_wstrb_i");
  wvalid_ = number("s_axil_wvalid_i");
  bready_ = number("s_axil_bready_i");
  araddr_ = number("s_axil_araddr_i");
  arvalid_ = number("s_axil_arvalid_i");
  rready_ = number("s_axil_rready_i");
  awready_ = number("s_axil_awready_o");
  wready_ = number("s_axil_wready_o");
  bresp_ = number("s_axil_bresp_o");
  bvalid_ = number("s_axil_bvalid_o");
  arready_ = number("s_axil_arready_o");
  rdata_ = number("s_axil_rdata_o");
  rresp_ = number("s_axil_rresp_o");
  rvalid_ = number("s_axil_rvalid_o");
  paddr_ = number("s_apb_paddr_i");
  psel_ = number("s_apb_psel_i");
  penable_ = number("s_apb_penable_i");
  pwrite_ = number("s_apb_pwrite_i");
  pwdata_ = number("s_apb_pwdata_i");
  pstrb_ = number("s_apb_pstrb_i");
  prdata_ = number("s_apb_prdata_o");
  pready_ = number("s_apb_pready_o");
  pslverr_ = number("s_apb_pslverr_o");
  gnt_ready_ = number("gnt_ready_i");
  drain_ack_ = mask("drain_ack_i");
  dac_ready_ = number("dac_ready_i");
  los_ = mask("los_i");
  cdr_lock_ = mask("cdr_lock_i");
  fec_deg_ = mask("fec_deg_i");
  wake_at_ = number("wake_at_o");
  irq_ = number("irq_o");
  gnt_valid_ = number("gnt_valid_o");
  gnt_epoch_ = number("gnt_epoch_o");
  drain_req_ = mask("drain_req_o");
  rx_mask_ = mask("rx_mask_o");
  dac_valid_ = number("dac_valid_o");
  dac_addr_ = number("dac_addr_o");
  dac_code_ = number("dac_code_o");
  ldac_ = number("ldac_o");
  isolate_ = mask("isolate_o");
  cev_valid_ = number("cev_valid_o");
  cev_id_ = number("cev_id_o");
  cev_arg_ = number("cev_arg_o");
  gnt_ = device_.matrix("gnt_o");
  reset();
}

void ForeignController::reset() {
  bridge_ = AxiLiteToApb();
  driven_ = ControllerInputs();
  drive_bus(driven_.axil);
  drive_rest(driven_);
  device_.reset();
  settled_ = false;
  wait_ = 1;
  until_next_ = 0;
}

const ControllerOutputs& ForeignController::cycle(const ControllerInputs& inputs) {
  // Else it has settled with these inputs after the last falling edge.
  const bool moved = drive(inputs);
  if (moved || device_.falling()) device_.settle();
  sample(inputs);
  if (device_.apb()) apb_ = {bridge_.request(), apb_response()};
  const bool compare = until_next_ == 0;
  if (compare) device_.instance().copy_state(before_);
  // States are compared with the clock low and known to be.
  device_.clock(!compare);
  const bool bridge_changed = device_.apb() && bridge_.clock(inputs.axil, apb_.response);
  if (compare) {
    compare_state(bridge_changed);
  } else {
    --until_next_;
  }
  device_.rest();
  return outputs_;
}

void ForeignController::compare_state(bool bridge_changed) {
  // Unchanged state means unchanged outputs as well: the ports are part of it. Copying and
  // comparing costs about as much as a cycle, so a design that is at work is not asked every time.
  settled_ = !bridge_changed && device_.instance().state_equals(before_);
  until_next_ = settled_ ? 0 : wait_;
  wait_ = settled_ ? 1 : std::min(2 * wait_, kMostWait);
}

bool ForeignController::drive(const ControllerInputs& in) {
  const bool moved = device_.set_time(in.tick_1us, in.ptp_ts);
  bool changed = moved;
  if (device_.apb() || !same_request(in.axil, driven_.axil)) {
    drive_bus(in.axil);
    changed = true;
  }
  if (in.drain_ack != driven_.drain_ack || in.los != driven_.los ||
      in.cdr_lock != driven_.cdr_lock || in.fec_deg != driven_.fec_deg ||
      in.gnt_ready != driven_.gnt_ready || in.dac_ready != driven_.dac_ready) {
    drive_rest(in);
    changed = true;
  }
  if (changed) driven_ = in;
  return changed;
}

void ForeignController::drive_rest(const ControllerInputs& in) {
  gnt_ready_.set(in.gnt_ready ? 1 : 0);
  drain_ack_.set(in.drain_ack);
  dac_ready_.set(in.dac_ready ? 1 : 0);
  los_.set(in.los);
  cdr_lock_.set(in.cdr_lock);
  fec_deg_.set(in.fec_deg);
}

void ForeignController::drive_bus(const AxiLiteRequest& axil) {
  if (device_.apb()) {
    const ApbRequest apb = bridge_.request();
    paddr_.set(apb.paddr);
    psel_.set(apb.psel ? 1 : 0);
    penable_.set(apb.penable ? 1 : 0);
    pwrite_.set(apb.pwrite ? 1 : 0);
    pwdata_.set(apb.pwdata);
    pstrb_.set(apb.pstrb);
    return;
  }
  awaddr_.set(axil.awaddr);
  awvalid_.set(axil.awvalid ? 1 : 0);
  wdata_.set(axil.wdata);
  wstrb_.set(axil.wstrb);
  wvalid_.set(axil.wvalid ? 1 : 0);
  bready_.set(axil.bready ? 1 : 0);
  araddr_.set(axil.araddr);
  arvalid_.set(axil.arvalid ? 1 : 0);
  rready_.set(axil.rready ? 1 : 0);
}

ApbResponse ForeignController::apb_response() const {
  return {static_cast<std::uint32_t>(prdata_.get()), !pready_.connected() || pready_.get() != 0,
          pslverr_.get() != 0};
}

void ForeignController::sample_bus(const AxiLiteRequest& axil) {
  if (device_.apb()) {
    outputs_.axil = bridge_.response(axil);
    return;
  }
  outputs_.axil.awready = awready_.get() != 0;
  outputs_.axil.wready = wready_.get() != 0;
  outputs_.axil.bresp = static_cast<std::uint8_t>(bresp_.get());
  outputs_.axil.bvalid = bvalid_.get() != 0;
  outputs_.axil.arready = arready_.get() != 0;
  outputs_.axil.rdata = static_cast<std::uint32_t>(rdata_.get());
  outputs_.axil.rresp = static_cast<std::uint8_t>(rresp_.get());
  outputs_.axil.rvalid = rvalid_.get() != 0;
}

void ForeignController::sample(const ControllerInputs& inputs) {
  sample_bus(inputs.axil);
  outputs_.wake_at = wake_at_.connected() ? wake_at_.get() : kNeverWakes;
  outputs_.irq = irq_.get() != 0;
  if (gnt_.connected()) gnt_.get(outputs_.gnt);
  outputs_.drain_req = static_cast<std::uint32_t>(drain_req_.get());
  outputs_.rx_mask = static_cast<std::uint32_t>(rx_mask_.get());
  outputs_.dac_valid = dac_valid_.get() != 0;
  outputs_.dac_addr = static_cast<std::uint16_t>(dac_addr_.get());
  outputs_.dac_code = static_cast<std::uint16_t>(dac_code_.get());
  outputs_.ldac = ldac_.get() != 0;
  outputs_.isolate = static_cast<std::uint32_t>(isolate_.get());
  outputs_.cev_valid = cev_valid_.get() != 0;
  outputs_.cev_id = static_cast<std::uint8_t>(cev_id_.get());
  outputs_.cev_arg = static_cast<std::uint32_t>(cev_arg_.get());
  if (gnt_valid_.connected()) {
    outputs_.gnt_valid = gnt_valid_.get() != 0;
    outputs_.gnt_epoch = static_cast<std::uint16_t>(gnt_epoch_.get());
  } else {
    outputs_.gnt_valid = outputs_.cev_valid && outputs_.cev_id == kEventActive;
    if (outputs_.gnt_valid) outputs_.gnt_epoch = static_cast<std::uint16_t>(outputs_.cev_arg);
  }
}

}  // namespace heliograph::systemc
