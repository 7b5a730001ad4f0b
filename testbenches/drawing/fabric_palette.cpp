// SPDX-License-Identifier: Apache-2.0
#include "testbenches/drawing/fabric_palette.hpp"

#include <array>

namespace heliograph::testbenches {

CircuitInk circuit_ink(std::size_t number) {
  constexpr std::size_t kHues = 8;
  constexpr std::array<std::string_view, 3> kDashes{"", "4 1.6", "1.2 1.2"};
  constexpr std::array<std::string_view, 2 * kHues> kFull{
      "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#6a3d9a", "#e69f00", "#56b4e9", "#4d4d4d",
      "#004b76", "#8c3a00", "#00573f", "#8f3d6a", "#3c1a63", "#946600", "#1f7fb5", "#111111"};
  constexpr std::array<std::string_view, kHues> kLight{"#5aa9d8", "#f0935a", "#5cc7a5", "#e3aecb",
                                                       "#a588cc", "#f3c35c", "#9dd4f3", "#909090"};
  const std::size_t one = number % (kDashes.size() * (kFull.size() + kLight.size()));
  if (one < kDashes.size() * kFull.size()) {
    return {kFull[one % kFull.size()], kDashes[one / kFull.size()]};
  }
  const std::size_t rest = one - kDashes.size() * kFull.size();
  return {kLight[rest % kHues], kDashes[rest / kHues]};
}

}  // namespace heliograph::testbenches
