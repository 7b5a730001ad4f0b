// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

namespace heliograph::photonics {

/// x p. Written out, as below, since std::complex's own product checks for NaN each time.
[[nodiscard]] inline std::complex<double> product(std::complex<double> x, std::complex<double> p) {
  return {x.real() * p.real() - x.imag() * p.imag(), x.real() * p.imag() + x.imag() * p.real()};
}

/// x p + y q.
[[nodiscard]] inline std::complex<double> combine(std::complex<double> x, std::complex<double> p,
                                                  std::complex<double> y, std::complex<double> q) {
  return {x.real() * p.real() - x.imag() * p.imag() + y.real() * q.real() - y.imag() * q.imag(),
          x.real() * p.imag() + x.imag() * p.real() + y.real() * q.imag() + y.imag() * q.real()};
}

}  // namespace heliograph::photonics
