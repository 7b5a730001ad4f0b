// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/singular.hpp"

#include <utility>

#include "base/number_text.hpp"

namespace heliograph::photonics {

namespace {

std::string message(base::Hertz frequency, const std::vector<std::string>& loop) {
  std::string text = "light circulates without loss in a closed loop at " +
                     base::rounded_number_text(frequency.value() * 1e-12) + " THz: ";
  for (std::size_t i = 0; i < loop.size(); ++i) {
    text += (i == 0 ? "'" : " -> '") + loop[i] + "'";
  }
  return text;
}

}  // namespace

SingularCircuit::SingularCircuit(base::Hertz frequency, std::vector<std::string> loop)
    : std::runtime_error(message(frequency, loop)), frequency_(frequency), loop_(std::move(loop)) {}

}  // namespace heliograph::photonics
