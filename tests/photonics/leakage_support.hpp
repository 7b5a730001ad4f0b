// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "base/random.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"

namespace heliograph::photonics::leakage_support {

inline Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }
inline base::PortId port(std::size_t i) { return static_cast<base::PortId>(i); }

inline std::vector<base::PortId> all_inputs(const SwitchFabric& fabric) {
  std::vector<base::PortId> inputs;
  for (std::size_t i = 0; i < fabric.ports(); ++i) {
    inputs.push_back(port(i));
  }
  return inputs;
}

inline std::vector<CellState> random_states(std::size_t cells, base::RandomStream& random) {
  std::vector<CellState> states(cells);
  for (CellState& state : states) {
    state = random.uniform() < 0.5 ? CellState::bar : CellState::cross;
  }
  return states;
}

inline std::size_t below(std::size_t n, base::RandomStream& random) {
  return static_cast<std::size_t>(random.uniform() * static_cast<double>(n));
}

template <class T>
void shuffle(std::vector<T>& items, base::RandomStream& random) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[below(i, random)]);
  }
}

/// Cells that leak much: couplers, arms and phases are wrong.
inline FabricParameters poor_cells() {
  FabricParameters p;
  p.cell = {0.42, 0.56, base::Decibel(0.4), base::Decibel(0.8)};
  return p;
}

}  // namespace heliograph::photonics::leakage_support
