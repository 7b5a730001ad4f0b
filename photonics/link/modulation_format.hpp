// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace heliograph::photonics {

/// How bits become levels of light.
enum class ModulationFormat {
  nrz,   ///< two levels, a bit a symbol
  pam4,  ///< four equally spaced levels, Gray-coded, two bits a symbol
};

[[nodiscard]] std::string_view to_string(ModulationFormat format);
[[nodiscard]] int levels_of(ModulationFormat format);
[[nodiscard]] int bits_per_symbol(ModulationFormat format);

}  // namespace heliograph::photonics
