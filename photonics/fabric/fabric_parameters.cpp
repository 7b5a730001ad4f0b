// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/fabric_parameters.hpp"

namespace heliograph::photonics {

using base::Basis;

base::ParameterTable<FabricParameters> FabricParameters::table() {
  base::ParameterTable<FabricParameters> table;
  const base::Source geometry{Basis::assumed,
                              "of the size of published thermo-optic switches; no one chip's"};
  table
      .number("design_wavelength_nm", &FabricParameters::design_wavelength, {"nm", 1e-9},
              {1200.0, 1700.0}, "wavelength at which couplers and phases are as given",
              {Basis::assumed, "the middle of the C band, rounded"})
      .number("crossing_loss_dB", &FabricParameters::crossing_loss, {"dB", 1.0}, {0.0, 5.0},
              "loss of a waveguide crossing",
              {Basis::cited, "PhoenixSim's default; other sources give 0.05 to 0.24 dB"})
      .number("waveguide_loss_dB_per_cm", &FabricParameters::waveguide_loss, {"dB/cm", 100.0},
              {0.0, 50.0}, "loss of the waveguides between the columns of cells",
              {Basis::cited, "silicon strip, arXiv:2111.01792"})
      .number("group_index", &FabricParameters::group_index, {"", 1.0}, {1.0, 6.0},
              "group index of the waveguides, for the delay of a path",
              {Basis::cited, "220 nm silicon strip, 4.18 to 4.2; SPECS has 4.3"})
      .number("cell_length_um", &FabricParameters::cell_length, {"um", 1e-6}, {1.0, 10000.0},
              "length of a cell; its own waveguide loss is part of cell_loss_dB", geometry)
      .number("stage_pitch_um", &FabricParameters::stage_pitch, {"um", 1e-6}, {1.0, 20000.0},
              "distance from column to column; greater than cell_length_um", geometry)
      .number("line_pitch_um", &FabricParameters::line_pitch, {"um", 1e-6}, {0.0, 1000.0},
              "distance from rail to rail across the columns", geometry)
      .number("phase_error_sigma_rad", &FabricParameters::phase_error_sigma, {"rad", 1.0},
              {0.0, base::kPi},
              "deviation of the cells' fabrication phase errors, as left after trimming",
              {Basis::assumed, "0.02 rad leaks about -40 dB; an untrimmed cell's is uniform"});
  return table;
}

std::vector<base::Radian> draw_phase_errors(std::size_t actuators, base::Radian sigma,
                                            base::RandomStream& random) {
  std::vector<base::Radian> errors;
  errors.reserve(actuators);
  for (std::size_t i = 0; i < actuators; ++i) {
    errors.push_back(sigma * random.normal());
  }
  return errors;
}

}  // namespace heliograph::photonics
