// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/parameters.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "photonics/device/mzi.hpp"

namespace heliograph::photonics {

/// What is known of the phase that a cell has without heat.
enum class PhaseMake {
  trimmed,  ///< as designed, but for what trimming left
  uniform   ///< anything: arms of a cell differ by wavelengths from chip to chip
};

/// How the cells of one design differ on a chip. Phases that trimming left are
/// FabricParameters::phase_error_sigma.
struct CellVariation {
  /// Deviation of a cell's power coupling kappa, the same for its two couplers.
  double coupler_sigma = 0.0;
  /// Deviation of half of the difference between its two couplers.
  double coupler_mismatch_sigma = 0.0;
  base::Decibel cell_loss_sigma{0.0};
  PhaseMake phase = PhaseMake::trimmed;
  /// Deviation of what each phase moves by after a calibration.
  base::Radian drift_sigma{0.1};

  [[nodiscard]] bool same_cells() const {
    return coupler_sigma == 0.0 && coupler_mismatch_sigma == 0.0 && cell_loss_sigma.value() == 0.0;
  }
  [[nodiscard]] static base::ParameterTable<CellVariation> table();
};

/// What so many cells come out as. Both couplings are kappa + coupler_sigma x, and
/// coupler_mismatch_sigma y more (input) and less (output), x and y standard normal and of each
/// cell; kept within 0 to 1. The loss is normal about that of `design` and never below 0.
[[nodiscard]] std::vector<MziParameters> draw_cells(const MziParameters& design, std::size_t cells,
                                                    const CellVariation& variation,
                                                    base::RandomStream& random);

/// A phase error for each actuator: normal with the deviation `trimmed_sigma`, or anything from
/// -pi to pi.
[[nodiscard]] std::vector<base::Radian> draw_phase_errors(std::size_t actuators,
                                                          base::Radian trimmed_sigma,
                                                          PhaseMake make,
                                                          base::RandomStream& random);

}  // namespace heliograph::photonics
