// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "systemc/control/behavioural/circuit_matching.hpp"
#include "systemc/control/scheduler_core.hpp"

namespace heliograph::systemc {

/// The behaviour of rtl/circuit_scheduler in C++, pin for pin and cycle for cycle: a whole matching
/// at once, shown as late as the hardware shows it.
class CircuitSchedulerTwin final : public SchedulerCore {
 public:
  /// `ports` 2..32; `iterations` 1..32, of iSLIP only. Throws std::invalid_argument.
  CircuitSchedulerTwin(MatchingAlgorithm algorithm, unsigned ports, unsigned iterations = 1);

  [[nodiscard]] unsigned ports() const override { return ports_; }
  void reset() override;
  const SchedulerOutputs& cycle(const SchedulerInputs& inputs) override;

 private:
  const unsigned ports_;
  std::unique_ptr<CircuitMatching> matching_;
  GrantMatrix requests_{};  // as sampled
  unsigned left_ = 0;       // cycles until the decision is shown; 0: none is being made
  SchedulerOutputs next_;
  SchedulerOutputs outputs_;
};

}  // namespace heliograph::systemc
