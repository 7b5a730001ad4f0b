// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "photonics/circuit/circuit.hpp"

namespace heliograph::photonics {

/// A wave's way through one part: what arrives at `column` leaves towards `row`. Elements of the
/// system matrix, named by where they come from.
struct SignalEntry {
  std::size_t row = 0;
  std::size_t column = 0;
  std::size_t instance = 0;
  std::size_t to_port = 0;
  std::size_t from_port = 0;
};

/// The waves of a circuit as a directed graph, which is all that the solvers need of the wiring.
///
/// Wave w < waves() is what travels into a joined port; a = M a + B a_ext with M from the entries
/// among waves, and b_ext = E a + D a_ext. Rows from waves() on are the selected outputs, columns
/// from waves() on the selected inputs, in their order. (M = C S restricted to joined ports.)
/// Waves that no selected input reaches, or that reach no selected output, are left out, unless
/// they circulate in a loop that has no way in or no way out at all: such a loop can make the
/// circuit singular and is for the solver to judge.
class SignalGraph {
 public:
  SignalGraph(const Circuit& circuit, const std::vector<std::size_t>& outputs,
              const std::vector<std::size_t>& inputs);

  [[nodiscard]] std::size_t waves() const { return terminal_.size(); }
  [[nodiscard]] std::size_t inputs() const { return inputs_; }
  [[nodiscard]] std::size_t outputs() const { return outputs_; }
  /// Sorted by instance.
  [[nodiscard]] const std::vector<SignalEntry>& entries() const { return entries_; }
  /// The port that a wave travels into.
  [[nodiscard]] TerminalId terminal(std::size_t wave) const { return terminal_[wave]; }

  /// True when light can return to where it was.
  [[nodiscard]] bool has_feedback() const { return has_feedback_; }
  /// The waves, each after all that feed it; only without feedback.
  [[nodiscard]] const std::vector<std::size_t>& order() const { return order_; }

 private:
  std::size_t inputs_ = 0;
  std::size_t outputs_ = 0;
  std::vector<TerminalId> terminal_;
  std::vector<SignalEntry> entries_;
  bool has_feedback_ = false;
  std::vector<std::size_t> order_;
};

}  // namespace heliograph::photonics
