// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/modulation_format.hpp"

#include <stdexcept>

namespace heliograph::photonics {

std::string_view to_string(ModulationFormat format) {
  return format == ModulationFormat::nrz ? "nrz" : "pam4";
}

int levels_of(ModulationFormat format) { return 1 << bits_per_symbol(format); }

int bits_per_symbol(ModulationFormat format) {
  switch (format) {
    case ModulationFormat::nrz:
      return 1;
    case ModulationFormat::pam4:
      return 2;
  }
  throw std::invalid_argument("no such modulation format");
}

}  // namespace heliograph::photonics
