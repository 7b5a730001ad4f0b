// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/q_factor.hpp"

#include <cmath>
#include <stdexcept>

namespace heliograph::photonics {

namespace {

/// Three eyes, two sides each, over four levels and two bits.
constexpr double kPam4Share = 0.75;

}  // namespace

double ber_from_q(double q) { return 0.5 * std::erfc(q / std::sqrt(2.0)); }

double q_from_ber(double ber) {
  if (!(ber >= 1e-300 && ber <= 0.5)) {
    throw std::invalid_argument("a bit error rate to convert is 1e-300 to 0.5");
  }
  double low = 0.0;
  double high = 38.0;
  for (double middle = 19.0; low < middle && middle < high; middle = 0.5 * (low + high)) {
    (ber_from_q(middle) >= ber ? low : high) = middle;
  }
  return low;
}

double ber_from_q(ModulationFormat format, double q) {
  return (format == ModulationFormat::nrz ? 1.0 : kPam4Share) * ber_from_q(q);
}

double q_from_ber(ModulationFormat format, double ber) {
  return q_from_ber(format == ModulationFormat::nrz ? ber : ber / kPam4Share);
}

}  // namespace heliograph::photonics
