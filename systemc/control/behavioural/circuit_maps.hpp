// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

/// Where one source is connected to.
struct MapEntry {
  bool valid = false;
  std::uint8_t dst = 0;

  /// The destination as a port mask; empty without a circuit or for a destination beyond 31.
  [[nodiscard]] std::uint32_t mask() const {
    return valid && dst < kMaxControllerPorts ? std::uint32_t{1} << dst : 0;
  }
  /// Same circuit, or none in both.
  [[nodiscard]] bool same_circuit(const MapEntry& other) const {
    return valid == other.valid && (!valid || dst == other.dst);
  }
};

/// The map that the host writes and the one that holds, by source.
struct CircuitMaps {
  explicit CircuitMaps(unsigned ports) : shadow(ports), active(ports) {}

  void reset() {
    std::fill(shadow.begin(), shadow.end(), MapEntry{});
    std::fill(active.begin(), active.end(), MapEntry{});
  }

  /// Sources with an active circuit.
  [[nodiscard]] std::uint32_t active_sources() const {
    std::uint32_t mask = 0;
    for (std::size_t src = 0; src < active.size(); ++src) {
      if (active[src].valid) mask |= std::uint32_t{1} << src;
    }
    return mask;
  }

  std::vector<MapEntry> shadow;
  std::vector<MapEntry> active;
};

}  // namespace heliograph::systemc
