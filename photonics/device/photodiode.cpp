// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/photodiode.hpp"

#include <cmath>

namespace heliograph::photonics {

using base::Basis;
using base::Range;

namespace {

/// Exact by definition of the kelvin (SI brochure, 9th edition).
constexpr double kBoltzmannJoulePerKelvin = 1.380649e-23;

}  // namespace

base::ParameterTable<PhotodiodeParameters> PhotodiodeParameters::table() {
  using P = PhotodiodeParameters;
  base::ParameterTable<P> table;
  table
      .number("responsivity_A_per_W", &P::responsivity, {"A/W", 1.0}, Range::above(0.0),
              "current per optical power",
              {Basis::cited, "1.0: OptiCommPy default; 0.7 to 1.1 is used, 0.876 measured"})
      .number("dark_current_nA", &P::dark_current, {"nA", 1e-9}, Range::at_least(0.0),
              "current without light", {Basis::cited, "5 nA: OptiCommPy default"})
      .number("load_Ohm", &P::load, {"Ohm", 1.0}, Range::above(0.0),
              "resistance that its thermal noise comes from",
              {Basis::cited, "50 Ohm: OptiCommPy default"})
      .number("temperature_K", &P::temperature_kelvin, {"K", 1.0}, Range::above(0.0),
              "temperature of the load", {Basis::chosen, "room temperature"});
  return table;
}

base::Ampere photocurrent(const PhotodiodeParameters& diode, base::Watt power) {
  return base::Ampere(diode.responsivity.value() * power.value());
}

base::Ampere PhotodiodeNoise::rms() const {
  return base::Ampere(std::sqrt(shot + thermal + intensity));
}

PhotodiodeNoise photodiode_noise(const PhotodiodeParameters& diode, base::Watt power,
                                 base::Hertz bandwidth, base::DecibelPerHertz rin) {
  const double current = photocurrent(diode, power).value();
  const double b = bandwidth.value();
  PhotodiodeNoise noise;
  noise.shot = 2.0 * base::kElementaryChargeCoulomb * (current + diode.dark_current.value()) * b;
  noise.thermal =
      4.0 * kBoltzmannJoulePerKelvin * diode.temperature_kelvin * b / diode.load.value();
  noise.intensity = std::pow(10.0, rin.value() / 10.0) * current * current * b;
  return noise;
}

}  // namespace heliograph::photonics
