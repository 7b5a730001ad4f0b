// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "photonics/circuit/model_library.hpp"

namespace heliograph::photonics {

// The built-in devices as scattering models, in three groups. Every model has the ports of its own
// and those of the gdsfactory component of the same kind (o1, o2, ... as drawn, counted clockwise
// from the lower left).

/// Waveguides, phase shifters, couplers, splitters, crossings, interferometers.
void add_guided_models(ModelLibrary& library);
/// All-pass and add-drop rings.
void add_resonant_models(ModelLibrary& library);
/// Fibre couplers, circulator, amplifier, attenuation, terminations.
void add_terminating_models(ModelLibrary& library);

}  // namespace heliograph::photonics
