// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/passivity_warning.hpp"

#include <algorithm>

#include "photonics/circuit/checks.hpp"

namespace heliograph::photonics {

namespace {

/// Numbers of six digits are worth no more; a gain below this is their rounding.
constexpr double kRounding = 1e-5;

}  // namespace

void warn_of_gain(const SParameters& data, const std::function<TextPlace(std::size_t)>& place,
                  FileProblems& problems) {
  const std::optional<PassivityFinding> finding = check_passive(data, kRounding);
  if (!finding) {
    return;
  }
  TextPlace where;
  if (finding->frequency) {
    const auto found =
        std::find(data.frequencies.begin(), data.frequencies.end(), *finding->frequency);
    if (found != data.frequencies.end()) {
      where = place(static_cast<std::size_t>(found - data.frequencies.begin()));
    }
  }
  problems.warning(where,
                   "these data gain power: " + finding->text(data.ports) + "; used as they are");
}

}  // namespace heliograph::photonics
