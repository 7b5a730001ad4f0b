// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/joining.hpp"

#include <complex>
#include <vector>

#include <Eigen/LU>

namespace heliograph::photonics {

double join_ports(Eigen::MatrixXcd& s, Eigen::Index k, Eigen::Index l) {
  const std::complex<double> kl = s(k, l);
  const std::complex<double> lk = s(l, k);
  const std::complex<double> kk = s(k, k);
  const std::complex<double> ll = s(l, l);
  const std::complex<double> denominator = (1.0 - kl) * (1.0 - lk) - kk * ll;
  if (denominator == 0.0) {
    return 0.0;
  }
  // What travels into k and into l, for each input j, once the two are joined.
  const Eigen::RowVectorXcd into_l = ((1.0 - lk) * s.row(k) + kk * s.row(l)) / denominator;
  const Eigen::RowVectorXcd into_k = ((1.0 - kl) * s.row(l) + ll * s.row(k)) / denominator;
  const Eigen::MatrixXcd joined = s + s.col(l) * into_l + s.col(k) * into_k;
  std::vector<Eigen::Index> rest;
  for (Eigen::Index i = 0; i < s.rows(); ++i) {
    if (i != k && i != l) {
      rest.push_back(i);
    }
  }
  s = joined(rest, rest);
  return std::abs(denominator);
}

Eigen::MatrixXcd star_product(const Eigen::MatrixXcd& a, const Eigen::MatrixXcd& b,
                              Eigen::Index joined) {
  const Eigen::Index na = a.rows() - joined;
  const Eigen::Index nb = b.rows() - joined;
  const auto a11 = a.topLeftCorner(na, na);
  const auto a12 = a.topRightCorner(na, joined);
  const auto a21 = a.bottomLeftCorner(joined, na);
  const auto a22 = a.bottomRightCorner(joined, joined);
  const auto b11 = b.topLeftCorner(joined, joined);
  const auto b12 = b.topRightCorner(joined, nb);
  const auto b21 = b.bottomLeftCorner(nb, joined);
  const auto b22 = b.bottomRightCorner(nb, nb);
  const Eigen::MatrixXcd one = Eigen::MatrixXcd::Identity(joined, joined);
  const Eigen::MatrixXcd d = a12 * (one - b11 * a22).inverse();
  const Eigen::MatrixXcd f = b21 * (one - a22 * b11).inverse();
  Eigen::MatrixXcd s(na + nb, na + nb);
  s.topLeftCorner(na, na) = a11 + d * b11 * a21;
  s.topRightCorner(na, nb) = d * b12;
  s.bottomLeftCorner(nb, na) = f * a21;
  s.bottomRightCorner(nb, nb) = b22 + f * a22 * b12;
  return s;
}

}  // namespace heliograph::photonics
