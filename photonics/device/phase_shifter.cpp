// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/phase_shifter.hpp"

#include <cmath>

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<ThermoOpticParameters> ThermoOpticParameters::table() {
  using P = ThermoOpticParameters;
  base::ParameterTable<P> table;
  table
      .number("phase_rad", &P::phase, {"rad", 1.0}, Range{}, "phase that is set directly",
              {Basis::chosen, "the circuit's"})
      .number("heater_power_mW", &P::heater_power, {"mW", 1e-3}, Range::at_least(0.0),
              "power of the heater; its phase is added", {Basis::chosen, "the circuit's"})
      .number("power_for_pi_mW", &P::power_for_pi, {"mW", 1e-3}, Range::above(0.0),
              "heater power for a phase of pi",
              {Basis::cited, "21.4 mW, TiN heater (Jacques 2019), read at second hand"})
      .number("loss_dB", &P::loss, {"dB", 1.0}, Range::at_least(0.0), "insertion loss",
              {Basis::chosen, "0: the waveguide's loss is the waveguide's"});
  return table;
}

base::Radian thermo_optic_phase(const ThermoOpticParameters& shifter) {
  return shifter.phase + base::Radian(base::kPi * (shifter.heater_power / shifter.power_for_pi));
}

std::complex<double> thermo_optic_field(const ThermoOpticParameters& shifter) {
  return phasor(field_factor(shifter.loss), thermo_optic_phase(shifter).value());
}

base::ParameterTable<ElectroOpticParameters> ElectroOpticParameters::table() {
  using P = ElectroOpticParameters;
  base::ParameterTable<P> table;
  table
      .number("length_um", &P::length, {"um", 1e-6}, Range::at_least(0.0), "length of the diode",
              {Basis::assumed, "a few hundred um in published injection cells"})
      .number("carriers_1e17_per_cm3", &P::carriers_per_cm3, {"1e17/cm3", 1e17}, {-1e3, 1e3},
              "carriers added to the guide, of each kind; negative when depleted",
              {Basis::chosen, "the drive's"})
      .number("confinement", &P::confinement, {"", 1.0}, {0.0, 1.0},
              "share of the mode that overlaps the carriers",
              {Basis::assumed, "most of a silicon strip's mode is in the core"})
      .number("passive_loss_dB", &P::passive_loss, {"dB", 1.0}, Range::at_least(0.0),
              "loss without drive", {Basis::chosen, "0: the waveguide's loss is the waveguide's"});
  return table;
}

FreeCarrierEffect free_carrier_effect(double carriers_per_cm3) {
  // Coefficients recalled from Soref and Bennett, IEEE JQE 23 (1987), at 1550 nm.
  const double n = std::abs(carriers_per_cm3);
  const double sign = carriers_per_cm3 < 0.0 ? -1.0 : 1.0;
  FreeCarrierEffect effect;
  effect.index_change = -sign * (8.8e-22 * n + 8.5e-18 * std::pow(n, 0.8));
  effect.absorption_per_metre = sign * 100.0 * (8.5e-18 + 6.0e-18) * n;
  return effect;
}

std::complex<double> electro_optic_field(const ElectroOpticParameters& shifter,
                                         base::Hertz frequency) {
  const FreeCarrierEffect effect = free_carrier_effect(shifter.carriers_per_cm3);
  const double overlap = shifter.confinement * shifter.length.value();
  const double phase =
      2.0 * base::kPi * effect.index_change * overlap / wavelength_of(frequency).value();
  const double amplitude =
      field_factor(shifter.passive_loss) * std::exp(-0.5 * effect.absorption_per_metre * overlap);
  return phasor(amplitude, phase);
}

}  // namespace heliograph::photonics
