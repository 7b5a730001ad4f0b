// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "photonics/link/modulation_format.hpp"

namespace heliograph::photonics {

/// Bit error rate of two-level signalling in Gaussian noise: erfc(q / sqrt 2) / 2. 0.5 at q = 0.
[[nodiscard]] double ber_from_q(double q);

/// The q at which ber_from_q gives `ber`, to about 1e-12. Throws std::invalid_argument unless
/// 1e-300 <= ber <= 0.5.
[[nodiscard]] double q_from_ber(double ber);

/// The same where each eye between two neighbouring levels of `format` has this q (half the
/// distance over the deviation): pam4, Gray-coded, 3/8 erfc(q / sqrt 2), since an inner level errs
/// to both sides and a wrong symbol is one wrong bit of two. 0.375 at q = 0.
[[nodiscard]] double ber_from_q(ModulationFormat format, double q);

/// Throws std::invalid_argument unless 1e-300 <= ber <= 0.5, of pam4 0.375.
[[nodiscard]] double q_from_ber(ModulationFormat format, double ber);

}  // namespace heliograph::photonics
