// SPDX-License-Identifier: Apache-2.0
#pragma once

// For translation units that instantiate a Verilated model; they must not include <systemc>, with
// which verilated.h does not get along.
#include <verilated.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// Any Verilated model with the ports of rtl/contract.md behind ControllerCore. `Model` is the
/// class that Verilator names by its prefix, `Root` its <prefix>___024root, which holds all of its
/// state.
template <class Model, class Root>
class VerilatedCore final : public ControllerCore {
 public:
  explicit VerilatedCore(unsigned ports) : ports_(ports) {
    // A failed assertion sets a flag, which step() turns into an exception, instead of abort().
    context_.fatalOnError(false);
    model_ = std::make_unique<Model>(&context_);
    reset();
  }

  ~VerilatedCore() override {
    // Verilator 5.006: a model's destructor looks at the context of this thread, which is that of
    // the last model evaluated and may be gone by now.
    Verilated::threadContextp(&context_);
    model_.reset();
    Verilated::threadContextp(nullptr);
  }

  [[nodiscard]] unsigned ports() const override { return ports_; }

  void reset() override {
    constexpr unsigned kResetCycles = 4;
    drive(ControllerInputs{});
    model_->clk_i = 0;
    model_->rst_ni = 1;
    step();
    // A real falling edge: flops with asynchronous reset are not reset by a level from time 0.
    model_->rst_ni = 0;
    step();
    for (unsigned i = 0; i < kResetCycles; ++i) clock();
    model_->rst_ni = 1;
    step();
    settled_ = false;
  }

  const ControllerOutputs& cycle(const ControllerInputs& inputs) override {
    drive(inputs);
    step();
    sample();
    std::memcpy(before_.data(), state(), sizeof(Root));
    clock();
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
  [[nodiscard]] const void* state() const { return model_->rootp; }

  /// Root holds the input pins too. The tick rests low between cycles, lest its mere level make a
  /// state look different from one that was marked without it.
  void lower_tick() {
    model_->tick_1us_i = 0;
    step();
  }

  void clock() {
    model_->clk_i = 1;
    step();
    model_->clk_i = 0;
    step();
  }

  void step() {
    model_->eval();
    if (context_.gotError()) throw std::runtime_error("an assertion of the controller RTL failed");
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
    set(model_->tick_1us_i, in.tick_1us);
    set(model_->s_axil_awaddr_i, in.axil.awaddr);
    set(model_->s_axil_awvalid_i, in.axil.awvalid);
    set(model_->s_axil_wdata_i, in.axil.wdata);
    set(model_->s_axil_wstrb_i, in.axil.wstrb & 0xF);
    set(model_->s_axil_wvalid_i, in.axil.wvalid);
    set(model_->s_axil_bready_i, in.axil.bready);
    set(model_->s_axil_araddr_i, in.axil.araddr);
    set(model_->s_axil_arvalid_i, in.axil.arvalid);
    set(model_->s_axil_rready_i, in.axil.rready);
    set(model_->gnt_ready_i, in.gnt_ready);
    set(model_->drain_ack_i, in.drain_ack & port_mask());
    set(model_->dac_ready_i, in.dac_ready);
    set(model_->los_i, in.los & port_mask());
    set(model_->cdr_lock_i, in.cdr_lock & port_mask());
    set(model_->fec_deg_i, in.fec_deg & port_mask());
  }

  void sample() {
    outputs_.axil.awready = model_->s_axil_awready_o != 0;
    outputs_.axil.wready = model_->s_axil_wready_o != 0;
    outputs_.axil.bresp = model_->s_axil_bresp_o;
    outputs_.axil.bvalid = model_->s_axil_bvalid_o != 0;
    outputs_.axil.arready = model_->s_axil_arready_o != 0;
    outputs_.axil.rdata = model_->s_axil_rdata_o;
    outputs_.axil.rresp = model_->s_axil_rresp_o;
    outputs_.axil.rvalid = model_->s_axil_rvalid_o != 0;
    outputs_.irq = model_->irq_o != 0;
    sample_grants(model_->gnt_o);
    outputs_.gnt_valid = model_->gnt_valid_o != 0;
    outputs_.gnt_epoch = model_->gnt_epoch_o;
    outputs_.drain_req = model_->drain_req_o;
    outputs_.rx_mask = model_->rx_mask_o;
    outputs_.dac_valid = model_->dac_valid_o != 0;
    outputs_.dac_addr = model_->dac_addr_o;
    outputs_.dac_code = model_->dac_code_o;
    outputs_.ldac = model_->ldac_o != 0;
    outputs_.isolate = model_->isolate_o;
    outputs_.cev_valid = model_->cev_valid_o != 0;
    outputs_.cev_id = model_->cev_id_o;
    outputs_.cev_arg = model_->cev_arg_o;
  }

  /// Verilator gives up to 64 bits as an integer, more as 32-bit words, low word first.
  template <class Pin>
  void sample_grants(const Pin& pin) {
    if constexpr (std::is_integral_v<Pin>) {
      const std::uint64_t bits = pin;
      outputs_.gnt[0] = static_cast<std::uint32_t>(bits);
      outputs_.gnt[1] = static_cast<std::uint32_t>(bits >> 32);
    } else {
      const std::size_t words = (std::size_t{ports_} * ports_ + 31) / 32;
      for (std::size_t i = 0; i < words; ++i) outputs_.gnt[i] = pin[i];
    }
  }

  VerilatedContext context_;
  std::unique_ptr<Model> model_;
  const unsigned ports_;
  bool settled_ = false;
  ControllerOutputs outputs_;
  std::array<unsigned char, sizeof(Root)> before_{};
  std::array<unsigned char, sizeof(Root)> marked_{};
};

}  // namespace heliograph::systemc
