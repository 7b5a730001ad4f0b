// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/group_delay.hpp"

#include <cmath>
#include <stdexcept>

namespace heliograph::photonics {

namespace {

/// Small enough that a delay of 100 ns does not turn the phase by pi between the two points, large
/// enough that a femtosecond is seen above the last bits of the phase.
constexpr double kHalfStepHertz = 1e6;

}  // namespace

base::Second group_delay(base::Hertz frequency,
                         const std::function<std::complex<double>(base::Hertz)>& field_at) {
  const base::Hertz step(kHalfStepHertz);
  try {
    const std::complex<double> turn =
        field_at(frequency + step) * std::conj(field_at(frequency - step));
    if (std::abs(turn) == 0.0) {
      return base::Second(0.0);
    }
    return base::Second(std::arg(turn) / (4.0 * base::kPi * kHalfStepHertz));
  } catch (const std::out_of_range&) {
    return base::Second(0.0);
  }
}

}  // namespace heliograph::photonics
