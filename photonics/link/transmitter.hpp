// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/link/modulation_format.hpp"

namespace heliograph::photonics {

/// The optical side of a transmitter, per wavelength.
struct TransmitterParameters {
  /// Average power that leaves the modulator towards the fabric.
  base::DecibelMilliwatt launch_power{0.0};
  /// Power of the highest level (a one) over that of the lowest.
  base::Decibel extinction_ratio{5.0};
  /// Laser power over average launched power: insertion loss of the modulator and of its bias
  /// point, and the light that the zeros do not carry.
  base::Decibel modulator_loss{5.0};
  ModulationFormat modulation = ModulationFormat::nrz;
  /// What the receiver's eye is worse for distortion in the transmitter: signal amplitude that
  /// counts as lost.
  base::Decibel penalty{0.0};

  [[nodiscard]] static base::ParameterTable<TransmitterParameters> table();
};

/// Optical power that the laser supplies for one wavelength of one lane.
[[nodiscard]] base::Watt laser_optical_power(const TransmitterParameters& transmitter);

/// P1 - P0 of a signal of this average power: 2 P (r - 1) / (r + 1). Throws std::invalid_argument
/// unless extinction > 0 dB (it may be infinite).
[[nodiscard]] base::Watt modulation_amplitude(base::Watt average, base::Decibel extinction);

}  // namespace heliograph::photonics
