// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

bool admits_any_size(const CollectiveRequest& request) {
  constexpr std::uint32_t kMostRanks = 1U << 20U;
  return request.ranks >= 2 && request.ranks <= kMostRanks;
}

bool admits_powers_of_two(const CollectiveRequest& request) {
  return admits_any_size(request) && (request.ranks & (request.ranks - 1)) == 0;
}

std::uint32_t floor_log2(std::uint32_t value) {
  std::uint32_t log = 0;
  while (log < 31 && value >> (log + 1) != 0) {
    ++log;
  }
  return log;
}

std::uint32_t ceil_log2(std::uint32_t value) {
  const std::uint32_t log = floor_log2(value);
  return (std::uint32_t{1} << log) == value ? log : log + 1;
}

}  // namespace heliograph::testbenches
