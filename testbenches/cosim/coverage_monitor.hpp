// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "systemc/control/controller_core.hpp"
#include "testbenches/cosim/controller_monitors.hpp"
#include "testbenches/cosim/coverage.hpp"

namespace heliograph::testbenches {

/// Fills the cross of states and events.
class CoverageMonitor {
 public:
  explicit CoverageMonitor(StateEventCoverage& coverage) : coverage_(coverage) {}

  void reset_now() { coverage_.meet(state_, CoverEvent::reset); }
  void reset();
  /// After the monitors have looked at the edge.
  void edge(const ControllerMonitors& monitors, const systemc::ControllerInputs& in,
            const systemc::ControllerOutputs& out);

  [[nodiscard]] CoverState state() const { return state_; }

 private:
  [[nodiscard]] CoverState state_now(const ControllerMonitors& monitors,
                                     const systemc::ControllerOutputs& out);

  StateEventCoverage& coverage_;
  CoverState state_ = CoverState::idle;
  systemc::ControlEvent last_event_ = systemc::ControlEvent::kNone;
  systemc::ControllerInputs last_in_;
};

}  // namespace heliograph::testbenches
