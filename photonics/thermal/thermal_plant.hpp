// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"
#include "base/units.hpp"
#include "photonics/thermal/heater_driver.hpp"

namespace heliograph::photonics {

/// How heat moves.
struct ThermalPlantParameters {
  base::Picoseconds tau{5'600'000};
  /// Part of a heater's phase shift that also appears in the next heater of the same column, and
  /// in the next but one.
  double crosstalk_nearest = 0.0;
  double crosstalk_second = 0.0;

  [[nodiscard]] static base::ParameterTable<ThermalPlantParameters> table();
};

/// `fraction` of the phase shift of heater `from` also appears at heater `to`.
struct ThermalCoupling {
  base::ActuatorId from{};
  base::ActuatorId to{};
  double fraction = 0.0;
};

/// Where a heater is drawn.
struct HeaterPlace {
  base::ActuatorId heater{};
  std::size_t column = 0;
  std::size_t row = 0;
};

/// Heaters of a column warm those in the next row and the next but one.
[[nodiscard]] std::vector<ThermalCoupling> column_couplings(
    const std::vector<HeaterPlace>& places, const ThermalPlantParameters& parameters);

/// n heaters, each a first-order low-pass of its electrical power with the same time constant
/// (tau dT/dt = R_th P - T), and linear crosstalk between the phases they cause. Exact at every
/// instant: no time steps.
class ThermalPlant {
 public:
  /// All heaters cold (zero power) at instant 0. Throws std::invalid_argument when tau <= 0 or a
  /// coupling names a heater that is not there.
  ThermalPlant(std::size_t heaters, const ThermalPlantParameters& parameters,
               const HeaterDriver& driver, std::vector<ThermalCoupling> couplings = {});

  [[nodiscard]] std::size_t heaters() const { return target_.size(); }

  /// From `now` on the heaters are driven with `powers`. Throws std::invalid_argument when there is
  /// not one power a heater, when one is negative or not finite, or when `now` is before the last
  /// change.
  void set_powers(base::Picoseconds now, const std::vector<base::Watt>& powers);
  /// As set_powers, and every heater is there at once: a fabric that has rested for long.
  void settle_at(base::Picoseconds now, const std::vector<base::Watt>& powers);

  [[nodiscard]] base::Picoseconds last_change() const { return last_change_; }
  [[nodiscard]] base::Picoseconds tau() const { return tau_; }

  /// The phases at `now` (bias and crosstalk included; the cells' fabrication errors are not);
  /// `phases` is resized. Precondition here and below: now >= last_change().
  void phases(base::Picoseconds now, std::vector<base::Radian>& phases) const;
  /// Largest distance of a phase from where it will come to rest.
  [[nodiscard]] base::Radian largest_residual(base::Picoseconds now) const;
  /// The first picosecond from which largest_residual() is at most `tolerance` (> 0).
  [[nodiscard]] base::Picoseconds settled_at(base::Radian tolerance) const;

 private:
  [[nodiscard]] double decay(base::Picoseconds now) const;
  [[nodiscard]] base::Watt power(std::size_t heater, double decay) const;
  void check(base::Picoseconds now, const std::vector<base::Watt>& powers) const;
  void update_residual();

  HeaterDriver driver_;
  base::Picoseconds tau_;
  std::vector<ThermalCoupling> couplings_;
  base::Picoseconds last_change_;
  std::vector<base::Watt> start_;   // equivalent power at last_change_
  std::vector<base::Watt> target_;  // the power driven since then
  base::Radian residual_;           // largest residual at last_change_
};

/// Time until a cell whose phase has `swing` to go leaks at most `leak` (a power ratio in dB, below
/// 0): tau ln(|swing| / eps) with eps = 2 asin(10^{leak/20}), from sin^2(eps/2) being the leak of a
/// cell that is eps off its target. 0 when the swing is within eps. Throws std::invalid_argument
/// when leak > 0 dB or tau < 0.
[[nodiscard]] base::Second settling_time(base::Radian swing, base::Decibel leak, base::Second tau);

}  // namespace heliograph::photonics
