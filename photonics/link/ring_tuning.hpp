// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.hpp"
#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// Optical frequency per heater power.
using HertzPerWatt = base::Quantity<struct HertzPerWattTag>;

/// What keeps the rings of a transceiver on their wavelengths. A ring is made somewhere off its
/// wavelength and a heater, which can only lower its resonance, brings it there; what lies above
/// the wavelength is one spectral range of tuning at the most.
struct RingTuningParameters {
  base::Hertz spectral_range{2.39e12};
  HertzPerWatt efficiency{1e14};
  base::Hertz chip_sigma{200e9};
  base::Hertz ring_sigma{40e9};

  [[nodiscard]] static base::ParameterTable<RingTuningParameters> table();
};

/// Heater power that moves a ring's resonance from `offset` above its wavelength onto it: offset
/// modulo the spectral range, over the efficiency.
[[nodiscard]] base::Watt ring_tuning_power(const RingTuningParameters& rings, base::Hertz offset);

/// How far above their wavelengths a transceiver's rings are made: those of the transmitter, then
/// those of the receiver, by lane. Normal: one draw of chip_sigma for all, one of ring_sigma for
/// each; depends on the seed and the transceiver alone.
[[nodiscard]] std::vector<base::Hertz> ring_offsets(const RingTuningParameters& rings,
                                                    std::uint64_t seed,
                                                    base::TransceiverId transceiver, int lanes);

/// Static heater power of all rings of a transceiver.
[[nodiscard]] base::Watt ring_tuning_power(const RingTuningParameters& rings, std::uint64_t seed,
                                           base::TransceiverId transceiver, int lanes);

}  // namespace heliograph::photonics
