// SPDX-License-Identifier: Apache-2.0
#pragma once

// For translation units that instantiate a Verilated model; see verilated_core.hpp.
#include <verilated.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "systemc/control/scheduler_core.hpp"

namespace heliograph::systemc {

/// A Verilated model with the demand and decision pins of rtl/contract.md behind SchedulerCore.
template <class Model>
class VerilatedScheduler final : public SchedulerCore {
 public:
  explicit VerilatedScheduler(unsigned ports) : ports_(ports) {
    context_.fatalOnError(false);
    model_ = std::make_unique<Model>(&context_);
    reset();
  }

  ~VerilatedScheduler() override {
    // Verilator 5.006: a destructor looks at the context of the last model evaluated.
    Verilated::threadContextp(&context_);
    model_.reset();
    Verilated::threadContextp(nullptr);
  }

  [[nodiscard]] unsigned ports() const override { return ports_; }

  void reset() override {
    constexpr unsigned kCyclesOfReset = 4;
    drive(SchedulerInputs{});
    model_->clk_i = 0;
    model_->rst_ni = 1;
    step();
    // A real falling edge, see VerilatedCore.
    model_->rst_ni = 0;
    step();
    for (unsigned i = 0; i < kCyclesOfReset; ++i) clock();
    model_->rst_ni = 1;
    step();
  }

  const SchedulerOutputs& cycle(const SchedulerInputs& inputs) override {
    drive(inputs);
    step();
    sample(model_->gnt_o);
    outputs_.gnt_valid = model_->gnt_valid_o != 0;
    outputs_.gnt_epoch = model_->gnt_epoch_o;
    clock();
    return outputs_;
  }

 private:
  void clock() {
    model_->clk_i = 1;
    step();
    model_->clk_i = 0;
    step();
  }

  void step() {
    model_->eval();
    if (context_.gotError()) throw std::runtime_error("an assertion of the scheduler RTL failed");
  }

  void drive(const SchedulerInputs& in) {
    model_->gnt_ready_i = in.gnt_ready ? 1 : 0;
    drive(model_->req_i, in.req);
  }

  /// Verilator takes and gives up to 64 bits as an integer, more as 32-bit words, low word first.
  template <class Pin>
  void drive(Pin& pin, const GrantMatrix& matrix) {
    if constexpr (std::is_integral_v<Pin>) {
      const std::uint64_t bits = std::uint64_t{matrix[1]} << 32 | matrix[0];
      const unsigned width = ports_ * ports_;
      pin = static_cast<Pin>(width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1));
    } else {
      // Of 16 ports or more, a multiple of 32 bits or not: bits beyond are cut off.
      const std::size_t width = std::size_t{ports_} * ports_;
      for (std::size_t i = 0; 32 * i < width; ++i) {
        const std::size_t left = width - 32 * i;
        pin[i] = left >= 32 ? matrix[i] : matrix[i] & ((std::uint32_t{1} << left) - 1);
      }
    }
  }

  template <class Pin>
  void sample(const Pin& pin) {
    if constexpr (std::is_integral_v<Pin>) {
      const std::uint64_t bits = pin;
      outputs_.gnt[0] = static_cast<std::uint32_t>(bits);
      outputs_.gnt[1] = static_cast<std::uint32_t>(bits >> 32);
    } else {
      for (std::size_t i = 0; 32 * i < std::size_t{ports_} * ports_; ++i) outputs_.gnt[i] = pin[i];
    }
  }

  VerilatedContext context_;
  std::unique_ptr<Model> model_;
  const unsigned ports_;
  SchedulerOutputs outputs_;
};

}  // namespace heliograph::systemc
