// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "systemc/control/behavioural/circuit_matching.hpp"

namespace heliograph::systemc::test {

inline std::uint32_t port_set(unsigned ports) {
  return ports >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << ports) - 1;
}

/// Every pair with probability 1 / 2^sparseness.
inline PortRows random_requests(std::mt19937& random, unsigned ports, unsigned sparseness) {
  PortRows rows{};
  for (unsigned src = 0; src < ports; ++src) {
    rows[src] = port_set(ports);
    for (unsigned i = 0; i < sparseness; ++i) rows[src] &= static_cast<std::uint32_t>(random());
  }
  return rows;
}

inline PortRows full_load(unsigned ports) {
  PortRows rows{};
  for (unsigned src = 0; src < ports; ++src) rows[src] = port_set(ports);
  return rows;
}

inline bool is_empty(const PortRows& rows) { return rows == PortRows{}; }

/// At most one pair an input and an output, each of them requested.
inline bool is_matching_among(const PortRows& matching, const PortRows& requests) {
  std::uint32_t taken = 0;
  for (std::size_t src = 0; src < matching.size(); ++src) {
    const std::uint32_t row = matching[src];
    if ((row & (row - 1)) != 0 || (row & taken) != 0 || (row & ~requests[src]) != 0) return false;
    taken |= row;
  }
  return true;
}

/// No request is left whose input and output are both free.
inline bool is_maximal(const PortRows& matching, const PortRows& requests) {
  std::uint32_t taken = 0;
  for (const std::uint32_t row : matching) taken |= row;
  for (std::size_t src = 0; src < matching.size(); ++src) {
    if (matching[src] == 0 && (requests[src] & ~taken) != 0) return false;
  }
  return true;
}

}  // namespace heliograph::systemc::test
