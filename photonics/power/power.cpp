// SPDX-License-Identifier: Apache-2.0
#include "photonics/power/power.hpp"

#include <cmath>
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
      .choice<SerdesSource>(
          "serdes", &PowerParameters::serdes_from,
          {{"fit_28nm", SerdesSource::fit_28nm}, {"constant", SerdesSource::constant}},
          "energy of serialisers and deserialisers: a fit by rate and number of wavelengths, or "
          "serdes_pJ_per_bit",
          {Basis::cited, "PhoenixSim's fit to 28 nm"})
      .number("serdes_pJ_per_bit", &PowerParameters::serdes, {"pJ/bit", 1e-12}, {0.0, 1000.0},
              "energy of a serialiser or deserialiser, per end, with serdes: constant",
              {Basis::recalled, "112G, extra short reach: 1 to 1.5; long reach 4.5 to 6"})
      .number("fec_encoder_pJ_per_bit", &PowerParameters::fec_encoder, {"pJ/bit", 1e-12},
              {0.0, 1000.0}, "energy of encoding a bit of the wire, where there is a code",
              {Basis::assumed, "no source: a sixth of decoding it"})
      .number("fec_decoder_pJ_per_bit", &PowerParameters::fec_decoder, {"pJ/bit", 1e-12},
              {0.0, 1000.0}, "energy of decoding a bit of the wire, where there is a code",
              {Basis::assumed, "no source; sweep it"})
      .number("receiver_mW", &PowerParameters::receiver, {"mW", 1e-3}, {0.0, 1e5},
              "photodiode bias, transimpedance amplifier and slicer of one wavelength",
              {Basis::assumed, "no source: 0.19 pJ/bit at 53 Gb/s"})
      .number("amplifier_mW", &PowerParameters::amplifier, {"mW", 1e-3}, {0.0, 1e6},
              "supply of the optical amplifier of one path, where platform.amplifier has them",
              {Basis::cited,
               "iPronics ONE-32: 0.78 W for each channel in use, of about 10 dB of gain and all "
               "else that a channel needs, read at second hand"})
      .number("controller_static_mW", &PowerParameters::controller_static, {"mW", 1e-3}, {0.0, 1e6},
              "static power of one switch's controller", {Basis::assumed, "no source; sweep it"})
      .number("dac_channel_mW", &PowerParameters::dac_channel, {"mW", 1e-3}, {0.0, 1e5},
              "static power of DAC and output stage of one heater, whatever its code",
              {Basis::cited,
               "Sacchi et al., Light Sci. Appl. 14, 348 (2025): about 10 mW a channel, feedback "
               "loop included"})
      .number("dac_write_nJ", &PowerParameters::dac_write, {"nJ", 1e-9}, {0.0, 1e9},
              "energy of shifting one code into its DAC",
              {Basis::assumed,
               "24 clocks at C V^2 and 24 random bits at a quarter of it, on lines of 20 pF and "
               "3.3 V"});
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

base::JoulePerBit serdes_energy_28nm(base::BitRate per_lane, int lanes) {
  if (per_lane.bits_per_second() <= 0 || lanes <= 0) {
    throw std::invalid_argument("a serialiser has lanes, of a rate above 0");
  }
  constexpr double kA = -0.506220757;
  constexpr double kB = 1.140084754;
  constexpr double kC = -2.194973e-4;
  constexpr double kD = -2.013316363;
  constexpr double kE = 0.8165327059;
  constexpr double kF = 1.401713856;
  const double rate = static_cast<double>(per_lane.bits_per_second()) * 1e-9;
  const double all = rate * static_cast<double>(lanes);
  const double picojoule = 0.25 * kA * std::pow(rate, kB) * (kC * all + kD) / (kE * all + kF);
  return base::JoulePerBit(picojoule * 1e-12);
}

base::JoulePerBit serdes_energy(const PowerParameters& power, base::BitRate rate, int lanes) {
  if (power.serdes_from == SerdesSource::constant) {
    return power.serdes;
  }
  return serdes_energy_28nm(base::BitRate(rate.bits_per_second() / lanes), lanes);
}

base::JoulePerBit encoding_energy(const PowerParameters& power, bool coded) {
  return coded ? power.fec_encoder : base::JoulePerBit(0.0);
}

base::JoulePerBit decoding_energy(const PowerParameters& power, bool coded) {
  return coded ? power.fec_decoder : base::JoulePerBit(0.0);
}

base::JoulePerBit LinkPower::per_bit() const {
  return laser_per_bit + modulator_per_bit + interfaces_per_bit + receiver_per_bit +
         serdes_per_bit + fec_per_bit;
}

LinkPower link_power(const PowerParameters& power, base::Watt laser, const LineUse& line) {
  LinkPower out;
  out.serdes_per_bit = 2.0 * serdes_energy(power, line.rate, line.lanes);
  const double bits = static_cast<double>(line.rate.bits_per_second()) / line.lanes;
  out.laser = laser_electrical_power(laser, wall_plug_efficiency(power));
  out.laser_per_bit = base::JoulePerBit(out.laser.value() / bits);
  out.receiver_per_bit = base::JoulePerBit(power.receiver.value() / bits);
  out.fec_per_bit = encoding_energy(power, line.coded) + decoding_energy(power, line.coded);
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
