// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <vector>

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/circuit/signal_graph.hpp"

namespace heliograph::photonics {

/// Reads the value of each of a graph's entries (in their order) from the models.
void read_elements(const Circuit& circuit, const SignalGraph& graph, base::Hertz frequency,
                   Eigen::MatrixXcd& scratch, std::vector<std::complex<double>>& values);

}  // namespace heliograph::photonics
