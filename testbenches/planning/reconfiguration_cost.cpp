// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/reconfiguration_cost.hpp"

namespace heliograph::testbenches {

std::int64_t new_circuits(const RankTopology& from, const RankTopology& to) {
  std::int64_t count = 0;
  auto old = from.circuits().begin();
  for (const base::RankCircuit circuit : to.circuits()) {
    while (old != from.circuits().end() && *old < circuit) {
      ++old;
    }
    count += old == from.circuits().end() || !(*old == circuit) ? 1 : 0;
  }
  return count;
}

double AffineReconfiguration::time_us(const RankTopology& from, const RankTopology& to) const {
  if (from.circuits() == to.circuits()) {
    return 0;
  }
  double time = times_.fixed_us;
  if (times_.per_changed_circuit_us != 0) {
    time += times_.per_changed_circuit_us * static_cast<double>(new_circuits(from, to));
  }
  if (changed_cells_) {
    time += times_.per_changed_cell_us * static_cast<double>(changed_cells_(from, to));
  }
  return time;
}

double AffineReconfiguration::most_us(std::size_t circuits) const {
  if (changed_cells_) {
    return ReconfigurationCost::most_us(circuits);
  }
  return times_.fixed_us + times_.per_changed_circuit_us * static_cast<double>(circuits);
}

}  // namespace heliograph::testbenches
