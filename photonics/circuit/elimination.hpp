// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <vector>

#include "photonics/circuit/elimination_plan.hpp"
#include "photonics/circuit/signal_graph.hpp"

namespace heliograph::photonics {

/// Carries out an EliminationPlan for `Lanes` frequencies at a time. The lanes stand side by side,
/// so that one walk over the pattern serves all of them and the arithmetic fills vector registers.
/// A lane's result does not depend on the number of lanes: the same operations in the same order.
template <std::size_t Lanes>
class Elimination {
 public:
  explicit Elimination(const EliminationPlan& plan);

  /// The value of one of the graph's entries on one lane.
  void set(std::size_t entry, std::size_t lane, std::complex<double> value) {
    values_[(2 * entry) * Lanes + lane] = value.real();
    values_[(2 * entry + 1) * Lanes + lane] = value.imag();
  }

  void run(const SignalGraph& graph);

  /// The smallest pivot on a lane.
  [[nodiscard]] double smallest_pivot(std::size_t lane) const { return smallest_[lane]; }
  /// An element of the answer: columns from an input, rows to an output.
  template <class Sink>
  void read(std::size_t lane, Sink&& sink) const;
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void eliminate_pivots(std::size_t row);
  void invert_pivot(std::size_t wave);

  const EliminationPlan* plan_;
  std::vector<double> values_;    // by entry: Lanes real parts, Lanes imaginary parts
  std::vector<double> work_;      // by column: one row while it is worked on, else zero
  std::vector<double> kept_;      // as plan.kept
  std::vector<double> inverses_;  // by wave: 1 / (1 - M(k,k))
  std::array<double, Lanes> smallest_{};
};

template <std::size_t Lanes>
template <class Sink>
void Elimination<Lanes>::read(std::size_t lane, Sink&& sink) const {
  for (std::size_t row = plan_->waves; row < plan_->rows(); ++row) {
    for (std::size_t k = plan_->kept.starts[row]; k < plan_->kept.starts[row + 1]; ++k) {
      sink(row - plan_->waves, plan_->kept.items[k] - plan_->waves,
           std::complex<double>(kept_[2 * k * Lanes + lane], kept_[(2 * k + 1) * Lanes + lane]));
    }
  }
}

}  // namespace heliograph::photonics
