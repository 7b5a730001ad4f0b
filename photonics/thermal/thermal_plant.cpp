// SPDX-License-Identifier: Apache-2.0
#include "photonics/thermal/thermal_plant.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

namespace heliograph::photonics {

using base::Basis;

base::ParameterTable<ThermalPlantParameters> ThermalPlantParameters::table() {
  base::ParameterTable<ThermalPlantParameters> table;
  const base::Source crosstalk{Basis::assumed,
                               "none, as after a calibration that takes it into account; sweep it"};
  table
      .number("tau_us", &ThermalPlantParameters::tau, {"us", 1e6}, {1e-6, 1e6},
              "time constant of a heater, first order",
              {Basis::cited, "TiN heater, Jacques 2019, read at second hand; published 2.2 to 180"})
      .number("crosstalk_nearest", &ThermalPlantParameters::crosstalk_nearest, {"", 1.0},
              {0.0, 0.5},
              "part of a heater's phase shift that also appears in its neighbour in the column",
              crosstalk)
      .number("crosstalk_second", &ThermalPlantParameters::crosstalk_second, {"", 1.0}, {0.0, 0.5},
              "the same for the next neighbour but one", crosstalk);
  return table;
}

std::vector<ThermalCoupling> column_couplings(const std::vector<HeaterPlace>& places,
                                              const ThermalPlantParameters& parameters) {
  std::map<std::size_t, std::map<std::size_t, base::ActuatorId>> columns;
  for (const HeaterPlace& place : places) {
    columns[place.column].emplace(place.row, place.heater);
  }
  const double fractions[] = {parameters.crosstalk_nearest, parameters.crosstalk_second};
  std::vector<ThermalCoupling> couplings;
  for (const auto& [number, column] : columns) {
    for (const auto& [row, upper] : column) {
      for (std::size_t distance = 1; distance <= 2; ++distance) {
        const auto lower = column.find(row + distance);
        if (lower != column.end() && fractions[distance - 1] > 0.0) {
          couplings.push_back({upper, lower->second, fractions[distance - 1]});
          couplings.push_back({lower->second, upper, fractions[distance - 1]});
        }
      }
    }
  }
  return couplings;
}

ThermalPlant::ThermalPlant(std::size_t heaters, const ThermalPlantParameters& parameters,
                           const HeaterDriver& driver, std::vector<ThermalCoupling> couplings)
    : driver_(driver),
      tau_(parameters.tau),
      couplings_(std::move(couplings)),
      start_(heaters),
      target_(heaters) {
  if (tau_.count() <= 0) {
    throw std::invalid_argument("tau must be positive");
  }
  for (const ThermalCoupling& coupling : couplings_) {
    if (base::index(coupling.from) >= heaters || base::index(coupling.to) >= heaters) {
      throw std::invalid_argument("a thermal coupling names a heater that does not exist");
    }
  }
}

void ThermalPlant::check(base::Picoseconds now, const std::vector<base::Watt>& powers) const {
  if (now < last_change_) {
    throw std::invalid_argument("heater powers cannot change in the past");
  }
  if (powers.size() != heaters()) {
    throw std::invalid_argument("a power is needed for each heater");
  }
  for (const base::Watt power : powers) {
    if (!std::isfinite(power.value()) || power.value() < 0.0) {
      throw std::invalid_argument("heater powers are finite and not negative");
    }
  }
}

void ThermalPlant::set_powers(base::Picoseconds now, const std::vector<base::Watt>& powers) {
  check(now, powers);
  const double left = decay(now);
  for (std::size_t heater = 0; heater < heaters(); ++heater) {
    start_[heater] = power(heater, left);
  }
  target_ = powers;
  last_change_ = now;
  update_residual();
}

void ThermalPlant::settle_at(base::Picoseconds now, const std::vector<base::Watt>& powers) {
  check(now, powers);
  start_ = powers;
  target_ = powers;
  last_change_ = now;
  update_residual();
}

double ThermalPlant::decay(base::Picoseconds now) const {
  const base::Picoseconds since = now - last_change_;
  return std::exp(-static_cast<double>(since.count()) / static_cast<double>(tau_.count()));
}

base::Watt ThermalPlant::power(std::size_t heater, double decay) const {
  return target_[heater] + decay * (start_[heater] - target_[heater]);
}

void ThermalPlant::phases(base::Picoseconds now, std::vector<base::Radian>& phases) const {
  const double left = decay(now);
  phases.resize(heaters());
  for (std::size_t heater = 0; heater < heaters(); ++heater) {
    phases[heater] = driver_.phase(power(heater, left));
  }
  for (const ThermalCoupling& coupling : couplings_) {
    phases[base::index(coupling.to)] +=
        coupling.fraction * driver_.phase_shift(power(base::index(coupling.from), left));
  }
}

void ThermalPlant::update_residual() {
  std::vector<base::Watt> differences(heaters());
  for (std::size_t heater = 0; heater < heaters(); ++heater) {
    differences[heater] = start_[heater] - target_[heater];
  }
  std::vector<base::Watt> coupled = differences;
  for (const ThermalCoupling& coupling : couplings_) {
    coupled[base::index(coupling.to)] +=
        coupling.fraction * differences[base::index(coupling.from)];
  }
  residual_ = base::Radian(0.0);
  for (const base::Watt difference : coupled) {
    residual_ =
        std::max(residual_, base::Radian(std::abs(driver_.phase_shift(difference).value())));
  }
}

base::Radian ThermalPlant::largest_residual(base::Picoseconds now) const {
  // All heaters share one time constant, so the largest at the start stays the largest.
  return decay(now) * residual_;
}

base::Picoseconds ThermalPlant::settled_at(base::Radian tolerance) const {
  if (tolerance.value() <= 0.0) {
    throw std::invalid_argument("a settling tolerance is above 0");
  }
  if (residual_ <= tolerance) {
    return last_change_;
  }
  const double spans = std::log(residual_ / tolerance) * static_cast<double>(tau_.count());
  base::Picoseconds at = last_change_ + base::Picoseconds(std::llround(spans));
  // The logarithm may be a picosecond off what largest_residual() says; that one rules.
  constexpr base::Picoseconds kOne(1);
  while (at > last_change_ && largest_residual(at - kOne) <= tolerance) {
    at = at - kOne;
  }
  while (largest_residual(at) > tolerance) {
    at = at + kOne;
  }
  return at;
}

base::Second settling_time(base::Radian swing, base::Decibel leak, base::Second tau) {
  if (!(leak.value() <= 0.0) || tau.value() < 0.0) {
    throw std::invalid_argument("settling needs a leak of at most 0 dB and a tau of at least 0");
  }
  const double within = 2.0 * std::asin(std::sqrt(base::to_linear(leak).value()));
  const double distance = std::abs(swing.value());
  return distance <= within ? base::Second(0.0) : tau * std::log(distance / within);
}

}  // namespace heliograph::photonics
