// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/mesh_parameters.hpp"

namespace heliograph::photonics {

using base::Basis;

base::ParameterTable<MeshParameters> MeshParameters::table() {
  base::ParameterTable<MeshParameters> table;
  table
      .number("design_wavelength_nm", &MeshParameters::design_wavelength, {"nm", 1e-9},
              {1200.0, 1700.0}, "wavelength at which couplers and phases are as given",
              {Basis::cited, "Smartlight's design wavelength"})
      .number("puc_length_um", &MeshParameters::puc_length, {"um", 1e-6}, {1.0, 10000.0},
              "length of a programmable unit cell, from vertex to vertex",
              {Basis::cited, "Smartlight, typical; LightIN has 500 um, Perez 2017 975 um"})
      .number("group_index", &MeshParameters::group_index, {"", 1.0}, {1.0, 6.0},
              "group index of the waveguides",
              {Basis::derived, "Smartlight's 11.25 ps over 811.41 um; strip has 4.18"})
      .number("effective_index", &MeshParameters::effective_index, {"", 1.0}, {1.0, 5.0},
              "effective index, which sets the phase of a unit cell at the design wavelength",
              {Basis::assumed, "silicon strip; as in spode's meshes; a chip's phases are random"})
      .boolean("common_phases", &MeshParameters::common_phases,
               "a second heater in each unit cell that shifts both of its outputs alike",
               {Basis::chosen, "off: a switch needs none; to tune rings and filters it takes them"})
      .number("phase_error_sigma_rad", &MeshParameters::phase_error_sigma, {"rad", 1.0},
              {0.0, base::kPi},
              "deviation of the unit cells' fabrication phase errors, as left after trimming",
              {Basis::assumed, "0.02 rad leaks about -40 dB; an untrimmed cell's is uniform"});
  return table;
}

}  // namespace heliograph::photonics
