// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// By source, bit dst: requests, or a matching among them.
using PortRows = std::array<std::uint32_t, kMaxControllerPorts>;

[[nodiscard]] PortRows to_port_rows(const GrantMatrix& matrix, unsigned ports);
[[nodiscard]] GrantMatrix to_grant_matrix(const PortRows& rows, unsigned ports);

/// Parameter ALGORITHM of rtl/circuit_scheduler.
enum class MatchingAlgorithm : std::uint8_t { round_robin = 0, islip = 1, wavefront = 2 };

/// What one decision of rtl/circuit_scheduler is, without its clock ("Schedulers" in
/// rtl/contract.md).
class CircuitMatching {
 public:
  CircuitMatching() = default;
  CircuitMatching(const CircuitMatching&) = delete;
  CircuitMatching& operator=(const CircuitMatching&) = delete;
  virtual ~CircuitMatching() = default;

  virtual void reset() = 0;
  /// Cycles that the hardware takes for a decision, between the sample and the first cycle that
  /// shows it.
  [[nodiscard]] virtual unsigned steps() const = 0;
  /// A matching among `requests`. Pointers stay.
  virtual PortRows match(const PortRows& requests) = 0;
  /// The last matching was taken: pointers move.
  virtual void accept() = 0;
};

/// `ports` 2..32; `iterations` 1..32, of iSLIP only. Throws std::invalid_argument.
[[nodiscard]] std::unique_ptr<CircuitMatching> make_circuit_matching(MatchingAlgorithm algorithm,
                                                                     unsigned ports,
                                                                     unsigned iterations);

}  // namespace heliograph::systemc
