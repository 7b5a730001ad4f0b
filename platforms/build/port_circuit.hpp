// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/rank_circuit.hpp"

namespace heliograph::platforms {

/// A circuit between two ranks, one way, from a port of the one to a port of the other. Ports of a
/// rank are counted from 0; those by which it sends and those by which it receives are its
/// transceivers' two halves.
struct PortCircuit {
  base::RankCircuit ranks;
  std::uint32_t from_port = 0;
  std::uint32_t to_port = 0;

  friend bool operator==(const PortCircuit& a, const PortCircuit& b) {
    return a.ranks == b.ranks && a.from_port == b.from_port && a.to_port == b.to_port;
  }
};

}  // namespace heliograph::platforms
