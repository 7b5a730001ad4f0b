// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/parameters.hpp"
#include "base/random.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// What a calibration sees, and how thoroughly it looks.
struct MonitorParameters {
  int adc_bits = 9;
  /// Power at a monitor that fills its ADC, in terms of the light at the fabric's input.
  base::Decibel full_scale{0.0};
  /// Ranges of the amplifier, each 10 dB more sensitive than the one before.
  int ranges = 4;
  /// Noise of one reading (root mean square), in terms of the range's full scale.
  base::Decibel noise{-30.0};
  int sweep_points = 33;
  int passes = 2;
  /// A code of no more heat than that of code 0 is preferred when its phase is off by no more.
  base::Radian phase_tolerance{0.02};

  [[nodiscard]] static base::ParameterTable<MonitorParameters> table();
};

/// A monitor photodiode that takes no light, its amplifier and its ADC.
class Monitor {
 public:
  /// Throws std::invalid_argument unless 1 <= adc_bits <= 16 and ranges >= 1.
  explicit Monitor(const MonitorParameters& parameters);

  /// One reading of `power`, both in terms of the light at the fabric's input: in the most
  /// sensitive range that holds it, noise is added and the nearest of the ADC's levels is taken; no
  /// reading is below 0 or above the full scale of the first range.
  [[nodiscard]] base::PowerRatio read(base::PowerRatio power, base::RandomStream& noise) const;
  /// From one level of the ADC to the next, in the range that holds `power`.
  [[nodiscard]] base::PowerRatio step(base::PowerRatio power) const;

 private:
  std::vector<double> full_scales_;  ///< by range, the most sensitive first
  double noise_;
  double levels_;  ///< above 0
};

}  // namespace heliograph::photonics
