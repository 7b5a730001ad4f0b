// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/failure_odds.hpp"

#include <algorithm>
#include <string>

#include "base/diagnostics.hpp"
#include "base/number_text.hpp"

namespace heliograph::platforms {

namespace {

const base::SourceLocation kOddsPlace{"failure odds", 0, 0};

void check_share(double value, const std::string& name) {
  if (!(value >= 0 && value <= 1)) {
    throw base::InputError(
        kOddsPlace, name + ": found " + base::number_text(value) + "; expected a share of 0 to 1");
  }
}

}  // namespace

double failure_probability(base::Second active, base::Second repair) {
  if (!(active.value() >= 0 && repair.value() >= 0 && active.value() + repair.value() > 0)) {
    throw base::InputError(kOddsPlace, "found times of " + base::number_text(active.value()) +
                                           " s and " + base::number_text(repair.value()) +
                                           " s; expected two that are not negative, one above 0");
  }
  return repair.value() / (active.value() + repair.value());
}

std::vector<double> odds_of_at_least(const std::vector<double>& probabilities) {
  std::vector<double> exactly{1.0};
  exactly.reserve(probabilities.size() + 1);
  for (const double p : probabilities) {
    check_share(p, "probability");
    exactly.push_back(0);
    for (std::size_t k = exactly.size() - 1; k > 0; --k) {
      exactly[k] = exactly[k - 1] * p + exactly[k] * (1 - p);
    }
    exactly[0] *= 1 - p;
  }
  // From the small end, so that rare events keep their digits.
  for (std::size_t k = exactly.size() - 1; k > 0; --k) {
    exactly[k - 1] += exactly[k];
  }
  return exactly;
}

std::size_t spares_for(const std::vector<double>& probabilities, double slo) {
  check_share(slo, "slo");
  const std::vector<double> odds = odds_of_at_least(probabilities);
  const auto found = std::find_if(odds.begin(), odds.end(), [&](double z) { return z <= 1 - slo; });
  return static_cast<std::size_t>(found - odds.begin());
}

std::size_t spares_needed(const std::vector<double>& probabilities, double slo) {
  const std::size_t first = spares_for(probabilities, slo);
  return first == 0 ? 0 : first - 1;
}

}  // namespace heliograph::platforms
