// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/circuit/solver.hpp"

namespace heliograph::photonics {

/// One way of solving a circuit whose wiring is fixed.
class CircuitSolver::Engine {
 public:
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  virtual void solve(base::Hertz frequency, Eigen::MatrixXcd& s) = 0;
  /// Many frequencies; an engine may work on several at a time. `s` has as many elements.
  virtual void solve(const std::vector<base::Hertz>& frequencies, std::vector<Eigen::MatrixXcd>& s);
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;

 protected:
  Engine() = default;
};

/// What an engine is made from; the circuit outlives it.
struct EngineInput {
  const Circuit* circuit = nullptr;
  std::vector<std::size_t> outputs;
  std::vector<std::size_t> inputs;
};

class SignalGraph;

[[nodiscard]] std::unique_ptr<CircuitSolver::Engine> make_sparse_engine(const Circuit& circuit,
                                                                        SignalGraph graph);
[[nodiscard]] std::unique_ptr<CircuitSolver::Engine> make_feed_forward_engine(
    const Circuit& circuit, SignalGraph graph);
[[nodiscard]] std::unique_ptr<CircuitSolver::Engine> make_pairwise_engine(EngineInput input);
[[nodiscard]] std::unique_ptr<CircuitSolver::Engine> make_dense_engine(EngineInput input);

}  // namespace heliograph::photonics
