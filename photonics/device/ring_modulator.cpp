// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/ring_modulator.hpp"

#include <cmath>
#include <complex>

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<RingModulatorParameters> RingModulatorParameters::table() {
  using P = RingModulatorParameters;
  base::ParameterTable<P> table;
  table
      .number("coupling", &P::coupling, {"", 1.0}, {0.0, 1.0}, "power coupling to the bus",
              {Basis::assumed, "a quality factor of some thousands"})
      .number("round_trip_loss_dB", &P::round_trip_loss, {"dB", 1.0}, Range::at_least(0.0),
              "loss of one round trip", {Basis::assumed, "a doped ring of about 30 um"})
      .number("free_spectral_range_GHz", &P::free_spectral_range, {"GHz", 1e9}, Range::above(0.0),
              "spacing of the resonances",
              {Basis::derived, "c / (n_g L) of a 7 um ring at n_g 4.2"})
      .number("detuning_GHz", &P::detuning, {"GHz", 1e9}, Range{},
              "laser frequency minus resonance at 0 V", {Basis::chosen, "the bias point"})
      .number("shift_GHz_per_V", &P::shift_hertz_per_volt, {"GHz/V", 1e9}, Range{},
              "how far a volt moves the resonance",
              {Basis::recalled, "depletion rings move some 30 to 60 pm/V"})
      .number("swing_V", &P::swing, {"V", 1.0}, Range::at_least(0.0), "peak-to-peak drive",
              {Basis::cited, "2 V: PhoenixSim's example"})
      .number("capacitance_fF", &P::capacitance_farad, {"fF", 1e-15}, Range::at_least(0.0),
              "junction capacitance", {Basis::cited, "50 fF: PhoenixSim's example"});
  return table;
}

base::PowerRatio ring_transmission(const RingModulatorParameters& ring, base::Hertz detuning) {
  const double r = std::sqrt(1.0 - ring.coupling);
  const std::complex<double> x = phasor(field_factor(ring.round_trip_loss),
                                        2.0 * base::kPi * (detuning / ring.free_spectral_range));
  return base::PowerRatio(std::norm(r - x) / std::norm(1.0 - r * x));
}

ModulatedLevels ring_modulation(const RingModulatorParameters& ring) {
  const base::Hertz moved(ring.shift_hertz_per_volt * ring.swing.value());
  return levels_of(ring_transmission(ring, ring.detuning),
                   ring_transmission(ring, ring.detuning - moved));
}

base::JoulePerBit ring_switching_energy(const RingModulatorParameters& ring) {
  const double swing = ring.swing.value();
  return base::JoulePerBit(0.25 * ring.capacitance_farad * swing * swing);
}

base::JoulePerBit ring_driver_energy(const RingModulatorParameters& ring, base::BitRate rate) {
  const double half = 0.5 * ring.swing.value();
  const double bits_per_second = static_cast<double>(rate.bits_per_second());
  const double dynamic =
      0.2e-23 * bits_per_second * half * half * (ring.capacitance_farad / 50e-15);
  return base::JoulePerBit(dynamic + 8.8e-14 - 5e-14) + ring_switching_energy(ring);
}

}  // namespace heliograph::photonics
