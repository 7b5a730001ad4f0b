// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/mz_modulator.hpp"

#include <cmath>

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<MzModulatorParameters> MzModulatorParameters::table() {
  using P = MzModulatorParameters;
  base::ParameterTable<P> table;
  table
      .number("v_pi_l_V_cm", &P::v_pi_l_volt_metre, {"V cm", 1e-2}, Range::above(0.0),
              "voltage times length for a phase of pi",
              {Basis::cited, "2 V cm: default of two open device libraries"})
      .number("length_mm", &P::length, {"mm", 1e-3}, Range::above(0.0), "length of the arms",
              {Basis::assumed, "travelling-wave silicon modulators are some mm long"})
      .number("insertion_loss_dB", &P::insertion_loss, {"dB", 1.0}, Range::at_least(0.0),
              "loss at the brightest point",
              {Basis::cited, "6.5 dB for 20 GHz: default of an open device library"})
      .number("static_extinction_dB", &P::static_extinction, {"dB", 1.0}, Range::above(0.0),
              "brightest over darkest point", {Basis::assumed, "an arm imbalance of 1 dB"})
      .number("swing_V", &P::swing, {"V", 1.0}, Range::at_least(0.0), "peak-to-peak drive",
              {Basis::chosen, "the driver's"})
      .number("capacitance_fF", &P::capacitance_farad, {"fF", 1e-15}, Range::at_least(0.0),
              "capacitance that is charged", {Basis::recalled, "0.2 to 0.4 fF/um of junction"});
  return table;
}

base::Volt half_wave_voltage(const MzModulatorParameters& modulator) {
  return base::Volt(modulator.v_pi_l_volt_metre / modulator.length.value());
}

base::PowerRatio mz_transmission(const MzModulatorParameters& modulator, base::Radian phase) {
  // Extinction = ((1 + g) / (1 - g))^2.
  const double root = std::sqrt(base::to_linear(modulator.static_extinction).value());
  const double g = (root - 1.0) / (root + 1.0);
  const double brightest = 0.5 * (1.0 + g) * (1.0 + g);
  const double here = 0.5 * (1.0 + g * g) + g * std::cos(phase.value());
  return base::PowerRatio(base::attenuation(modulator.insertion_loss).value() * here / brightest);
}

ModulatedLevels mz_modulation(const MzModulatorParameters& modulator) {
  const double quadrature = 0.5 * base::kPi;
  const double turn = 0.5 * base::kPi * (modulator.swing / half_wave_voltage(modulator));
  return levels_of(mz_transmission(modulator, base::Radian(quadrature - turn)),
                   mz_transmission(modulator, base::Radian(quadrature + turn)));
}

base::JoulePerBit mz_switching_energy(const MzModulatorParameters& modulator) {
  const double swing = modulator.swing.value();
  return base::JoulePerBit(0.25 * modulator.capacitance_farad * swing * swing);
}

}  // namespace heliograph::photonics
