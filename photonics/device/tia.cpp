// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/tia.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<TiaParameters> TiaParameters::table() {
  using P = TiaParameters;
  base::ParameterTable<P> table;
  table
      .number("gain_Ohm", &P::gain, {"Ohm", 1.0}, Range::above(0.0), "output voltage per current",
              {Basis::recalled, "multi-gigabaud amplifiers have some kilo-ohm"})
      .number("bandwidth_GHz", &P::bandwidth, {"GHz", 1e9}, Range::above(0.0), "bandwidth",
              {Basis::cited, "29.3 GHz, a measured 53 GBd receiver"})
      .number("noise_uA", &P::noise, {"uA", 1e-6}, Range::at_least(0.0),
              "input-referred noise, rms over the bandwidth",
              {Basis::cited, "3.17 uA, the same receiver"});
  return table;
}

base::Volt output_voltage(const TiaParameters& tia, base::Ampere input) {
  return base::Volt(tia.gain.value() * input.value());
}

base::Ampere fitted_noise(base::BitRate rate) {
  const double b = 0.75e-9 * static_cast<double>(rate.bits_per_second());
  return base::Ampere(1e-6 * (0.0035 * b * b + 0.0655 * b + 0.842));
}

base::Watt amplifier_sensitivity(const TiaParameters& tia, base::AmperePerWatt r, double q) {
  return base::Watt(2.0 * q * tia.noise.value() / r.value());
}

}  // namespace heliograph::photonics
