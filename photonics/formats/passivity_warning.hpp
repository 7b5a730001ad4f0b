// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "photonics/circuit/s_parameters.hpp"
#include "photonics/formats/file_problems.hpp"

namespace heliograph::photonics {

/// Warns when the data gain power: a passive part cannot, but measured and rounded data may, so
/// they are used as they are. `place` tells where point k of the data stands in the file.
void warn_of_gain(const SParameters& data, const std::function<TextPlace(std::size_t)>& place,
                  FileProblems& problems);

}  // namespace heliograph::photonics
