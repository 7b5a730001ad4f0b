// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/laser.hpp"

#include <array>
#include <cstddef>
#include <stdexcept>

#include "base/number_text.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::Range;

namespace {

struct EfficiencyRow {
  double temperature_c;
  double threshold_a;
  double current_a;
  double efficiency;
};

/// PhoenixSim's DynamicEfficiency table, which names Freedom Photonics high-power lasers: peaks as
/// read; the threshold is given as 0.25 to 0.28 A and is spread over the temperatures here.
constexpr std::array<EfficiencyRow, 3> kRows = {
    {{20.0, 0.25, 1.7, 0.409}, {50.0, 0.265, 2.73, 0.291}, {70.0, 0.28, 2.2, 0.207}}};

}  // namespace

base::ParameterTable<LaserParameters> LaserParameters::table() {
  using P = LaserParameters;
  base::ParameterTable<P> table;
  table
      .number("temperature_C", &P::temperature, {"C", 1.0}, {20.0, 70.0},
              "temperature of the laser", {Basis::chosen, "a cooled laser"})
      .number("rin_dB_per_Hz", &P::rin, {"dB/Hz", 1.0}, {-250.0, -60.0}, "relative intensity noise",
              {Basis::cited, "-145 dB/Hz typical; the OCI specification allows -138"})
      .number("diode_voltage_V", &P::diode_voltage, {"V", 1.0}, Range::above(0.0),
              "voltage at no current",
              {Basis::derived,
               "0.64 W of light at 1.7 A and 0.409 (20 C) is 0.920 V, and the "
               "curve's rho = R / V0 follows from threshold and peak"})
      .number("series_resistance_Ohm", &P::series_resistance, {"Ohm", 1.0}, Range::at_least(0.0),
              "slope of the voltage", {Basis::derived, "as diode_voltage_V"});
  return table;
}

EfficiencyPeak efficiency_peak(const LaserParameters& laser) {
  const double t = laser.temperature.value();
  for (std::size_t i = 0; i + 1 < kRows.size(); ++i) {
    const EfficiencyRow& a = kRows[i];
    const EfficiencyRow& b = kRows[i + 1];
    if (t >= a.temperature_c && t <= b.temperature_c) {
      const double w = (t - a.temperature_c) / (b.temperature_c - a.temperature_c);
      const auto between = [w](double from, double to) { return (1.0 - w) * from + w * to; };
      return {base::Ampere(between(a.threshold_a, b.threshold_a)),
              base::Ampere(between(a.current_a, b.current_a)), between(a.efficiency, b.efficiency)};
    }
  }
  throw std::out_of_range("laser efficiency is known from 20 to 70 C, not at " +
                          base::rounded_number_text(t) + " C");
}

double wall_plug_efficiency(const LaserParameters& laser, base::Ampere current) {
  const EfficiencyPeak peak = efficiency_peak(laser);
  const double threshold = peak.threshold.value();
  const double top = peak.current.value();
  if (current <= peak.threshold) {
    return 0.0;
  }
  const double rho = threshold / (top * top - 2.0 * threshold * top);
  const auto shape = [&](double i) { return (i - threshold) / (i * (1.0 + rho * i)); };
  return peak.efficiency * shape(current.value()) / shape(top);
}

base::Watt electrical_power(const LaserParameters& laser, base::Ampere current) {
  const double voltage =
      laser.diode_voltage.value() + laser.series_resistance.value() * current.value();
  return base::Watt(voltage * current.value());
}

base::Watt optical_power(const LaserParameters& laser, base::Ampere current) {
  return wall_plug_efficiency(laser, current) * electrical_power(laser, current);
}

}  // namespace heliograph::photonics
