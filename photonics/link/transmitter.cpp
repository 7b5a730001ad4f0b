// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/transmitter.hpp"

#include <stdexcept>

namespace heliograph::photonics {

using base::Basis;

base::ParameterTable<TransmitterParameters> TransmitterParameters::table() {
  base::ParameterTable<TransmitterParameters> table;
  table
      .number("launch_power_dBm", &TransmitterParameters::launch_power, {"dBm", 1.0}, {-40.0, 30.0},
              "average power per wavelength that leaves the modulator",
              {Basis::assumed,
               "0.7 dB above what the OCI MSA's minimum OMA of -0.5 dBm needs at "
               "5 dB extinction"})
      .number("extinction_ratio_dB", &TransmitterParameters::extinction_ratio, {"dB", 1.0},
              {0.1, 60.0}, "power of a one over power of a zero",
              {Basis::assumed, "usual for ring modulators at these rates"})
      .number("modulator_loss_dB", &TransmitterParameters::modulator_loss, {"dB", 1.0}, {0.0, 30.0},
              "laser power over average launched power: insertion loss and the light that zeros "
              "do not carry",
              {Basis::assumed, "a Mach-Zehnder modulator's design library has 6.5 dB"})
      .choice<ModulationFormat>(
          "modulation", &TransmitterParameters::modulation,
          {{"nrz", ModulationFormat::nrz}, {"pam4", ModulationFormat::pam4}},
          "levels of light: two, a bit a symbol, or four, two bits a symbol; the extinction ratio "
          "is that of the outer ones",
          {Basis::cited, "OCI MSA v1.0: 53.125 GBd NRZ"})
      .number("transmitter_penalty_dB", &TransmitterParameters::penalty, {"dB", 1.0}, {0.0, 30.0},
              "transmitter and dispersion eye closure (TDEC, TDECQ): signal amplitude that counts "
              "as lost",
              {Basis::chosen, "an ideal transmitter; the OCI MSA allows up to 3.4 dB"});
  return table;
}

base::Watt laser_optical_power(const TransmitterParameters& transmitter) {
  return base::to_watt(transmitter.launch_power) *
         base::to_linear(transmitter.modulator_loss).value();
}

base::Watt modulation_amplitude(base::Watt average, base::Decibel extinction) {
  if (!(extinction.value() > 0.0)) {
    throw std::invalid_argument("an extinction ratio is above 0 dB");
  }
  const double zero_over_one = base::attenuation(extinction).value();
  return 2.0 * average * ((1.0 - zero_over_one) / (1.0 + zero_over_one));
}

}  // namespace heliograph::photonics
