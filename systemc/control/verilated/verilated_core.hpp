// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "systemc/control/verilated/verilated_model.hpp"

namespace heliograph::systemc {

/// Any Verilated model with the ports of rtl/contract.md behind ControllerCore. `Model` is the
/// class that Verilator names by its prefix, `Root` its <prefix>___024root, which holds all of its
/// state.
template <class Model, class Root>
class VerilatedCore final : public ControllerCore {
 public:
  explicit VerilatedCore(unsigned ports) : ports_(ports) { reset(); }

  [[nodiscard]] unsigned ports() const override { return ports_; }

  void reset() override {
    drive(ControllerInputs{});
    model_.reset();
    settled_ = false;
  }

  const ControllerOutputs& cycle(const ControllerInputs& inputs) override {
    drive(inputs);
    model_.step();
    sample();
    std::memcpy(before_.data(), state(), sizeof(Root));
    model_.clock();
    // Unchanged state means unchanged outputs as well: the ports are part of Root.
    settled_ = std::memcmp(before_.data(), state(), sizeof(Root)) == 0;
    if (inputs.tick_1us) lower_tick();
    return outputs_;
  }

  [[nodiscard]] bool settled() const override { return settled_; }

  void mark() override { std::memcpy(marked_.data(), state(), sizeof(Root)); }

  [[nodiscard]] bool unchanged_since_mark() const override {
    return std::memcmp(marked_.data(), state(), sizeof(Root)) == 0;
  }

 private:
  [[nodiscard]] const void* state() const { return model_.pins().rootp; }

  /// Root holds the input pins too. The tick rests low between cycles, lest its mere level make a
  /// state look different from one that was marked without it.
  void lower_tick() {
    model_.pins().tick_1us_i = 0;
    model_.step();
  }

  template <class Pin, class Value>
  static void set(Pin& pin, Value value) {
    pin = static_cast<Pin>(value);
  }

  /// Input pins are as wide as the model has ports; bits beyond would corrupt it.
  [[nodiscard]] std::uint32_t port_mask() const {
    return ports_ >= kMaxControllerPorts ? ~std::uint32_t{0} : (std::uint32_t{1} << ports_) - 1;
  }

  void drive(const ControllerInputs& in) {
    Model& pins = model_.pins();
    set(pins.tick_1us_i, in.tick_1us);
    set(pins.s_axil_awaddr_i, in.axil.awaddr);
    set(pins.s_axil_awvalid_i, in.axil.awvalid);
    set(pins.s_axil_wdata_i, in.axil.wdata);
    set(pins.s_axil_wstrb_i, in.axil.wstrb & 0xF);
    set(pins.s_axil_wvalid_i, in.axil.wvalid);
    set(pins.s_axil_bready_i, in.axil.bready);
    set(pins.s_axil_araddr_i, in.axil.araddr);
    set(pins.s_axil_arvalid_i, in.axil.arvalid);
    set(pins.s_axil_rready_i, in.axil.rready);
    set(pins.gnt_ready_i, in.gnt_ready);
    set(pins.drain_ack_i, in.drain_ack & port_mask());
    set(pins.dac_ready_i, in.dac_ready);
    set(pins.los_i, in.los & port_mask());
    set(pins.cdr_lock_i, in.cdr_lock & port_mask());
    set(pins.fec_deg_i, in.fec_deg & port_mask());
  }

  void sample() {
    const Model& pins = model_.pins();
    outputs_.axil.awready = pins.s_axil_awready_o != 0;
    outputs_.axil.wready = pins.s_axil_wready_o != 0;
    outputs_.axil.bresp = pins.s_axil_bresp_o;
    outputs_.axil.bvalid = pins.s_axil_bvalid_o != 0;
    outputs_.axil.arready = pins.s_axil_arready_o != 0;
    outputs_.axil.rdata = pins.s_axil_rdata_o;
    outputs_.axil.rresp = pins.s_axil_rresp_o;
    outputs_.axil.rvalid = pins.s_axil_rvalid_o != 0;
    outputs_.irq = pins.irq_o != 0;
    sample_matrix(pins.gnt_o, std::size_t{ports_} * ports_, outputs_.gnt);
    outputs_.gnt_valid = pins.gnt_valid_o != 0;
    outputs_.gnt_epoch = pins.gnt_epoch_o;
    outputs_.drain_req = pins.drain_req_o;
    outputs_.rx_mask = pins.rx_mask_o;
    outputs_.dac_valid = pins.dac_valid_o != 0;
    outputs_.dac_addr = pins.dac_addr_o;
    outputs_.dac_code = pins.dac_code_o;
    outputs_.ldac = pins.ldac_o != 0;
    outputs_.isolate = pins.isolate_o;
    outputs_.cev_valid = pins.cev_valid_o != 0;
    outputs_.cev_id = pins.cev_id_o;
    outputs_.cev_arg = pins.cev_arg_o;
  }

  VerilatedModel<Model> model_;
  const unsigned ports_;
  bool settled_ = false;
  ControllerOutputs outputs_;
  std::array<unsigned char, sizeof(Root)> before_{};
  std::array<unsigned char, sizeof(Root)> marked_{};
};

}  // namespace heliograph::systemc
