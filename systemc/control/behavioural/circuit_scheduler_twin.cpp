// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/circuit_scheduler_twin.hpp"

#include <algorithm>

namespace heliograph::systemc {

CircuitSchedulerTwin::CircuitSchedulerTwin(MatchingAlgorithm algorithm, unsigned ports,
                                           unsigned iterations)
    : ports_(ports), matching_(make_circuit_matching(algorithm, ports, iterations)) {}

void CircuitSchedulerTwin::reset() {
  matching_->reset();
  left_ = 0;
  next_ = SchedulerOutputs();
}

const SchedulerOutputs& CircuitSchedulerTwin::cycle(const SchedulerInputs& inputs) {
  outputs_ = next_;
  if (next_.gnt_valid) {
    if (inputs.gnt_ready) {
      matching_->accept();
      next_.gnt_valid = false;
      next_.gnt = GrantMatrix{};
    }
  } else if (left_ != 0) {
    if (--left_ == 0) {
      const PortRows granted = matching_->match(to_port_rows(requests_, ports_));
      next_.gnt = to_grant_matrix(granted, ports_);
      next_.gnt_valid = true;
      ++next_.gnt_epoch;
    }
  } else if (std::any_of(inputs.req.begin(), inputs.req.end(),
                         [](std::uint32_t word) { return word != 0; })) {
    requests_ = inputs.req;
    left_ = matching_->steps();
  }
  return outputs_;
}

}  // namespace heliograph::systemc
