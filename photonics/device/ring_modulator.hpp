// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/device/modulation.hpp"

namespace heliograph::photonics {

/// An all-pass ring whose resonance a voltage moves.
struct RingModulatorParameters {
  double coupling = 0.05;              ///< power, between bus and ring
  base::Decibel round_trip_loss{0.1};  ///< of power
  base::Hertz free_spectral_range{1.6e12};
  /// Distance of the laser to the resonance at zero volts, and how far one volt moves it.
  base::Hertz detuning{0.0};
  double shift_hertz_per_volt = 6e9;
  base::Volt swing{2.0};  ///< peak to peak, from 0 V
  double capacitance_farad = 50e-15;

  [[nodiscard]] static base::ParameterTable<RingModulatorParameters> table();
};

/// Transmitted share of the power at a distance from resonance:
/// |(r - a e^{j phi}) / (1 - r a e^{j phi})|^2 with phi = 2 pi detuning / FSR.
[[nodiscard]] base::PowerRatio ring_transmission(const RingModulatorParameters& ring,
                                                 base::Hertz detuning);

/// The two levels at 0 V and at `swing`.
[[nodiscard]] ModulatedLevels ring_modulation(const RingModulatorParameters& ring);

/// Energy of the junction's charge for a bit of non-return-to-zero data: C Vpp^2 / 4.
[[nodiscard]] base::JoulePerBit ring_switching_energy(const RingModulatorParameters& ring);

/// That and its driver, as PhoenixSim has it for a 28 nm depletion driver:
/// 0.2e-23 rate (V/2)^2 C/50fF + 8.8e-14 - 5e-14 + C V^2/4, in J/bit.
[[nodiscard]] base::JoulePerBit ring_driver_energy(const RingModulatorParameters& ring,
                                                   base::BitRate rate);

}  // namespace heliograph::photonics
