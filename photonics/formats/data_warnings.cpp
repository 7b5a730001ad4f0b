// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/data_warnings.hpp"

#include <algorithm>
#include <string>

#include "photonics/circuit/checks.hpp"

namespace heliograph::photonics {

namespace {

/// Numbers of six digits are worth no more; a gain below this is their rounding.
constexpr double kRounding = 1e-5;

template <class Finding>
void warn(const SParameters& data, const Finding& finding, const std::string& what,
          const std::function<TextPlace(std::size_t)>& place, FileProblems& problems) {
  TextPlace where;
  if (finding.frequency) {
    const auto found =
        std::find(data.frequencies.begin(), data.frequencies.end(), *finding.frequency);
    if (found != data.frequencies.end()) {
      where = place(static_cast<std::size_t>(found - data.frequencies.begin()));
    }
  }
  problems.warning(where,
                   "these data " + what + ": " + finding.text(data.ports) + "; used as they are");
}

}  // namespace

void warn_of_data(const SParameters& data, const std::function<TextPlace(std::size_t)>& place,
                  FileProblems& problems) {
  if (const auto finding = check_passive(data, kRounding)) {
    warn(data, *finding, "gain power", place, problems);
  }
  if (const auto finding = check_reciprocal(data, kReciprocityTolerance)) {
    warn(data, *finding, "are not reciprocal", place, problems);
  }
}

}  // namespace heliograph::photonics
