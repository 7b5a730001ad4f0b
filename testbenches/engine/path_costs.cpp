// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engine/path_costs.hpp"

namespace heliograph::testbenches {

std::vector<SwitchingSpan> PathCosts::switching(base::Picoseconds from,
                                                base::Picoseconds to) const {
  return switching_ == nullptr || to <= from ? std::vector<SwitchingSpan>()
                                             : switching_->within(from, to);
}

void PathCosts::wait_for_circuit(TimeSplit& path, base::Picoseconds from,
                                 base::Picoseconds to) const {
  path.waiting += to - from;
  for (const SwitchingSpan& change : switching(from, to)) {
    path.control += change.control;
    path.drain += change.drain;
    path.dark_exposed += change.dark;
    path.waiting = path.waiting - change.control - change.drain - change.dark;
  }
}

void PathCosts::leave(TimeSplit& path, const MessageRecord& message) const {
  path.startup += post_latency_;
  const base::Picoseconds ready = message.posted + post_latency_;
  path.waiting += message.first_bit - ready;
  // Until the controller drains, a circuit carries as ever: such a wait is for the line.
  for (const SwitchingSpan& change : switching(ready, message.first_bit)) {
    path.drain += change.drain;
    path.dark_exposed += change.dark;
    path.waiting = path.waiting - change.drain - change.dark;
  }
  path.serialisation += message.last_bit - message.first_bit;
}

void PathCosts::come(TimeSplit& path, const MessageRecord& message) const {
  if (way_ == nullptr) {
    path.propagation += message.arrived - message.last_bit;
  } else {
    const WayTime way = way_->parts(message);
    path.serialisation += way.serialisation;
    path.propagation += way.propagation;
    path.dilation += way.dilation;
    path.congestion += way.congestion;
  }
  path.reception += message.in_memory - message.arrived;
}

}  // namespace heliograph::testbenches
