// SPDX-License-Identifier: Apache-2.0
#include "photonics/thermal/thermal_plant.hpp"

#include <algorithm>
#include <cmath>
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
              "time constant of a heater",
              {Basis::cited, "TiN heater, Jacques 2019, read at second hand; published 2.2 to 180"})
      .choice(
          "heater_response", &ThermalPlantParameters::response,
          {{"first_order", HeaterResponseKind::first_order},
           {"delayed", HeaterResponseKind::delayed}},
          "how the phase follows the power: one time constant, or one after a diffusion time in "
          "which nothing moves at first",
          {Basis::chosen, "one time constant is what is published of most heaters"})
      .number("diffusion_us", &ThermalPlantParameters::diffusion, {"us", 1e6}, {0.0, 1e6},
              "of a delayed response: the mean time that heat takes to the waveguide, spread over "
              "a triangle of twice this width",
              {Basis::assumed, "0.5 us, a tenth of tau: a dead time is seen and does not rule"})
      .number("crosstalk_nearest", &ThermalPlantParameters::crosstalk_nearest, {"", 1.0},
              {0.0, 0.5},
              "part of a heater's phase shift that also appears in its neighbour in the column",
              crosstalk)
      .number("crosstalk_second", &ThermalPlantParameters::crosstalk_second, {"", 1.0}, {0.0, 0.5},
              "the same for the next neighbour but one", crosstalk);
  return table;
}

HeaterResponse ThermalPlantParameters::heater_response() const {
  return HeaterResponse(tau,
                        response == HeaterResponseKind::delayed ? diffusion : base::Picoseconds(0));
}

ThermalPlant::ThermalPlant(std::size_t heaters, const ThermalPlantParameters& parameters,
                           const HeaterDriver& driver, std::vector<ThermalCoupling> couplings)
    : driver_(driver),
      response_(parameters.heater_response()),
      couplings_(std::move(couplings)),
      overdrives_(driver.overdrives()),
      target_(heaters),
      excess_(heaters) {
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
  const std::vector<base::Watt> driven = driven_powers(now);
  const std::vector<base::Watt> modelled =
      overdrives_ ? heat_behind_low_pass(now, driven) : std::vector<base::Watt>(heaters());
  const double left = decay(now);
  std::vector<base::Watt> start(heaters());
  for (std::size_t heater = 0; heater < heaters(); ++heater) {
    start[heater] = driven[heater] + left * excess_[heater];
  }
  // Steps whose heat has arrived go on as exponentials; those ahead are the driver's plans, which
  // a new power replaces.
  std::vector<Step> kept;
  for (const Step& step : steps_) {
    if (step.at > now) {
      if (powers[step.heater] == target_[step.heater]) {
        kept.push_back(step);
      }
    } else if (now - step.at >= response_.memory()) {
      start[step.heater] -= step.change * response_.missing(now - step.at);
    } else {
      kept.push_back(step);
    }
  }
  steps_ = std::move(kept);
  for (std::size_t heater = 0; heater < heaters(); ++heater) {
    base::Watt first = driven[heater];
    if (powers[heater] != target_[heater]) {
      first = plan_drive(now, heater, modelled[heater], powers[heater]);
    }
    if (response_.memory() == base::Picoseconds(0)) {
      excess_[heater] = start[heater] - first;
    } else {
      excess_[heater] = start[heater] - driven[heater];
      if (first != driven[heater]) {
        steps_.push_back({now, heater, first - driven[heater]});
      }
    }
  }
  target_ = powers;
  last_change_ = now;
  residual_ = residual_of(excess_);
}

base::Watt ThermalPlant::plan_drive(base::Picoseconds now, std::size_t heater, base::Watt modelled,
                                    base::Watt wanted) {
  const base::Watt most = overdrives_ ? driver_.overdriven(modelled, wanted) : wanted;
  // A driver at the end of its range gains nothing, and a heater that is there needs nothing.
  const bool gains = wanted > modelled ? most > wanted : wanted < modelled && most < wanted;
  if (!gains) {
    return wanted;
  }
  const base::Picoseconds hold = base::round_to_picoseconds(
      overdrive_time(modelled, most, wanted, base::Second(tau().seconds())));
  steps_.push_back({now + hold, heater, wanted - most});
  return most;
}

void ThermalPlant::settle_at(base::Picoseconds now, const std::vector<base::Watt>& powers) {
  check(now, powers);
  target_ = powers;
  excess_.assign(heaters(), base::Watt(0.0));
  steps_.clear();
  last_change_ = now;
  residual_ = base::Radian(0.0);
}

double ThermalPlant::decay(base::Picoseconds now) const {
  const base::Picoseconds since = now - last_change_;
  return std::exp(-static_cast<double>(since.count()) / static_cast<double>(tau().count()));
}

std::vector<base::Watt> ThermalPlant::driven_powers(base::Picoseconds now) const {
  std::vector<base::Watt> powers = target_;
  for (const Step& step : steps_) {
    if (step.at > now) {
      powers[step.heater] -= step.change;
    }
  }
  return powers;
}

std::vector<base::Watt> ThermalPlant::heat(base::Picoseconds now) const {
  const double left = decay(now);
  std::vector<base::Watt> powers(heaters());
  for (std::size_t heater = 0; heater < heaters(); ++heater) {
    powers[heater] = target_[heater] + left * excess_[heater];
  }
  for (const Step& step : steps_) {
    powers[step.heater] -= step.change * response_.missing(now - step.at);
  }
  return powers;
}

std::vector<base::Watt> ThermalPlant::heat_behind_low_pass(
    base::Picoseconds now, const std::vector<base::Watt>& driven) const {
  const double left = decay(now) / response_.tail();
  std::vector<base::Watt> powers = driven;
  for (std::size_t heater = 0; heater < heaters(); ++heater) {
    powers[heater] += left * excess_[heater];
  }
  for (const Step& step : steps_) {
    if (step.at <= now) {
      powers[step.heater] -= step.change * response_.missing_first_order(now - step.at);
    }
  }
  return powers;
}

void ThermalPlant::add_phases(const std::vector<base::Watt>& heat,
                              std::vector<base::Radian>& phases) const {
  phases.resize(heaters());
  for (std::size_t heater = 0; heater < heaters(); ++heater) {
    phases[heater] = driver_.phase(heat[heater]);
  }
  for (const ThermalCoupling& coupling : couplings_) {
    phases[base::index(coupling.to)] +=
        coupling.fraction * driver_.phase_shift(heat[base::index(coupling.from)]);
  }
}

void ThermalPlant::phases(base::Picoseconds now, std::vector<base::Radian>& phases) const {
  add_phases(heat(now), phases);
}

std::vector<base::Radian> ThermalPlant::final_phases() const {
  std::vector<base::Radian> phases;
  add_phases(target_, phases);
  return phases;
}

base::Radian ThermalPlant::residual_of(const std::vector<base::Watt>& missing) const {
  std::vector<base::Watt> coupled = missing;
  for (const ThermalCoupling& coupling : couplings_) {
    coupled[base::index(coupling.to)] += coupling.fraction * missing[base::index(coupling.from)];
  }
  base::Radian largest(0.0);
  for (const base::Watt difference : coupled) {
    largest = std::max(largest, base::Radian(std::abs(driver_.phase_shift(difference).value())));
  }
  return largest;
}

base::Radian ThermalPlant::largest_residual(base::Picoseconds now) const {
  if (steps_.empty()) {
    // All heaters share one time constant, so the largest at the start stays the largest.
    return decay(now) * residual_;
  }
  const double left = decay(now);
  std::vector<base::Watt> missing(heaters());
  for (std::size_t heater = 0; heater < heaters(); ++heater) {
    missing[heater] = left * excess_[heater];
  }
  for (const Step& step : steps_) {
    missing[step.heater] -= step.change * response_.missing(now - step.at);
  }
  return residual_of(missing);
}

base::Picoseconds ThermalPlant::settled_at(base::Radian tolerance) const {
  if (tolerance.value() <= 0.0) {
    throw std::invalid_argument("a settling tolerance is above 0");
  }
  constexpr base::Picoseconds kOne(1);
  constexpr std::int64_t kLooksPerTimeConstant = 64;
  const base::Picoseconds straight = bends_until();
  const base::Radian there = largest_residual(straight);
  if (there > tolerance) {
    const double spans = std::log(there / tolerance) * static_cast<double>(tau().count());
    base::Picoseconds at = straight + base::Picoseconds(std::llround(spans));
    // The logarithm may be a picosecond off what largest_residual() says; that one rules.
    while (at > straight && largest_residual(at - kOne) <= tolerance) {
      at = at - kOne;
    }
    while (largest_residual(at) > tolerance) {
      at = at + kOne;
    }
    return at;
  }
  const base::Picoseconds look(std::max<std::int64_t>(1, tau().count() / kLooksPerTimeConstant));
  base::Picoseconds within = straight;
  while (within > last_change_) {
    base::Picoseconds outside = std::max(last_change_, within - look);
    if (largest_residual(outside) <= tolerance) {
      within = outside;
      continue;
    }
    while (within - outside > kOne) {
      const base::Picoseconds middle((within.count() + outside.count()) / 2);
      (largest_residual(middle) <= tolerance ? within : outside) = middle;
    }
    return within;
  }
  return within;
}

base::Watt ThermalPlant::electrical_power(base::Picoseconds now) const {
  base::Watt sum;
  for (const base::Watt power : driven_powers(now)) {
    sum += power;
  }
  return sum;
}

base::Watt ThermalPlant::driver_loss(base::Picoseconds now) const {
  base::Watt sum;
  for (const base::Watt power : driven_powers(now)) {
    sum += driver_.loss(power);
  }
  return sum;
}

base::Picoseconds ThermalPlant::next_drive_change(base::Picoseconds now) const {
  base::Picoseconds next = base::Picoseconds::never();
  for (const Step& step : steps_) {
    if (step.at > now) {
      next = std::min(next, step.at);
    }
  }
  return next;
}

base::Picoseconds ThermalPlant::bends_until() const {
  base::Picoseconds until = last_change_;
  for (const Step& step : steps_) {
    until = std::max(until, step.at + response_.memory());
  }
  return until;
}

}  // namespace heliograph::photonics
