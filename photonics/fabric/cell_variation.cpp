// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/cell_variation.hpp"

#include <algorithm>

#include "photonics/fabric/fabric_parameters.hpp"

namespace heliograph::photonics {

using base::Basis;

base::ParameterTable<CellVariation> CellVariation::table() {
  base::ParameterTable<CellVariation> table;
  const base::Source couplers{
      Basis::chosen, "none: all cells as designed; studies of meshes usually take 0.02 (recalled)"};
  table
      .number("coupler_sigma", &CellVariation::coupler_sigma, {"", 1.0}, {0.0, 0.2},
              "deviation from cell to cell of the couplings kappa of both its couplers; leaks in "
              "the cross state",
              couplers)
      .number("coupler_mismatch_sigma", &CellVariation::coupler_mismatch_sigma, {"", 1.0},
              {0.0, 0.2},
              "deviation from cell to cell of half the difference between its two couplings; leaks "
              "in the bar state",
              couplers)
      .number("cell_loss_sigma_dB", &CellVariation::cell_loss_sigma, {"dB", 1.0}, {0.0, 5.0},
              "deviation of the loss from cell to cell; no cell gains",
              {Basis::chosen, "none: all cells as designed"})
      .choice("phase", &CellVariation::phase,
              {{"trimmed", PhaseMake::trimmed}, {"uniform", PhaseMake::uniform}},
              "phase of an unheated cell: trimmed at the factory, but for phase_error_sigma_rad; "
              "or anything from -pi to pi, which only a calibration makes a switch of",
              {Basis::chosen, "trimmed: so that nominal codes do"})
      .number("drift_sigma_rad", &CellVariation::drift_sigma, {"rad", 1.0}, {0.0, base::kPi},
              "deviation of what each phase moves by after a calibration, for the drifted chip of "
              "`switch FILE calibrate`; what drifts in a run is under `ambient`",
              {Basis::assumed, "0.1 rad leaks about -26 dB"});
  return table;
}

std::vector<MziParameters> draw_cells(const MziParameters& design, std::size_t cells,
                                      const CellVariation& variation, base::RandomStream& random) {
  std::vector<MziParameters> made(cells, design);
  for (MziParameters& cell : made) {
    const double both = variation.coupler_sigma * random.normal();
    const double half = variation.coupler_mismatch_sigma * random.normal();
    cell.coupler_in = std::clamp(design.coupler_in + both + half, 0.0, 1.0);
    cell.coupler_out = std::clamp(design.coupler_out + both - half, 0.0, 1.0);
    cell.cell_loss = std::max(base::Decibel(0.0),
                              design.cell_loss + variation.cell_loss_sigma * random.normal());
  }
  return made;
}

std::vector<base::Radian> draw_phase_errors(std::size_t actuators, base::Radian trimmed_sigma,
                                            PhaseMake make, base::RandomStream& random) {
  if (make == PhaseMake::trimmed) {
    return draw_phase_errors(actuators, trimmed_sigma, random);
  }
  std::vector<base::Radian> errors;
  errors.reserve(actuators);
  for (std::size_t i = 0; i < actuators; ++i) {
    errors.emplace_back(base::kPi * (2.0 * random.uniform() - 1.0));
  }
  return errors;
}

}  // namespace heliograph::photonics
