// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/device/modulation.hpp"

namespace heliograph::photonics {

/// A Mach-Zehnder modulator in push-pull drive about quadrature.
struct MzModulatorParameters {
  double v_pi_l_volt_metre = 0.02;
  base::Metre length{3e-3};
  base::Decibel insertion_loss{6.5};
  base::Decibel static_extinction{25.0};  ///< at full swing, from unequal arms
  base::Volt swing{2.0};                  ///< peak to peak
  double capacitance_farad = 1e-12;

  [[nodiscard]] static base::ParameterTable<MzModulatorParameters> table();
};

/// Voltage for a phase of pi: V_pi L / L.
[[nodiscard]] base::Volt half_wave_voltage(const MzModulatorParameters& modulator);

/// Transmitted share of power at a phase difference:
/// A ((1 + g^2) / 2 + g cos(phase)) / ((1 + g)^2 / 2), g from the static extinction.
[[nodiscard]] base::PowerRatio mz_transmission(const MzModulatorParameters& modulator,
                                               base::Radian phase);

/// The two levels of a drive of +- swing / 2 about quadrature.
[[nodiscard]] ModulatedLevels mz_modulation(const MzModulatorParameters& modulator);

/// C Vpp^2 / 4 for a bit of non-return-to-zero data.
[[nodiscard]] base::JoulePerBit mz_switching_energy(const MzModulatorParameters& modulator);

}  // namespace heliograph::photonics
