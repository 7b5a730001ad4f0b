// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/soa.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace heliograph::photonics {

using base::Basis;
using base::Range;

namespace {

/// Exact by definition of the kilogram (SI brochure, 9th edition).
constexpr double kPlanckJouleSecond = 6.62607015e-34;

}  // namespace

base::ParameterTable<SoaParameters> SoaParameters::table() {
  using P = SoaParameters;
  base::ParameterTable<P> table;
  table
      .number("gain_dB", &P::gain, {"dB", 1.0}, {-100.0, 60.0}, "small-signal gain",
              {Basis::cited, "about 10 dB on a published switch chip, read at second hand"})
      .number("noise_figure_dB", &P::noise_figure, {"dB", 1.0}, Range::at_least(3.0),
              "noise figure; 3 dB is the limit of high gain",
              {Basis::recalled, "semiconductor amplifiers have 6 to 9 dB"})
      .number("saturation_power_dBm", &P::saturation_power, {"dBm", 1.0}, {-60.0, 60.0},
              "saturation power of the gain medium",
              {Basis::recalled, "semiconductor amplifiers saturate near 10 dBm"});
  return table;
}

base::PowerRatio saturated_gain(const SoaParameters& soa, base::Watt input) {
  if (input.value() < 0.0) {
    throw std::invalid_argument("an amplifier's input power cannot be negative");
  }
  const double small_signal = base::to_linear(soa.gain).value();
  const double ratio = input / base::to_watt(soa.saturation_power);
  // The right side falls as G grows, so there is one root, between 1 and G0. Bisection to the last
  // bit: 200 halvings are more than any double needs.
  double low = std::min(1.0, small_signal);
  double high = std::max(1.0, small_signal);
  for (int step = 0; step < 200; ++step) {
    const double middle = 0.5 * (low + high);
    (small_signal * std::exp(-(middle - 1.0) * ratio) > middle ? low : high) = middle;
  }
  return base::PowerRatio(0.5 * (low + high));
}

base::Watt spontaneous_emission(const SoaParameters& soa, base::PowerRatio gain,
                                base::Hertz frequency, base::Hertz bandwidth) {
  const double factor = base::to_linear(soa.noise_figure).value();
  const double photons = std::max(0.0, 0.5 * (factor * gain.value() - 1.0));
  return base::Watt(photons * kPlanckJouleSecond * frequency.value() * bandwidth.value());
}

}  // namespace heliograph::photonics
