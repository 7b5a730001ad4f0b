// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.hpp"
#include "systemc/control/foreign/port_check.hpp"

namespace heliograph::systemc {

/// N of a matrix of this many bits, or 0 when it is no square or too large.
[[nodiscard]] unsigned matrix_side(unsigned bits);

/// Compares width and dimensions of a port with its pin for N `ports` (0: not known, then only
/// whether N*N bits can be). What is wrong goes to `diagnostics`; fewer bits than an address has
/// are a warning.
void check_shape(const BoundPin& bound, unsigned ports, base::Diagnostics& diagnostics);

}  // namespace heliograph::systemc
