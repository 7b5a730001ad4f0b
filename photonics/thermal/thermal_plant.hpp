// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"
#include "base/units.hpp"
#include "photonics/thermal/heater_driver.hpp"
#include "photonics/thermal/heater_response.hpp"
#include "photonics/thermal/thermal_coupling.hpp"

namespace heliograph::photonics {

/// How heat moves.
struct ThermalPlantParameters {
  base::Picoseconds tau{5'600'000};
  HeaterResponseKind response = HeaterResponseKind::first_order;
  base::Picoseconds diffusion{500'000};  ///< of a delayed response: half the width of its triangle
  /// Part of a heater's phase shift that also appears in the next heater of the same column, and
  /// in the next but one.
  double crosstalk_nearest = 0.0;
  double crosstalk_second = 0.0;

  [[nodiscard]] HeaterResponse heater_response() const;
  [[nodiscard]] static base::ParameterTable<ThermalPlantParameters> table();
};

/// n heaters whose heat follows their electrical power with one linear response, and linear
/// crosstalk between the phases that it causes. Steps of power superpose, so the plant is exact at
/// every instant: no time steps.
///
/// Where the driver overdrives, it keeps a model of each heater's low-pass, gives
/// HeaterDriver::overdriven() power when it is told another one than before, and falls back to that
/// when its model says that the heat is there. Behind a low-pass that has its final value nothing
/// overshoots, so with diffusion the phase is exactly at rest 2 tau_d later.
class ThermalPlant {
 public:
  /// All heaters cold (zero power) at instant 0. Throws std::invalid_argument as HeaterResponse
  /// does, and when a coupling names a heater that is not there.
  ThermalPlant(std::size_t heaters, const ThermalPlantParameters& parameters,
               const HeaterDriver& driver, std::vector<ThermalCoupling> couplings = {});

  [[nodiscard]] std::size_t heaters() const { return target_.size(); }

  /// From `now` on the driver is told to give `powers`. Throws std::invalid_argument when there is
  /// not one power a heater, when one is negative or not finite, or when `now` is before the last
  /// change.
  void set_powers(base::Picoseconds now, const std::vector<base::Watt>& powers);
  /// As set_powers, and every heater is there at once: a fabric that has rested for long.
  void settle_at(base::Picoseconds now, const std::vector<base::Watt>& powers);

  [[nodiscard]] base::Picoseconds last_change() const { return last_change_; }
  [[nodiscard]] base::Picoseconds tau() const { return response_.tau(); }

  /// The phases at `now` (bias and crosstalk included; the cells' fabrication errors are not);
  /// `phases` is resized. Precondition here and below: now >= last_change().
  void phases(base::Picoseconds now, std::vector<base::Radian>& phases) const;
  /// Where the phases come to rest.
  [[nodiscard]] std::vector<base::Radian> final_phases() const;
  /// Largest distance of a phase from where it will come to rest.
  [[nodiscard]] base::Radian largest_residual(base::Picoseconds now) const;
  /// The first picosecond from which largest_residual() stays at most `tolerance` (> 0). Where
  /// overdrive or diffusion bend the way there, it is looked at tau/64 apart.
  [[nodiscard]] base::Picoseconds settled_at(base::Radian tolerance) const;

  /// What all heaters together draw.
  [[nodiscard]] base::Watt electrical_power(base::Picoseconds now) const;
  /// What their drivers lose besides.
  [[nodiscard]] base::Watt driver_loss(base::Picoseconds now) const;
  /// The next instant after `now` at which the driver changes a power by itself, or never().
  [[nodiscard]] base::Picoseconds next_drive_change(base::Picoseconds now) const;
  /// From here on every phase is on a plain exponential towards its rest.
  [[nodiscard]] base::Picoseconds bends_until() const;

 private:
  /// A change of one heater's power that is ahead, or whose heat still spreads.
  struct Step {
    base::Picoseconds at;
    std::size_t heater = 0;
    base::Watt change;
  };

  [[nodiscard]] double decay(base::Picoseconds now) const;
  void check(base::Picoseconds now, const std::vector<base::Watt>& powers) const;
  [[nodiscard]] std::vector<base::Watt> driven_powers(base::Picoseconds now) const;
  [[nodiscard]] std::vector<base::Watt> heat(base::Picoseconds now) const;
  [[nodiscard]] std::vector<base::Watt> heat_behind_low_pass(
      base::Picoseconds now, const std::vector<base::Watt>& driven) const;
  /// What the driver gives at once for `wanted`; when it falls back to that is put into steps_.
  base::Watt plan_drive(base::Picoseconds now, std::size_t heater, base::Watt modelled,
                        base::Watt wanted);
  void add_phases(const std::vector<base::Watt>& heat, std::vector<base::Radian>& phases) const;
  [[nodiscard]] base::Radian residual_of(const std::vector<base::Watt>& missing) const;

  HeaterDriver driver_;
  HeaterResponse response_;
  std::vector<ThermalCoupling> couplings_;
  bool overdrives_;
  base::Picoseconds last_change_;
  /// Powers that stand in for heat: a heater that has the heat of power P has been at P for long.
  std::vector<base::Watt> target_;  ///< the power driven in the end
  std::vector<base::Watt> excess_;  ///< at last_change_; from there on it decays with tau
  std::vector<Step> steps_;         ///< what `excess_` does not hold
  base::Radian residual_;           ///< largest residual of `excess_` at last_change_
};

}  // namespace heliograph::photonics
