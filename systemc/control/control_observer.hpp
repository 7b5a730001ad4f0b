// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/time.hpp"
#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// What controllers tell whoever listens; the models never depend on the answer.
class ControlObserver {
 public:
  virtual ~ControlObserver() = default;
  /// A control event of rtl/contract.md.
  virtual void control_event(std::uint8_t id, std::uint32_t argument, base::Picoseconds when) = 0;
  /// The outputs have changed.
  virtual void controller_outputs(const ControllerOutputs& outputs, base::Picoseconds when) = 0;
  /// A rising edge that was not skipped, and what either side sampled there.
  virtual void clock_edge(const ControllerInputs& /*inputs*/, const ControllerOutputs& /*outputs*/,
                          base::Picoseconds /*when*/) {}
};

}  // namespace heliograph::systemc
