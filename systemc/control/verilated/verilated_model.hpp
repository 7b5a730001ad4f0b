// SPDX-License-Identifier: Apache-2.0
#pragma once

// For translation units that instantiate a Verilated model; they must not include <systemc>, with
// which verilated.h does not get along.
#include <verilated.h>

#include <memory>
#include <stdexcept>
#include <type_traits>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// A Verilated model with its context, clock and reset; `Model` is the class that Verilator names
/// by its prefix, with the pins clk_i and rst_ni.
template <class Model>
class VerilatedModel {
 public:
  VerilatedModel() {
    // A failed assertion sets a flag, which step() turns into an exception, instead of abort().
    context_.fatalOnError(false);
    model_ = std::make_unique<Model>(&context_);
  }
  VerilatedModel(const VerilatedModel&) = delete;
  VerilatedModel& operator=(const VerilatedModel&) = delete;
  ~VerilatedModel() {
    // Verilator 5.006: a model's destructor looks at the context of this thread, which is that of
    // the last model evaluated and may be gone by now.
    Verilated::threadContextp(&context_);
    model_.reset();
    Verilated::threadContextp(nullptr);
  }

  [[nodiscard]] Model& pins() { return *model_; }
  [[nodiscard]] const Model& pins() const { return *model_; }

  /// Precondition: the inputs are at rest.
  void reset() {
    constexpr unsigned kResetCycles = 4;
    model_->clk_i = 0;
    model_->rst_ni = 1;
    step();
    // A real falling edge: flops with asynchronous reset are not reset by a level from time 0.
    model_->rst_ni = 0;
    step();
    for (unsigned i = 0; i < kResetCycles; ++i) clock();
    model_->rst_ni = 1;
    step();
  }

  /// Lets the model settle. Throws std::runtime_error when one of its assertions fails.
  void step() {
    model_->eval();
    if (context_.gotError()) throw std::runtime_error("an assertion of the RTL failed");
  }

  /// A rising and a falling edge.
  void clock() {
    model_->clk_i = 1;
    step();
    model_->clk_i = 0;
    step();
  }

 private:
  VerilatedContext context_;
  std::unique_ptr<Model> model_;
};

// Verilator takes and gives pins of up to 64 bits as an integer, wider ones as 32-bit words, low
// word first.

/// A pin of `bits` bits as a matrix.
template <class Pin>
void sample_matrix(const Pin& pin, std::size_t bits, GrantMatrix& matrix) {
  if constexpr (std::is_integral_v<Pin>) {
    const std::uint64_t value = pin;
    matrix[0] = static_cast<std::uint32_t>(value);
    matrix[1] = static_cast<std::uint32_t>(value >> 32);
  } else {
    for (std::size_t i = 0; 32 * i < bits; ++i) matrix[i] = pin[i];
  }
}

/// Bits beyond the pin's are cut off: they would corrupt the model.
template <class Pin>
void drive_matrix(Pin& pin, std::size_t bits, const GrantMatrix& matrix) {
  if constexpr (std::is_integral_v<Pin>) {
    const std::uint64_t value = std::uint64_t{matrix[1]} << 32 | matrix[0];
    pin = static_cast<Pin>(bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1));
  } else {
    for (std::size_t i = 0; 32 * i < bits; ++i) {
      const std::size_t left = bits - 32 * i;
      pin[i] = left >= 32 ? matrix[i] : matrix[i] & ((std::uint32_t{1} << left) - 1);
    }
  }
}

}  // namespace heliograph::systemc
