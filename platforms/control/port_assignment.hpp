// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/rank_circuit.hpp"
#include "platforms/build/port_circuit.hpp"

namespace heliograph::platforms {

/// How circuits are laid over the ports of their ranks.
enum class PortUse {
  one_each,      ///< a circuit takes a port at either end; a rank has one for each
  side_by_side,  ///< a circuit takes all ports of both ranks, port p to port p
};

/// Which port carries which circuit: those that stay keep their ports at both ends, so that nothing
/// about them changes, and the others get free ones, the lowest first.
class PortAssignment {
 public:
  /// `ports`: of each rank, at least 1.
  PortAssignment(std::uint32_t ports, PortUse use) : ports_(ports), use_(use) {}

  /// The ports of exactly these circuits, which follow those of the call before. In the order of
  /// `circuits`, and by port where a circuit takes several. Throws std::invalid_argument when a
  /// rank sends or receives in more circuits than it has room for, or a circuit is there twice;
  /// then nothing has changed.
  const std::vector<PortCircuit>& assign(const std::vector<base::RankCircuit>& circuits);

  [[nodiscard]] const std::vector<PortCircuit>& present() const { return present_; }
  [[nodiscard]] std::uint32_t ports() const { return ports_; }

 private:
  std::uint32_t ports_;
  PortUse use_;
  std::vector<PortCircuit> present_;
};

}  // namespace heliograph::platforms
