// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/built_in_models.hpp"

#include <cmath>

#include "photonics/circuit/device_kinds.hpp"
#include "photonics/device/crossing.hpp"
#include "photonics/device/directional_coupler.hpp"
#include "photonics/device/interferometer.hpp"
#include "photonics/device/mmi.hpp"
#include "photonics/device/phase_shifter.hpp"
#include "photonics/device/splitter.hpp"
#include "photonics/device/waveguide.hpp"

namespace heliograph::photonics {

namespace {

using base::Hertz;
using Eigen::MatrixXcd;

// `loss` alone is decibel per micrometre in the libraries that have it (SAX, PICBench), however
// rarely that is meant.
std::vector<SettingAlias> waveguide_aliases() {
  return {{"length", "length_um"},
          {"neff", "effective_index"},
          {"ng", "group_index"},
          {"wl0", "reference_wavelength_nm", 1e3},
          {"loss_dB_cm", "loss_dB_per_cm"},
          {"loss", "loss_dB_per_cm", 1e4}};
}

void add_waveguides(ModelLibrary& library) {
  DeviceKind<WaveguideParameters> kind;
  kind.aliases = waveguide_aliases();
  kind.ports = [](const WaveguideParameters&) { return two_port_names(); };
  kind.couples = couples_through;
  kind.fill = [](const WaveguideParameters& guide, Hertz f, MatrixXcd& s) {
    fill_through(waveguide_field(guide, f), s);
  };
  add_kind(library, "waveguide", kind);
  // The defaults of SAX's `straight`, which netlists that set nothing rely on.
  kind.defaults.group_index = 3.4;
  kind.defaults.loss = base::DecibelPerMetre(0.0);
  add_kind(library, "straight", kind);
  kind.defaults.bends = 1;
  kind.defaults.bend_loss = base::Decibel(0.0);
  add_kind(library, "bend_euler", kind, {"bend_circular", "bend_s"});
}

void add_phase_shifters(ModelLibrary& library) {
  DeviceKind<ThermoOpticParameters> heater;
  heater.aliases = {{"phase", "phase_rad"}, {"phase_deg", "phase_rad", base::kPi / 180.0}};
  heater.ports = [](const ThermoOpticParameters&) { return two_port_names(); };
  heater.couples = couples_through;
  heater.fill = [](const ThermoOpticParameters& shifter, Hertz, MatrixXcd& s) {
    fill_through(thermo_optic_field(shifter), s);
  };
  add_kind(library, "phase_shifter", heater, {"thermo_optic_phase_shifter"});

  DeviceKind<ElectroOpticParameters> diode;
  diode.aliases = {{"length", "length_um"}};
  diode.ports = [](const ElectroOpticParameters&) { return two_port_names(); };
  diode.couples = couples_through;
  diode.fill = [](const ElectroOpticParameters& shifter, Hertz f, MatrixXcd& s) {
    fill_through(electro_optic_field(shifter, f), s);
  };
  add_kind(library, "electro_optic_phase_shifter", diode);
}

void add_couplers(ModelLibrary& library) {
  DeviceKind<DirectionalCouplerParameters> coupler;
  coupler.aliases = {{"kappa", "coupling"}, {"wl0", "reference_wavelength_nm", 1e3}};
  coupler.ports = [](const DirectionalCouplerParameters&) { return two_by_two_names(); };
  coupler.couples = couples_two_by_two;
  coupler.fill = [](const DirectionalCouplerParameters& c, Hertz f, MatrixXcd& s) {
    fill_two_by_two(directional_coupler_field(c, f), s);
  };
  add_kind(library, "directional_coupler", coupler, {"coupler", "coupler_ideal"});

  DeviceKind<MmiParameters> mmi;
  mmi.ports = [](const MmiParameters&) { return two_by_two_names(); };
  mmi.couples = couples_two_by_two;
  mmi.fill = [](const MmiParameters& m, Hertz, MatrixXcd& s) {
    fill_two_by_two(mmi_2x2_field(m), s);
  };
  add_kind(library, "mmi2x2", mmi);
  mmi.ports = [](const MmiParameters&) { return split_names(2); };
  mmi.couples = couples_split;
  mmi.fill = [](const MmiParameters& m, Hertz, MatrixXcd& s) {
    const Eigen::Vector2d field = mmi_1x2_field(m);
    s(1, 0) = s(0, 1) = field(0);
    s(2, 0) = s(0, 2) = field(1);
  };
  add_kind(library, "mmi1x2", mmi);
}

void add_splitters(ModelLibrary& library) {
  DeviceKind<YJunctionParameters> fork;
  fork.ports = [](const YJunctionParameters&) { return split_names(2); };
  fork.couples = couples_split;
  fork.fill = [](const YJunctionParameters& y, Hertz, MatrixXcd& s) {
    const Eigen::Vector2d field = y_junction_field(y);
    s(1, 0) = s(0, 1) = field(0);
    s(2, 0) = s(0, 2) = field(1);
  };
  add_kind(library, "y_junction", fork, {"y_branch"});

  DeviceKind<SplitterParameters> splitter;
  splitter.fixed = {"outputs"};
  splitter.ports = [](const SplitterParameters& p) {
    return split_names(static_cast<std::size_t>(p.outputs));
  };
  splitter.couples = couples_split;
  splitter.fill = [](const SplitterParameters& p, Hertz, MatrixXcd& s) {
    s.block(1, 0, p.outputs, 1).setConstant(splitter_field(p));
    s.block(0, 1, 1, p.outputs).setConstant(splitter_field(p));
  };
  add_kind(library, "splitter", splitter);
}

void add_crossing(ModelLibrary& library) {
  DeviceKind<CrossingParameters> crossing;
  crossing.ports = [](const CrossingParameters&) {
    return PortNames{
        {"west", "north", "east", "south"},
        {{"o1", "o2", "o3", "o4"}, {"in0", "in1", "out0", "out1"}, {"I1", "I2", "O1", "O2"}}};
  };
  crossing.couples = [](std::size_t, std::size_t to, std::size_t from) { return to != from; };
  crossing.fill = [](const CrossingParameters& p, Hertz, MatrixXcd& s) {
    const CrossingFields field = crossing_fields(p);
    for (Eigen::Index from = 0; from < 4; ++from) {
      s((from + 1) % 4, from) = field.side;
      s((from + 2) % 4, from) = field.through;
      s((from + 3) % 4, from) = field.side;
    }
  };
  add_kind(library, "crossing", crossing);
}

void add_interferometers(ModelLibrary& library) {
  DeviceKind<InterferometerParameters> cell;
  cell.aliases = waveguide_aliases();
  cell.aliases.push_back({"delta_length", "delta_length_um"});
  cell.ports = [](const InterferometerParameters&) { return two_by_two_names(); };
  cell.couples = couples_two_by_two;
  cell.fill = [](const InterferometerParameters& p, Hertz f, MatrixXcd& s) {
    fill_two_by_two(interferometer_field(p, f), s);
  };
  add_kind(library, "interferometer", cell, {"mzi2x2", "tunable_basic_unit"});

  // PICBench's optical switch unit: no length, and the two phases of its bar state.
  DeviceKind<InterferometerParameters> unit = cell;
  unit.defaults.length = base::Metre(0.0);
  unit.defaults.phase_upper = base::Radian(1.5 * base::kPi);
  unit.defaults.phase_lower = base::Radian(0.5 * base::kPi);
  add_kind(library, "osu", unit);

  // One port each side: what a 1x2 splitter and a 1x2 combiner make of the same two arms.
  cell.ports = [](const InterferometerParameters&) { return two_port_names(); };
  cell.couples = couples_through;
  cell.fill = [](const InterferometerParameters& p, Hertz f, MatrixXcd& s) {
    fill_through(y_interferometer_field(p, f), s);
  };
  add_kind(library, "mzi", cell, {"mzi1x1"});
}

}  // namespace

void add_guided_models(ModelLibrary& library) {
  add_waveguides(library);
  add_phase_shifters(library);
  add_couplers(library);
  add_splitters(library);
  add_crossing(library);
  add_interferometers(library);
}

}  // namespace heliograph::photonics
