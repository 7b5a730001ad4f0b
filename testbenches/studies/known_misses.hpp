// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/studies/reproduction.hpp"

namespace heliograph::testbenches {

/// A row that is outside its tolerance, and why that is how things are for now.
struct KnownMiss {
  std::string study;
  std::string quantity;
  std::string why;
};

/// The committed list: what `reproduce --strict` lets pass.
[[nodiscard]] std::vector<KnownMiss> known_misses();

/// The rows that are outside and that `known` does not name.
[[nodiscard]] std::vector<ReproductionRow> unexpected_misses(
    const std::vector<ReproductionRow>& rows, const std::vector<KnownMiss>& known);

}  // namespace heliograph::testbenches
