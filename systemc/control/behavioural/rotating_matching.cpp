// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/rotating_matching.hpp"

namespace heliograph::systemc {

PortRows RoundRobinMatching::match(const PortRows& requests) {
  PortRows matching{};
  std::uint32_t taken = 0;
  for (unsigned place = 0; place < ports_; ++place) {
    const unsigned src = (first_src_ + place) % ports_;
    for (unsigned k = 0; k < ports_; ++k) {
      const std::uint32_t bit = std::uint32_t{1} << (first_dst_ + place + k) % ports_;
      if ((requests[src] & ~taken & bit) == 0) continue;
      matching[src] = bit;
      taken |= bit;
      break;
    }
  }
  return matching;
}

void RoundRobinMatching::accept() {
  first_src_ = (first_src_ + 1) % ports_;
  if (first_src_ == 0) first_dst_ = (first_dst_ + 1) % ports_;
}

PortRows WavefrontMatching::match(const PortRows& requests) {
  PortRows matching{};
  std::uint32_t taken = 0;
  for (unsigned k = 0; k < ports_; ++k) {
    for (unsigned src = 0; src < ports_; ++src) {
      const std::uint32_t bit = std::uint32_t{1} << (src + first_ + k) % ports_;
      if (matching[src] != 0 || (requests[src] & ~taken & bit) == 0) continue;
      matching[src] = bit;
      taken |= bit;
    }
  }
  return matching;
}

}  // namespace heliograph::systemc
