// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/circuit_matching.hpp"

#include <stdexcept>

#include "systemc/control/behavioural/islip_matching.hpp"
#include "systemc/control/behavioural/rotating_matching.hpp"

namespace heliograph::systemc {

namespace {

constexpr unsigned kRowWord = 32;

}  // namespace

PortRows to_port_rows(const GrantMatrix& matrix, unsigned ports) {
  PortRows rows{};
  for (unsigned bit = 0; bit < ports * ports; ++bit) {
    rows[bit / ports] |= (matrix[bit / kRowWord] >> bit % kRowWord & 1U) << bit % ports;
  }
  return rows;
}

GrantMatrix to_grant_matrix(const PortRows& rows, unsigned ports) {
  GrantMatrix matrix{};
  for (unsigned bit = 0; bit < ports * ports; ++bit) {
    matrix[bit / kRowWord] |= (rows[bit / ports] >> bit % ports & 1U) << bit % kRowWord;
  }
  return matrix;
}

std::unique_ptr<CircuitMatching> make_circuit_matching(MatchingAlgorithm algorithm, unsigned ports,
                                                       unsigned iterations) {
  if (ports < 2 || ports > kMaxControllerPorts) {
    throw std::invalid_argument("a scheduler has 2 to 32 ports");
  }
  switch (algorithm) {
    case MatchingAlgorithm::round_robin:
      return std::make_unique<RoundRobinMatching>(ports);
    case MatchingAlgorithm::islip:
      if (iterations < 1 || iterations > kMaxControllerPorts) {
        throw std::invalid_argument("iSLIP makes 1 to 32 iterations");
      }
      return std::make_unique<IslipMatching>(ports, iterations);
    case MatchingAlgorithm::wavefront:
      return std::make_unique<WavefrontMatching>(ports);
  }
  throw std::invalid_argument("no such scheduling algorithm");
}

}  // namespace heliograph::systemc
