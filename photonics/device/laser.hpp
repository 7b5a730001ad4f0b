// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

/// A continuous-wave laser whose efficiency depends on temperature and drive.
struct LaserParameters {
  Celsius temperature{20.0};
  base::DecibelPerHertz rin{-145.0};
  /// Voltage of the diode: offset + resistance times current.
  base::Volt diode_voltage{0.762};
  base::Ohm series_resistance{0.0934};

  [[nodiscard]] static base::ParameterTable<LaserParameters> table();
};

/// The drive at which a laser turns most of its power into light.
struct EfficiencyPeak {
  base::Ampere threshold;
  base::Ampere current;
  double efficiency = 0.0;
};

/// Threshold and peak at the laser's temperature, linear between the published 20, 50 and 70
/// degrees. Throws std::out_of_range outside of them.
[[nodiscard]] EfficiencyPeak efficiency_peak(const LaserParameters& laser);

/// Wall-plug efficiency at a current: 0 up to threshold; above it the curve of a linear
/// light-current and a linear voltage-current line, w(I) ~ (I - I_th) / (I (1 + rho I)), scaled
/// through the published peak; rho = I_th / (I_p^2 - 2 I_th I_p) puts the maximum at I_p.
[[nodiscard]] double wall_plug_efficiency(const LaserParameters& laser, base::Ampere current);

/// Electrical power at a current, V(I) I, and the light that comes out of it.
[[nodiscard]] base::Watt electrical_power(const LaserParameters& laser, base::Ampere current);
[[nodiscard]] base::Watt optical_power(const LaserParameters& laser, base::Ampere current);

}  // namespace heliograph::photonics
