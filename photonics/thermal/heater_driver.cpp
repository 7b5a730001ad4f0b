// SPDX-License-Identifier: Apache-2.0
#include "photonics/thermal/heater_driver.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace heliograph::photonics {

using base::Basis;

base::ParameterTable<HeaterDriverParameters> HeaterDriverParameters::table() {
  base::ParameterTable<HeaterDriverParameters> table;
  table
      .integer("dac_bits", &HeaterDriverParameters::dac_bits, {1, 16}, "resolution of the DAC",
               {Basis::cited, "heater DAC of a public set of photonic controller scripts"}, "bit")
      .number("dac_min_V", &HeaterDriverParameters::dac_min, {"V", 1.0}, {0.0, 100.0},
              "voltage at code 0",
              {Basis::chosen,
               "so that the cross state of a cell without bias costs no power; the "
               "controller scripts start at 0.15 V"})
      .number("dac_max_V", &HeaterDriverParameters::dac_max, {"V", 1.0}, {0.001, 100.0},
              "voltage at the highest code",
              {Basis::cited, "heater DAC of a public set of photonic controller scripts"})
      .number("heater_resistance_ohm", &HeaterDriverParameters::heater_resistance, {"ohm", 1.0},
              {1.0, 1e6}, "resistance of a heater, independent of its temperature",
              {Basis::cited, "LightIN: 3 V on 100 ohm are its 90 mW (Zhu et al. 2026)"})
      .number("power_pi_mW", &HeaterDriverParameters::power_pi, {"mW", 1e-3}, {0.01, 1000.0},
              "heater power that shifts the phase by pi",
              {Basis::cited, "TiN heater, Jacques 2019, read at second hand; published 7.6 to 90"})
      .number("phase_bias_rad", &HeaterDriverParameters::phase_bias, {"rad", 1.0},
              {-base::kPi, base::kPi},
              "phase difference of a cell at zero heater power, as the calibration knows it",
              {Basis::chosen, "equal arms; a bias lets the bar state rest at low power instead"})
      .number(
          "driver_supply_V", &HeaterDriverParameters::driver_supply, {"V", 1.0}, {0.0, 100.0},
          "supply from which linear drivers draw the heaters' current; what the heater does not "
          "take is lost in the driver; 0: dac_max_V",
          {Basis::assumed, "no headroom above the highest code; a switching driver loses less"})
      .number("overdrive_ratio", &HeaterDriverParameters::overdrive_ratio, {"", 1.0}, {1.0, 100.0},
              "how far the driver goes for a change of power, in terms of that change, until the "
              "heater has the heat of the new code; within the DAC's range; 1: no overdrive",
              {Basis::chosen, "1: a step of the code is a step of the power"});
  return table;
}

std::optional<std::string> find_problem(const HeaterDriverParameters& parameters) {
  if (parameters.dac_max <= parameters.dac_min) {
    return "dac_max_V must be greater than dac_min_V";
  }
  if (parameters.driver_supply.value() > 0.0 && parameters.driver_supply < parameters.dac_max) {
    return "driver_supply_V must be at least dac_max_V (or 0, for the same)";
  }
  const HeaterDriver driver(parameters);
  if (!driver.nearest_code(base::Radian(0.0)).in_range) {
    return "the heater cannot reach the cross state (phase 0) within the DAC's range";
  }
  if (!driver.nearest_code(base::Radian(base::kPi)).in_range) {
    return "the heater cannot reach the bar state (phase pi) within the DAC's range";
  }
  return std::nullopt;
}

HeaterDriver::HeaterDriver(const HeaterDriverParameters& parameters) : parameters_(parameters) {
  if (parameters.dac_bits < 1 || parameters.dac_bits > 16) {
    throw std::invalid_argument("dac_bits must be 1 to 16");
  }
  if (parameters.dac_min.value() < 0.0 || parameters.dac_max <= parameters.dac_min) {
    throw std::invalid_argument("the DAC's voltages must be 0 <= dac_min_V < dac_max_V");
  }
  if (parameters.heater_resistance.value() <= 0.0 || parameters.power_pi.value() <= 0.0) {
    throw std::invalid_argument("heater resistance and power_pi must be positive");
  }
  if (!(parameters.overdrive_ratio >= 1.0)) {
    throw std::invalid_argument("overdrive_ratio must be at least 1");
  }
}

DacCode HeaterDriver::max_code() const {
  return static_cast<DacCode>((1U << parameters_.dac_bits) - 1U);
}

base::Volt HeaterDriver::voltage(DacCode code) const {
  if (!has(code)) {
    throw std::out_of_range("the DAC has no code " + std::to_string(static_cast<unsigned>(code)));
  }
  const double fraction = static_cast<double>(code) / static_cast<double>(max_code());
  return parameters_.dac_min + fraction * (parameters_.dac_max - parameters_.dac_min);
}

base::Watt HeaterDriver::power(DacCode code) const {
  const double volt = voltage(code).value();
  return base::Watt(volt * volt / parameters_.heater_resistance.value());
}

base::Watt HeaterDriver::loss(base::Watt power) const {
  const base::Volt supply = std::max(parameters_.driver_supply, parameters_.dac_max);
  const double ampere = std::sqrt(power.value() / parameters_.heater_resistance.value());
  return std::max(base::Watt(0.0), base::Watt(supply.value() * ampere) - power);
}

base::Radian HeaterDriver::phase(DacCode code) const { return phase(power(code)); }

base::Radian HeaterDriver::phase_shift(base::Watt power) const {
  return base::Radian(base::kPi * (power / parameters_.power_pi));
}

base::Radian HeaterDriver::phase(base::Watt power) const {
  return phase_shift(power) + parameters_.phase_bias;
}

base::Watt HeaterDriver::least_power(base::Radian wanted) const {
  constexpr double kTurn = 2.0 * base::kPi;
  // Rounding must not add a turn.
  constexpr double kRounding = 1e-12;
  const base::Watt lowest = power(DacCode{0});
  const double above = wanted.value() - phase(lowest).value();
  const double turns = std::ceil(-above / kTurn - kRounding);
  const double shift = std::max(0.0, above + turns * kTurn);
  const base::Watt needed = lowest + parameters_.power_pi * (shift / base::kPi);
  return std::min(needed, power(max_code()));
}

base::Watt HeaterDriver::overdriven(base::Watt from, base::Watt to) const {
  return std::clamp(from + (to - from) * parameters_.overdrive_ratio, power(DacCode{0}),
                    power(max_code()));
}

HeaterDriver::CodeChoice HeaterDriver::nearest_code(base::Radian wanted) const {
  constexpr double kTurn = 2.0 * base::kPi;
  // Far below what a code can resolve: rounding must not decide between two turns or two codes.
  constexpr double kRounding = 1e-12;
  const double lowest = phase(DacCode{0}).value();
  const double highest = phase(max_code()).value();
  const double bias = parameters_.phase_bias.value();
  const double step =
      (parameters_.dac_max - parameters_.dac_min).value() / static_cast<double>(max_code());

  CodeChoice best;
  best.error = base::Radian(std::remainder(lowest - wanted.value(), kTurn));
  best.in_range = false;
  const double first_turn = std::floor((lowest - wanted.value()) / kTurn);
  for (double turn = first_turn; wanted.value() + turn * kTurn <= highest + kTurn; turn += 1.0) {
    const double phase_there = wanted.value() + turn * kTurn;
    best.in_range =
        best.in_range || (phase_there >= lowest - kRounding && phase_there <= highest + kRounding);
    const double reachable = std::clamp(phase_there, lowest, highest);
    const double watt =
        std::max(0.0, (reachable - bias) * parameters_.power_pi.value() / base::kPi);
    const double volt = std::sqrt(watt * parameters_.heater_resistance.value());
    const double exact = std::floor((volt - parameters_.dac_min.value()) / step);
    for (const double candidate : {exact, exact + 1.0}) {
      const auto code =
          static_cast<DacCode>(std::clamp(candidate, 0.0, static_cast<double>(max_code())));
      const double error = std::remainder(phase(code).value() - wanted.value(), kTurn);
      if (std::abs(error) < std::abs(best.error.value()) - kRounding) {
        best.code = code;
        best.error = base::Radian(error);
      }
    }
  }
  return best;
}

HeaterDriver::CodeChoice HeaterDriver::least_power_code(base::Radian wanted) const {
  CodeChoice best = nearest_code(wanted);
  if (!best.in_range) {
    return best;
  }
  const double volt =
      std::sqrt(least_power(wanted).value() * parameters_.heater_resistance.value());
  const double range = (parameters_.dac_max - parameters_.dac_min).value();
  const double exact =
      std::floor((volt - parameters_.dac_min.value()) / range * static_cast<double>(max_code()));
  best.error = base::Radian(2.0 * base::kPi);
  for (const double candidate : {exact, exact + 1.0}) {
    const auto code =
        static_cast<DacCode>(std::clamp(candidate, 0.0, static_cast<double>(max_code())));
    const base::Radian error(std::remainder(phase(code).value() - wanted.value(), 2.0 * base::kPi));
    if (std::abs(error.value()) < std::abs(best.error.value())) {
      best.code = code;
      best.error = error;
    }
  }
  return best;
}

}  // namespace heliograph::photonics
