// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// Two waveguides that cross in one layer.
struct CrossingParameters {
  base::Decibel loss{0.028};
  /// Power into each side waveguide's ends relative to the transmitted power; positive.
  base::Decibel crosstalk{40.0};

  [[nodiscard]] static base::ParameterTable<CrossingParameters> table();
};

/// What light meets at a crossing: straight on, and to each side.
struct CrossingFields {
  std::complex<double> through;
  std::complex<double> side;
};

/// With A = 10^{-loss/10} and X = 10^{-crosstalk/10}: through = sqrt(A (1 - 4X)),
/// side = j sqrt(A X). The quadrature and the 4X keep the four-port passive for every combination
/// of inputs: its singular values are sqrt(A) and |through|.
[[nodiscard]] CrossingFields crossing_fields(const CrossingParameters& crossing);

}  // namespace heliograph::photonics
