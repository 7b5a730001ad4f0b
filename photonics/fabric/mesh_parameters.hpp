// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/device/mzi.hpp"

namespace heliograph::photonics {

/// What a recirculating mesh is made of; by default the Smartlight chip's figures. The cell's own
/// parameters are declared by MziParameters::table(); its loss is that of a whole PUC.
struct MeshParameters {
  /// 0.48 dB a PUC (thesis on the Smartlight unit, "over many chips"), of which 0.05 dB are the
  /// arms' imbalance. Couplers of 0.491 leak (1 - 2 kappa)^2 = -35 dB in the cross state, arms 0.1
  /// dB apart -45 dB in both: its typical extinction of 35 dB, 44 dB in the cross port.
  MziParameters cell{0.491, 0.491, base::Decibel(0.43), base::Decibel(0.1)};
  base::Metre design_wavelength{1.55e-6};
  base::Metre puc_length{811.41e-6};
  double group_index = 4.1565;
  double effective_index = 2.35;
  bool common_phases = false;
  base::Radian phase_error_sigma{0.02};

  /// Group delay of a PUC.
  [[nodiscard]] base::Second puc_delay() const {
    return base::Second(puc_length.value() * group_index / base::kLightSpeedMetrePerSecond);
  }
  /// Phase of a PUC's waveguides at the design wavelength, from its left to its right end.
  [[nodiscard]] base::Radian puc_phase() const {
    return base::Radian(2.0 * base::kPi * effective_index * puc_length.value() /
                        design_wavelength.value());
  }
  [[nodiscard]] static base::ParameterTable<MeshParameters> table();
};

}  // namespace heliograph::photonics
