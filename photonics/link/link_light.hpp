// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "photonics/link/link_design.hpp"
#include "photonics/link/noise.hpp"

namespace heliograph::photonics {

/// Light of one wavelength at some point of a link's path.
struct PathLight {
  base::Watt signal;                  ///< average
  WattPerHertz spontaneous_emission;  ///< in the signal's polarisation
};

/// Passes one element of `design`'s path; the emission of an amplifier, which all wavelengths
/// saturate together, is added to what came with the signal.
void pass(PathLight& light, const LinkElement& element, const LinkDesign& design);

/// Sum of the amplitudes of twice reflected light along the whole path (double_reflections()):
/// ends, and faces of elements; an amplifier's isolators part the path.
[[nodiscard]] double double_reflections(const LinkDesign& design);

/// Of multipath interference, by the design's model; `amplitudes`: that sum.
[[nodiscard]] base::Decibel reflection_penalty(const LinkDesign& design, double amplitudes);
[[nodiscard]] base::Decibel reflection_penalty(const LinkDesign& design);

}  // namespace heliograph::photonics
