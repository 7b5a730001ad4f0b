// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/ring.hpp"

#include <cmath>

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<RingParameters> RingParameters::table() {
  using P = RingParameters;
  base::ParameterTable<P> table;
  const base::Source layout{Basis::chosen, "the layout's"};
  table
      .number("radius_um", &P::radius, {"um", 1e-6}, Range::above(0.0), "radius",
              {Basis::assumed, "compact silicon rings; DSENT assumes 3 um"})
      .number("coupling_in", &P::coupling_in, {"", 1.0}, {0.0, 1.0},
              "power coupling to the first bus", layout)
      .number("coupling_drop", &P::coupling_drop, {"", 1.0}, {0.0, 1.0},
              "power coupling to the second bus (add-drop rings)", layout)
      .number("effective_index", &P::effective_index, {"", 1.0}, {1.0, 5.0},
              "effective index at the reference wavelength",
              {Basis::recalled, "2.34: default of the SAX model library"})
      .number("group_index", &P::group_index, {"", 1.0}, {1.0, 10.0},
              "group index at the reference wavelength",
              {Basis::cited, "220 nm strip, 4.18 to 4.3, read at second hand"})
      .number("reference_wavelength_nm", &P::reference_wavelength, {"nm", 1e-9}, Range::above(0.0),
              "where the two indices hold", {Basis::chosen, "C band"})
      .number("loss_dB_per_cm", &P::loss, {"dB/cm", 100.0}, Range::at_least(0.0),
              "propagation loss in the ring",
              {Basis::cited, "2.14 dB/cm silicon strip (arXiv:2111.01792), read at second hand"})
      .number("phase_rad", &P::phase, {"rad", 1.0}, Range{}, "tuning, per round trip",
              {Basis::chosen, "the circuit's"});
  return table;
}

WaveguideParameters ring_waveguide(const RingParameters& ring) {
  WaveguideParameters guide;
  guide.length = 2.0 * base::kPi * ring.radius;
  guide.effective_index = ring.effective_index;
  guide.group_index = ring.group_index;
  guide.reference_wavelength = ring.reference_wavelength;
  guide.loss = ring.loss;
  return guide;
}

std::complex<double> round_trip_field(const RingParameters& ring, base::Hertz frequency) {
  return waveguide_field(ring_waveguide(ring), frequency) * phasor(1.0, ring.phase.value());
}

std::complex<double> all_pass_field(const RingParameters& ring, base::Hertz frequency) {
  const double r = std::sqrt(1.0 - ring.coupling_in);
  const std::complex<double> x = round_trip_field(ring, frequency);
  return (r - x) / (1.0 - r * x);
}

AddDropFields add_drop_fields(const RingParameters& ring, base::Hertz frequency) {
  const double r1 = std::sqrt(1.0 - ring.coupling_in);
  const double r2 = std::sqrt(1.0 - ring.coupling_drop);
  const double cross = std::sqrt(ring.coupling_in * ring.coupling_drop);
  // The half turn is computed as one: the square root of the full turn has the wrong sign half of
  // the time.
  WaveguideParameters half_turn = ring_waveguide(ring);
  half_turn.length = 0.5 * half_turn.length;
  const std::complex<double> half =
      waveguide_field(half_turn, frequency) * phasor(1.0, 0.5 * ring.phase.value());
  const std::complex<double> x = half * half;
  const std::complex<double> denominator = 1.0 - r1 * r2 * x;
  return {(r1 - r2 * x) / denominator, -cross * half / denominator, (r2 - r1 * x) / denominator};
}

base::Metre free_spectral_range(const RingParameters& ring, base::Metre wavelength) {
  const double length = ring_waveguide(ring).length.value();
  return base::Metre(wavelength.value() * wavelength.value() / (ring.group_index * length));
}

base::Hertz free_spectral_range(const RingParameters& ring) {
  const double length = ring_waveguide(ring).length.value();
  return base::Hertz(base::kLightSpeedMetrePerSecond / (ring.group_index * length));
}

}  // namespace heliograph::photonics
