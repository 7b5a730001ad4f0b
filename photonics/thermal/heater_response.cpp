// SPDX-License-Identifier: Apache-2.0
#include "photonics/thermal/heater_response.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace heliograph::photonics {

namespace {

/// x^2/2 - x + 1 - e^{-x} for x > 0, else 0: G in units of tau^2.
double twofold_integral(double x) {
  if (x <= 0.0) {
    return 0.0;
  }
  constexpr double kSeriesBelow = 0.5;
  if (x >= kSeriesBelow) {
    return 0.5 * x * x - x - std::expm1(-x);
  }
  // For short times the terms above cancel but for x^3/6 - x^4/24 + ...
  double term = x * x * x / 6.0;
  double sum = 0.0;
  for (int power = 4; std::abs(term) > 1e-18 * sum; ++power) {
    sum += term;
    term *= -x / power;
  }
  return sum;
}

}  // namespace

HeaterResponse::HeaterResponse(base::Picoseconds tau, base::Picoseconds diffusion)
    : tau_(tau), diffusion_(diffusion) {
  if (tau.count() <= 0) {
    throw std::invalid_argument("tau must be positive");
  }
  if (diffusion.count() < 0 || diffusion > tau * kMostDiffusion) {
    throw std::invalid_argument("the diffusion time is 0 to " + std::to_string(kMostDiffusion) +
                                " time constants");
  }
  if (diffusion.count() > 0) {
    const double d = static_cast<double>(diffusion.count()) / static_cast<double>(tau.count());
    const double grown = std::expm1(d) / d;
    tail_ = grown * grown;
  }
}

double HeaterResponse::missing_first_order(base::Picoseconds since) const {
  if (since.count() <= 0) {
    return 1.0;
  }
  return std::exp(-static_cast<double>(since.count()) / static_cast<double>(tau_.count()));
}

double HeaterResponse::missing(base::Picoseconds since) const {
  if (since.count() <= 0) {
    return 1.0;
  }
  if (since >= memory()) {
    return tail_ * missing_first_order(since);
  }
  const auto tau = static_cast<double>(tau_.count());
  const double x = static_cast<double>(since.count()) / tau;
  const double d = static_cast<double>(diffusion_.count()) / tau;
  return 1.0 - (twofold_integral(x) - 2.0 * twofold_integral(x - d)) / (d * d);
}

base::Second overdrive_time(base::Watt from, base::Watt drive, base::Watt to, base::Second tau) {
  const double whole = (drive - from).value();
  const double rest = (drive - to).value();
  if (rest == 0.0 || !(whole / rest >= 1.0)) {
    throw std::invalid_argument("overdriving passes the wanted power on its way");
  }
  return tau * std::log(whole / rest);
}

}  // namespace heliograph::photonics
