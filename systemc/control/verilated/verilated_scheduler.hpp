// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/control/scheduler_core.hpp"
#include "systemc/control/verilated/verilated_model.hpp"

namespace heliograph::systemc {

/// A Verilated model with the demand and decision pins of rtl/contract.md behind SchedulerCore.
template <class Model>
class VerilatedScheduler final : public SchedulerCore {
 public:
  explicit VerilatedScheduler(unsigned ports) : ports_(ports) { reset(); }

  [[nodiscard]] unsigned ports() const override { return ports_; }

  void reset() override {
    drive(SchedulerInputs{});
    model_.reset();
  }

  const SchedulerOutputs& cycle(const SchedulerInputs& inputs) override {
    drive(inputs);
    model_.step();
    sample_matrix(model_.pins().gnt_o, pairs(), outputs_.gnt);
    outputs_.gnt_valid = model_.pins().gnt_valid_o != 0;
    outputs_.gnt_epoch = model_.pins().gnt_epoch_o;
    model_.clock();
    return outputs_;
  }

 private:
  [[nodiscard]] std::size_t pairs() const { return std::size_t{ports_} * ports_; }
  void drive(const SchedulerInputs& in) {
    model_.pins().gnt_ready_i = in.gnt_ready ? 1 : 0;
    drive_matrix(model_.pins().req_i, pairs(), in.req);
  }

  VerilatedModel<Model> model_;
  const unsigned ports_;
  SchedulerOutputs outputs_;
};

}  // namespace heliograph::systemc
