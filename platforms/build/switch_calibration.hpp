// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "photonics/calibration/measured_calibration.hpp"
#include "platforms/build/switch_builder.hpp"
#include "platforms/description/switch_config.hpp"

namespace heliograph::platforms {

/// Measures the cells of a switch that was made of `config`; the noise of its monitors is drawn
/// from `seed`. Throws std::invalid_argument for a switch that is no topology's.
[[nodiscard]] photonics::MeasuredCalibration measure(const SwitchConfig& config,
                                                     const SwitchParts& parts, std::uint64_t seed);

/// The codes that the host software of this switch has: nominal or measured, as `config` says.
/// Throws std::invalid_argument as measure().
[[nodiscard]] photonics::CalibrationTable calibrate(const SwitchConfig& config,
                                                    const SwitchParts& parts, std::uint64_t seed);

}  // namespace heliograph::platforms
