// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace heliograph::photonics {

/// Joins ports k and l of one scattering matrix and drops them (Filipsson 1981, Gunnarsson):
///   S'_ij = S_ij + [S_kj S_il (1 - S_lk) + S_lj S_ik (1 - S_kl) + S_kj S_ll S_ik + S_lj S_kk S_il]
///                  / [(1 - S_kl)(1 - S_lk) - S_kk S_ll]
/// Returns the absolute value of the denominator; 0 (and no result) where that is 0.
double join_ports(Eigen::MatrixXcd& s, Eigen::Index k, Eigen::Index l);

/// The Redheffer star of two blocks: the second group of ports of `a`, the last `joined` ones, is
/// joined to the first `joined` ports of `b`, in order.
[[nodiscard]] Eigen::MatrixXcd star_product(const Eigen::MatrixXcd& a, const Eigen::MatrixXcd& b,
                                            Eigen::Index joined);

}  // namespace heliograph::photonics
