// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "photonics/thermal/heater_driver.hpp"
#include "systemc/link/received_light.hpp"

namespace heliograph::systemc {

/// What the optical side tells whoever listens; the models never depend on the answer.
class LightObserver {
 public:
  virtual ~LightObserver() = default;
  /// New codes have taken effect in the heaters of the switch.
  virtual void codes_latched(const std::vector<photonics::DacCode>& codes,
                             base::Picoseconds when) = 0;
  /// A code has been shifted towards a DAC, whether or not one takes it.
  virtual void code_written(base::Picoseconds /*when*/) {}
  /// The phases at the start of an interval of the switch's field.
  virtual void phases_sampled(const std::vector<base::Radian>& phases, base::Picoseconds when) = 0;
  /// Every cell is within the settled extinction of its final state.
  virtual void fabric_settled(base::Picoseconds when) = 0;
  virtual void light_changed(base::TransceiverId at, const ReceivedLight& light) = 0;
};

}  // namespace heliograph::systemc
