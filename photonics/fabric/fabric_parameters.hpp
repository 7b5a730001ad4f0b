// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/parameters.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "photonics/device/mzi.hpp"
#include "photonics/fabric/fabric_layout.hpp"

namespace heliograph::photonics {

/// What a feed-forward fabric is made of. The cell's own parameters are declared by
/// MziParameters::table().
struct FabricParameters {
  MziParameters cell;
  base::Metre design_wavelength{1.55e-6};
  base::Decibel crossing_loss{0.028};
  base::DecibelPerMetre waveguide_loss{214.0};
  double group_index = 4.2;
  base::Metre cell_length{300e-6};
  base::Metre stage_pitch{600e-6};
  base::Metre line_pitch{25 * 1e-6};
  base::Radian phase_error_sigma{0.02};

  [[nodiscard]] FabricGeometry geometry() const { return {cell_length, stage_pitch, line_pitch}; }
  [[nodiscard]] static base::ParameterTable<FabricParameters> table();
};

/// A phase error for each actuator, normal with mean 0 and the given deviation.
[[nodiscard]] std::vector<base::Radian> draw_phase_errors(std::size_t actuators, base::Radian sigma,
                                                          base::RandomStream& random);

}  // namespace heliograph::photonics
