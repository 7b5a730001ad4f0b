// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include <Eigen/LU>

#include "photonics/circuit/closed_loop.hpp"
#include "photonics/circuit/engine.hpp"

namespace heliograph::photonics {

namespace {

/// b = (I - S C)^-1 S a over all ports of all parts, as it stands in the books.
class DenseEngine final : public CircuitSolver::Engine {
 public:
  explicit DenseEngine(EngineInput input) : input_(std::move(input)) {}

  using Engine::solve;
  void solve(base::Hertz frequency, Eigen::MatrixXcd& s) override {
    const Circuit& circuit = *input_.circuit;
    const auto size = static_cast<Eigen::Index>(circuit.terminals());
    system_.setIdentity(size, size);
    right_.setZero(size, static_cast<Eigen::Index>(input_.inputs.size()));
    input_of_.assign(circuit.terminals(), -1);
    for (std::size_t j = 0; j < input_.inputs.size(); ++j) {
      input_of_[static_cast<std::size_t>(circuit.externals()[input_.inputs[j]].terminal)] =
          static_cast<Eigen::Index>(j);
    }
    for (std::size_t i = 0; i < circuit.instances(); ++i) {
      place(static_cast<InstanceId>(i), frequency);
    }
    const Eigen::PartialPivLU<Eigen::MatrixXcd> lu(system_);
    if (size > 0 && lu.matrixLU().diagonal().cwiseAbs().minCoeff() < kSuspiciousPivot) {
      throw_if_singular(circuit, frequency);
    }
    const Eigen::MatrixXcd leaving = lu.solve(right_);
    s.resize(static_cast<Eigen::Index>(input_.outputs.size()), right_.cols());
    for (std::size_t i = 0; i < input_.outputs.size(); ++i) {
      const TerminalId terminal = circuit.externals()[input_.outputs[i]].terminal;
      s.row(static_cast<Eigen::Index>(i)) = leaving.row(static_cast<Eigen::Index>(terminal));
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return static_cast<std::size_t>(2 * system_.size() + 2 * right_.size()) *
           sizeof(std::complex<double>);
  }

 private:
  void place(InstanceId id, base::Hertz frequency) {
    const Circuit& circuit = *input_.circuit;
    circuit.model(id).scattering(frequency, scratch_);
    const auto first = static_cast<Eigen::Index>(circuit.first_terminal(id));
    for (Eigen::Index from = 0; from < scratch_.cols(); ++from) {
      const auto terminal = static_cast<TerminalId>(first + from);
      if (const auto other = circuit.partner(terminal)) {
        system_.block(first, static_cast<Eigen::Index>(*other), scratch_.rows(), 1) -=
            scratch_.col(from);
      } else if (const Eigen::Index j = input_of_[static_cast<std::size_t>(terminal)]; j >= 0) {
        right_.block(first, j, scratch_.rows(), 1) = scratch_.col(from);
      }
    }
  }

  EngineInput input_;
  Eigen::MatrixXcd system_;
  Eigen::MatrixXcd right_;
  Eigen::MatrixXcd scratch_;
  std::vector<Eigen::Index> input_of_;  // by terminal: its column, or -1
};

}  // namespace

std::unique_ptr<CircuitSolver::Engine> make_dense_engine(EngineInput input) {
  return std::make_unique<DenseEngine>(std::move(input));
}

}  // namespace heliograph::photonics
