// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// The end of a waveguide: an absorber, or with little return loss a mirror.
struct TerminationParameters {
  base::Decibel return_loss{40.0};
  base::Radian phase{};  ///< of the reflected field

  [[nodiscard]] static base::ParameterTable<TerminationParameters> table();
};

/// Reflected field for unit field.
[[nodiscard]] std::complex<double> termination_field(const TerminationParameters& end);

}  // namespace heliograph::photonics
