// SPDX-License-Identifier: Apache-2.0
#include "photonics/thermal/settling.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace heliograph::photonics {

namespace {

using base::Picoseconds;

/// The phase error whose leak sin^2(e/2) is `leak`.
base::Radian leak_phase(base::Decibel leak) {
  return base::Radian(2.0 * std::asin(std::sqrt(base::to_linear(leak).value())));
}

/// A cell is at most this many times as far from its rest as the farthest heater alone.
double crosstalk_bound(const ThermalPlantParameters& thermal) {
  return 1.0 + 2.0 * (thermal.crosstalk_nearest + thermal.crosstalk_second);
}

Picoseconds settle_on_plant(base::Watt from, base::Watt to, const HeaterDriver& driver,
                            const ThermalPlantParameters& thermal, base::Radian within) {
  constexpr Picoseconds kStart(0);
  ThermalPlant plant(1, thermal, driver);
  plant.settle_at(kStart, {from});
  plant.set_powers(kStart, {to});
  return plant.settled_at(within);
}

Picoseconds settle_on_plant(base::Radian from, base::Radian to, const HeaterDriver& driver,
                            const ThermalPlantParameters& thermal, base::Radian within) {
  return settle_on_plant(driver.least_power(from), driver.least_power(to), driver, thermal, within);
}

}  // namespace

base::Second settling_time(base::Radian swing, base::Decibel leak, base::Second tau) {
  if (!(leak.value() <= 0.0) || tau.value() < 0.0) {
    throw std::invalid_argument("settling needs a leak of at most 0 dB and a tau of at least 0");
  }
  const double within = leak_phase(leak).value();
  const double distance = std::abs(swing.value());
  return distance <= within ? base::Second(0.0) : tau * std::log(distance / within);
}

Picoseconds settling_between(base::Radian from, base::Radian to, const HeaterDriver& driver,
                             const ThermalPlantParameters& thermal, base::Decibel leak) {
  if (!(leak.value() < 0.0)) {
    throw std::invalid_argument("settling needs a leak below 0 dB");
  }
  return settle_on_plant(from, to, driver, thermal, leak_phase(leak));
}

base::Second settling_time(const HeaterDriver& driver, const ThermalPlantParameters& thermal,
                           base::Decibel leak, CellChanges changes) {
  const base::Radian cross(0.0);
  const base::Radian bar(base::kPi);
  if (!changes.heating && !changes.cooling) {
    return base::Second(0.0);
  }
  if (!driver.overdrives() && thermal.response == HeaterResponseKind::first_order) {
    const base::Radian swing = changes.from_rest ? bar * 2.0 : bar;
    return settling_time(swing * crosstalk_bound(thermal), leak,
                         base::Second(thermal.tau.seconds()));
  }
  // With a bias it may be the cross state that needs more power.
  const bool bar_is_hot = driver.least_power(bar) > driver.least_power(cross);
  const base::Radian cold = bar_is_hot ? cross : bar;
  const base::Radian hot = bar_is_hot ? bar : cross;
  if (!(leak.value() < 0.0)) {
    throw std::invalid_argument("settling needs a leak below 0 dB");
  }
  const base::Radian within = leak_phase(leak) / crosstalk_bound(thermal);
  Picoseconds longest(0);
  if (changes.heating) {
    longest = std::max(longest, settle_on_plant(cold, hot, driver, thermal, within));
  }
  if (changes.from_rest) {
    const base::Watt rest = driver.power(DacCode{0});
    const base::Watt one(1.0);
    const base::Watt turn = one * (2.0 * base::kPi / driver.phase_shift(one).value());
    longest = std::max(longest,
                       settle_on_plant(rest, std::min(rest + turn, driver.power(driver.max_code())),
                                       driver, thermal, within));
  }
  if (changes.cooling) {
    longest = std::max(longest, settle_on_plant(hot, cold, driver, thermal, within));
  }
  return base::Second(longest.seconds());
}

}  // namespace heliograph::photonics
