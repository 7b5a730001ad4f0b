// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// A waveguide section with a heater. Its own length is part of the waveguides around it.
struct ThermoOpticParameters {
  /// A phase set directly; the heater's is added to it.
  base::Radian phase{0.0};
  base::Watt heater_power{0.0};
  base::Watt power_for_pi{21.4 * 1e-3};
  base::Decibel loss{0.0};

  [[nodiscard]] static base::ParameterTable<ThermoOpticParameters> table();
};

/// phase + pi P / P_pi.
[[nodiscard]] base::Radian thermo_optic_phase(const ThermoOpticParameters& shifter);
/// The field behind it for unit field before it.
[[nodiscard]] std::complex<double> thermo_optic_field(const ThermoOpticParameters& shifter);

/// A p-i-n (or p-n) section whose carriers change the index and, inseparably, absorb.
struct ElectroOpticParameters {
  base::Metre length{250.0 * 1e-6};
  /// Added carriers per cubic centimetre, electrons and holes alike; negative when depleted.
  double carriers_per_cm3 = 0.0;
  /// Share of the mode that overlaps the carriers.
  double confinement = 0.8;
  base::Decibel passive_loss{0.0};

  [[nodiscard]] static base::ParameterTable<ElectroOpticParameters> table();
};

/// Index and absorption (of power, per metre) of free carriers in silicon at 1550 nm.
struct FreeCarrierEffect {
  double index_change = 0.0;
  double absorption_per_metre = 0.0;
};

/// Fit of Soref and Bennett: dn = -(8.8e-22 N + 8.5e-18 N^0.8), da = 8.5e-18 N + 6.0e-18 N per cm,
/// N per cubic centimetre of each kind. Depletion (N < 0) changes both signs.
[[nodiscard]] FreeCarrierEffect free_carrier_effect(double carriers_per_cm3);

/// Field factor of the section at `frequency` relative to the undriven waveguide:
/// e^{j 2 pi dn Gamma L / lambda} e^{-da Gamma L / 2}, times its passive loss.
[[nodiscard]] std::complex<double> electro_optic_field(const ElectroOpticParameters& shifter,
                                                       base::Hertz frequency);

}  // namespace heliograph::photonics
