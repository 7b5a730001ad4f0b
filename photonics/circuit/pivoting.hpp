// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <vector>

#include <Eigen/Core>

#include "photonics/circuit/signal_graph.hpp"

namespace heliograph::photonics {

/// D + E (I - M)^-1 B by sparse LU that chooses its pivots as it goes: slower than a fixed order,
/// and accurate next to a resonance without loss. Throws std::runtime_error when I - M is exactly
/// singular.
void solve_with_pivoting(const SignalGraph& graph, const std::vector<std::complex<double>>& values,
                         Eigen::MatrixXcd& s);

}  // namespace heliograph::photonics
