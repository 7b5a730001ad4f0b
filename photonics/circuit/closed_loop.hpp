// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <vector>

#include "base/units.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/circuit/signal_graph.hpp"

namespace heliograph::photonics {

/// A pivot below this makes a solver ask throw_if_singular.
inline constexpr double kSuspiciousPivot = 1e-8;

/// Looks for a field that circulates unchanged, M a = a, by inverse iteration next to 1. Throws
/// SingularCircuit, naming the parts that it runs through, when it changes by less than 1e-10 of
/// itself in one pass: less than the rounding of the phase of a loop some centimetres long.
void throw_if_singular(const Circuit& circuit, const SignalGraph& graph,
                       const std::vector<std::complex<double>>& values, base::Hertz frequency);

/// The same for engines that do not work on the graph.
void throw_if_singular(const Circuit& circuit, base::Hertz frequency);

}  // namespace heliograph::photonics
