// SPDX-License-Identifier: Apache-2.0
#include "photonics/power/power.hpp"

#include <stdexcept>

#include "photonics/device/laser.hpp"

namespace heliograph::photonics {

base::ParameterTable<PowerParameters> PowerParameters::table() {
  using base::Basis;
  base::ParameterTable<PowerParameters> table;
  table
      .number("laser_efficiency", &PowerParameters::laser_efficiency, {"", 1.0}, {0.001, 1.0},
              "wall-plug efficiency of the lasers: optical over electrical power",
              {Basis::cited, "PhoenixSim's default laser; 0.41 at 20 C for its best one"})
      .choice<EfficiencySource>(
          "laser_efficiency_from", &PowerParameters::efficiency_from,
          {{"constant", EfficiencySource::constant},
           {"temperature", EfficiencySource::temperature}},
          "laser_efficiency, or the peak efficiency of a published laser at laser_temperature_C",
          {Basis::chosen, "constant: makers of lasers for links rarely publish the curve"})
      .number("laser_temperature_C", &PowerParameters::laser_temperature, {"C", 1.0}, {20.0, 70.0},
              "temperature of the lasers, with laser_efficiency_from: temperature (0.409 at 20, "
              "0.291 at 50, 0.207 at 70, linear between)",
              {Basis::assumed, "uncooled, beside warm electronics"})
      .number("modulator_fJ_per_bit", &PowerParameters::modulator, {"fJ/bit", 1e-15}, {0.0, 1e6},
              "energy of modulator and driver",
              {Basis::cited, "ring modulator at its optimum, read at second hand; 5.9 to 100"})
      .number("electrical_interface_pJ_per_bit", &PowerParameters::electrical_interface,
              {"pJ/bit", 1e-12}, {0.0, 1000.0},
              "energy of the electronics between a chip and its optical engine, per end",
              {Basis::cited, "UCIe, standard package, read at second hand; 0.25 advanced"})
      .number("controller_static_mW", &PowerParameters::controller_static, {"mW", 1e-3}, {0.0, 1e6},
              "static power of one switch's controller and DACs",
              {Basis::assumed, "no source; sweep it"});
  return table;
}

double wall_plug_efficiency(const PowerParameters& power) {
  if (power.efficiency_from == EfficiencySource::constant) {
    return power.laser_efficiency;
  }
  LaserParameters laser;
  laser.temperature = power.laser_temperature;
  return efficiency_peak(laser).efficiency;
}

base::JoulePerBit LinkPower::per_bit() const {
  return laser_per_bit + modulator_per_bit + interfaces_per_bit;
}

LinkPower link_power(const PowerParameters& power, base::Watt laser, base::BitRate rate) {
  LinkPower out;
  out.laser = laser_electrical_power(laser, wall_plug_efficiency(power));
  out.laser_per_bit =
      base::JoulePerBit(out.laser.value() / static_cast<double>(rate.bits_per_second()));
  out.modulator_per_bit = power.modulator;
  out.interfaces_per_bit = 2.0 * power.electrical_interface;
  return out;
}

base::Watt laser_electrical_power(base::Watt optical, double efficiency) {
  if (!(optical.value() >= 0.0)) {
    throw std::invalid_argument("optical power is not negative");
  }
  if (!(efficiency > 0.0 && efficiency <= 1.0)) {
    throw std::invalid_argument("a laser's efficiency is above 0 and at most 1");
  }
  return optical / efficiency;
}

base::Watt total(const std::vector<base::Watt>& powers) {
  base::Watt sum;
  for (const base::Watt power : powers) {
    sum += power;
  }
  return sum;
}

base::Joule energy(base::JoulePerBit per_bit, base::Bits bits) {
  return base::Joule(per_bit.value() * static_cast<double>(bits.count()));
}

base::Joule energy(base::Watt power, base::Picoseconds span) {
  return base::Joule(power.value() * span.seconds());
}

}  // namespace heliograph::photonics
