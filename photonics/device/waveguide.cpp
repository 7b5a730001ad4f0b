// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/waveguide.hpp"

#include <string>

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<WaveguideParameters> WaveguideParameters::table() {
  using P = WaveguideParameters;
  base::ParameterTable<P> table;
  const base::Source strip{Basis::cited,
                           "220 nm strip, n_g 4.18 to 4.3 (handbook of programmable photonics, "
                           "SPECS default), read at second hand"};
  table
      .number("length_um", &P::length, {"um", 1e-6}, Range::at_least(0.0), "length",
              {Basis::chosen, "the layout's"})
      .number("effective_index", &P::effective_index, {"", 1.0}, {1.0, 5.0},
              "effective index at the reference wavelength",
              {Basis::recalled, "2.34: default of the SAX model library"})
      .number("group_index", &P::group_index, {"", 1.0}, {1.0, 10.0},
              "group index at the reference wavelength", strip)
      .number("reference_wavelength_nm", &P::reference_wavelength, {"nm", 1e-9}, Range::above(0.0),
              "where the two indices hold", {Basis::chosen, "C band"})
      .number("dispersion_ps_per_nm_km", &P::dispersion, {"ps/(nm km)", 1e-6}, {-1e6, 1e6},
              "group velocity dispersion D at the reference wavelength",
              {Basis::assumed, "0: on-chip lengths are too short for it to show"})
      .number("loss_dB_per_cm", &P::loss, {"dB/cm", 100.0}, Range::at_least(0.0),
              "propagation loss",
              {Basis::cited, "2.14 dB/cm silicon strip (arXiv:2111.01792), read at second hand"})
      .integer("bends", &P::bends, Range::at_least(0.0), "bends of 90 degrees on the way",
               {Basis::chosen, "the layout's"})
      .number("bend_loss_dB", &P::bend_loss, {"dB", 1.0}, Range::at_least(0.0),
              "loss of one bend of 90 degrees", {Basis::cited, "0.02 dB: PhoenixSim default"});
  return table;
}

double effective_index(const WaveguideParameters& guide, base::Metre wavelength) {
  const double lambda0 = guide.reference_wavelength.value();
  const double step = wavelength.value() - lambda0;
  const double slope = (guide.group_index - guide.effective_index) / lambda0;
  const double curve = base::kLightSpeedMetrePerSecond * guide.dispersion / (2.0 * lambda0);
  return guide.effective_index - step * slope - curve * step * step;
}

base::Decibel waveguide_loss(const WaveguideParameters& guide) {
  return base::Decibel(guide.loss.value() * guide.length.value() +
                       guide.bend_loss.value() * guide.bends);
}

std::complex<double> waveguide_field(const WaveguideParameters& guide, base::Hertz frequency) {
  const base::Metre wavelength = wavelength_of(frequency);
  const double phase = 2.0 * base::kPi * effective_index(guide, wavelength) * guide.length.value() /
                       wavelength.value();
  return phasor(field_factor(waveguide_loss(guide)), phase);
}

base::Second group_delay(const WaveguideParameters& guide) {
  return base::Second(guide.group_index * guide.length.value() / base::kLightSpeedMetrePerSecond);
}

}  // namespace heliograph::photonics
