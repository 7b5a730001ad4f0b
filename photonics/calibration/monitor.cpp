// SPDX-License-Identifier: Apache-2.0
#include "photonics/calibration/monitor.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace heliograph::photonics {

using base::Basis;

base::ParameterTable<MonitorParameters> MonitorParameters::table() {
  base::ParameterTable<MonitorParameters> table;
  table
      .integer("adc_bits", &MonitorParameters::adc_bits, {1, 16}, "resolution of the monitors' ADC",
               {Basis::cited, "monitor ADC of a public set of photonic controller scripts"}, "bit")
      .number(
          "full_scale_dB", &MonitorParameters::full_scale, {"dB", 1.0}, {-60.0, 20.0},
          "power at a monitor that fills its ADC in the first range, in terms of the light at the "
          "input",
          {Basis::chosen, "0: no light that the fabric can show is too much"})
      .integer(
          "ranges", &MonitorParameters::ranges, {1, 8},
          "ranges of the monitors' amplifier, each 10 dB more sensitive than the one before; a "
          "reading is taken in the most sensitive that holds it",
          {Basis::assumed, "decades, as of bench power meters; deep fabrics are dim"})
      .number("noise_dB", &MonitorParameters::noise, {"dB", 1.0}, {-100.0, 0.0},
              "noise of one reading (root mean square), in terms of its range's full scale",
              {Basis::assumed, "a thousandth, half a step of 9 bits"})
      .integer("sweep_points", &MonitorParameters::sweep_points, {5, 4097},
               "codes at which a cell is looked at, evenly spread in heater power over what the "
               "driver can give, at most 1.25 turns of the phase",
               {Basis::assumed, "coarse beside the DAC; a sine wave needs no more"})
      .integer("passes", &MonitorParameters::passes, {1, 10},
               "times that all cells are measured; from the second on their neighbours have the "
               "heat that the pass before found",
               {Basis::chosen, "2: one that finds the codes, one with all cells at rest"})
      .number("phase_tolerance_rad", &MonitorParameters::phase_tolerance, {"rad", 1.0},
              {0.0, base::kPi / 2.0},
              "phase error up to which a state takes code 0 rather than one almost a turn above",
              {Basis::chosen, "0.02 rad leaks -40 dB, less than couplers do"});
  return table;
}

Monitor::Monitor(const MonitorParameters& parameters)
    : noise_(base::to_linear(parameters.noise).value()),
      levels_(std::exp2(parameters.adc_bits) - 1.0) {
  if (parameters.adc_bits < 1 || parameters.adc_bits > 16) {
    throw std::invalid_argument("adc_bits must be 1 to 16");
  }
  if (parameters.ranges < 1) {
    throw std::invalid_argument("a monitor has at least one range");
  }
  for (int range = parameters.ranges; range-- > 0;) {
    full_scales_.push_back(
        base::to_linear(parameters.full_scale - base::Decibel(10.0 * range)).value());
  }
}

base::PowerRatio Monitor::read(base::PowerRatio power, base::RandomStream& noise) const {
  double read = 0.0;
  for (const double full_scale : full_scales_) {
    const double seen = power.value() / full_scale + noise_ * noise.normal();
    read = std::round(std::clamp(seen, 0.0, 1.0) * levels_) / levels_ * full_scale;
    if (seen <= 1.0) {
      break;
    }
  }
  return base::PowerRatio(read);
}

base::PowerRatio Monitor::step(base::PowerRatio power) const {
  for (const double full_scale : full_scales_) {
    if (power.value() <= full_scale) {
      return base::PowerRatio(full_scale / levels_);
    }
  }
  return base::PowerRatio(full_scales_.back() / levels_);
}

}  // namespace heliograph::photonics
