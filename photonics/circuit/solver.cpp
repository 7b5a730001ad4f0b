// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/solver.hpp"

#include <numeric>
#include <stdexcept>
#include <utility>

#include "photonics/circuit/engine.hpp"
#include "photonics/circuit/signal_graph.hpp"

namespace heliograph::photonics {

namespace {

std::vector<std::size_t> or_all(std::vector<std::size_t> positions, std::size_t count) {
  if (positions.empty()) {
    positions.resize(count);
    std::iota(positions.begin(), positions.end(), std::size_t{0});
  }
  return positions;
}

}  // namespace

void CircuitSolver::Engine::solve(const std::vector<base::Hertz>& frequencies,
                                  std::vector<Eigen::MatrixXcd>& s) {
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    solve(frequencies[i], s[i]);
  }
}

CircuitSolver::CircuitSolver(const Circuit& circuit, SolveOptions options)
    : method_(options.method) {
  const std::size_t externals = circuit.externals().size();
  EngineInput input{&circuit, or_all(std::move(options.outputs), externals),
                    or_all(std::move(options.inputs), externals)};
  // Made for every method, since it also checks the positions.
  SignalGraph graph(circuit, input.outputs, input.inputs);
  if (method_ == SolveMethod::automatic) {
    method_ = graph.has_feedback() ? SolveMethod::sparse : SolveMethod::feed_forward;
  }
  switch (method_) {
    case SolveMethod::automatic:
    case SolveMethod::sparse:
      engine_ = make_sparse_engine(circuit, std::move(graph));
      break;
    case SolveMethod::feed_forward:
      if (graph.has_feedback()) {
        throw std::invalid_argument(
            "light can return in this circuit, so it cannot be solved feed-forward");
      }
      engine_ = make_feed_forward_engine(circuit, std::move(graph));
      break;
    case SolveMethod::pairwise:
      engine_ = make_pairwise_engine(std::move(input));
      break;
    case SolveMethod::dense:
      engine_ = make_dense_engine(std::move(input));
      break;
  }
}

CircuitSolver::CircuitSolver(CircuitSolver&&) noexcept = default;
CircuitSolver::~CircuitSolver() = default;

SolveMethod CircuitSolver::method() const { return method_; }

void CircuitSolver::solve(base::Hertz frequency, Eigen::MatrixXcd& s) {
  engine_->solve(frequency, s);
}

Eigen::MatrixXcd CircuitSolver::solve(base::Hertz frequency) {
  Eigen::MatrixXcd s;
  engine_->solve(frequency, s);
  return s;
}

void CircuitSolver::solve(const std::vector<base::Hertz>& frequencies,
                          std::vector<Eigen::MatrixXcd>& s) {
  s.resize(frequencies.size());
  engine_->solve(frequencies, s);
}

std::size_t CircuitSolver::memory_bytes() const { return engine_->memory_bytes(); }

SParameters spectrum(const Circuit& circuit, const std::vector<base::Hertz>& frequencies) {
  SParameters result;
  result.ports = circuit.external_names();
  result.frequencies = frequencies;
  CircuitSolver(circuit).solve(frequencies, result.values);
  return result;
}

std::vector<base::Hertz> frequency_sweep(base::Hertz first, base::Hertz last, std::size_t count) {
  std::vector<base::Hertz> frequencies;
  for (std::size_t i = 0; i < count; ++i) {
    const double part = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0.0;
    frequencies.push_back(i + 1 == count && count > 1 ? last : first + part * (last - first));
  }
  return frequencies;
}

}  // namespace heliograph::photonics
