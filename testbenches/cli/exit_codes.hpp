// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heliograph::testbenches {

// What the program ends with, beside 0.

/// The design that was looked at fails: circuits without a route, light that does not arrive, a
/// negative margin.
inline constexpr int kDesignFails = 1;
inline constexpr int kWrongInput = 2;
inline constexpr int kOurFault = 3;

}  // namespace heliograph::testbenches
