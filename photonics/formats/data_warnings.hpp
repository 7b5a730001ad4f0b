// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "photonics/circuit/s_parameters.hpp"
#include "photonics/formats/file_problems.hpp"

namespace heliograph::photonics {

/// Fields of the two directions may differ by this much, as measurements do: 0.1 dB of a path that
/// passes nearly everything. A leak of -40 dB is below it.
inline constexpr double kReciprocityTolerance = 1e-2;

/// Warns when the data gain power, and when a pair of ports differs between its two directions by
/// more than kReciprocityTolerance. A passive part does neither without a magnet, but measured and
/// rounded data may, so they are used as they are. `place` tells where point k of the data stands
/// in the file.
void warn_of_data(const SParameters& data, const std::function<TextPlace(std::size_t)>& place,
                  FileProblems& problems);

}  // namespace heliograph::photonics
