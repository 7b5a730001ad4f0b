// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heliograph::photonics {

/// Bit error rate of two-level signalling in Gaussian noise: erfc(q / sqrt 2) / 2. 0.5 at q = 0.
[[nodiscard]] double ber_from_q(double q);

/// The q at which ber_from_q gives `ber`, to about 1e-12. Throws std::invalid_argument unless
/// 1e-300 <= ber <= 0.5.
[[nodiscard]] double q_from_ber(double ber);

}  // namespace heliograph::photonics
