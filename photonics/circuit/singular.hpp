// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "base/units.hpp"

namespace heliograph::photonics {

/// Light would circulate for ever: a closed loop without loss is exactly on resonance, and the
/// circuit has no finite answer at this frequency.
class SingularCircuit : public std::runtime_error {
 public:
  /// `loop`: the paths of the loop's parts.
  SingularCircuit(base::Hertz frequency, std::vector<std::string> loop);

  [[nodiscard]] base::Hertz frequency() const { return frequency_; }
  /// The parts that hold the light, in the order in which it passes them.
  [[nodiscard]] const std::vector<std::string>& loop() const { return loop_; }

 private:
  base::Hertz frequency_;
  std::vector<std::string> loop_;
};

}  // namespace heliograph::photonics
