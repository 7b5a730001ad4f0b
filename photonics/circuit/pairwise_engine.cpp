// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "photonics/circuit/closed_loop.hpp"
#include "photonics/circuit/engine.hpp"
#include "photonics/circuit/joining.hpp"

namespace heliograph::photonics {

namespace {

/// A denominator is the square of a pivot where both directions resonate.
constexpr double kSuspiciousDenominator = kSuspiciousPivot * kSuspiciousPivot;

/// Adds one part after the other to a growing matrix and joins its ports as soon as both ends are
/// there.
class PairwiseEngine final : public CircuitSolver::Engine {
 public:
  explicit PairwiseEngine(EngineInput input) : input_(std::move(input)) {}

  using Engine::solve;
  void solve(base::Hertz frequency, Eigen::MatrixXcd& s) override {
    const Circuit& circuit = *input_.circuit;
    Eigen::MatrixXcd grown(0, 0);
    std::vector<TerminalId> ports;  // of `grown`
    double smallest = 1.0;
    for (std::size_t i = 0; i < circuit.instances(); ++i) {
      const auto id = static_cast<InstanceId>(i);
      append(id, frequency, grown, ports);
      for (std::size_t p = 0; p < circuit.model(id).ports().size(); ++p) {
        const TerminalId here = circuit.terminal(id, p);
        const auto other = circuit.partner(here);
        const auto k = std::find(ports.begin(), ports.end(), here);
        const auto l = other ? std::find(ports.begin(), ports.end(), *other) : ports.end();
        if (k != ports.end() && l != ports.end()) {
          const double size = join_ports(grown, k - ports.begin(), l - ports.begin());
          if (size < kSuspiciousDenominator) {
            throw_if_singular(circuit, frequency);
          }
          if (size == 0.0) {
            throw std::runtime_error("the circuit's equations are singular");
          }
          smallest = std::min(smallest, size);
          const TerminalId there = *other;
          ports.erase(std::remove_if(ports.begin(), ports.end(),
                                     [&](TerminalId t) { return t == here || t == there; }),
                      ports.end());
        }
      }
    }
    select(grown, ports, s);
  }

  [[nodiscard]] std::size_t memory_bytes() const override { return 0; }

 private:
  void append(InstanceId id, base::Hertz frequency, Eigen::MatrixXcd& grown,
              std::vector<TerminalId>& ports) {
    const Circuit& circuit = *input_.circuit;
    circuit.model(id).scattering(frequency, scratch_);
    const Eigen::Index before = grown.rows();
    Eigen::MatrixXcd bigger =
        Eigen::MatrixXcd::Zero(before + scratch_.rows(), before + scratch_.rows());
    bigger.topLeftCorner(before, before) = grown;
    bigger.bottomRightCorner(scratch_.rows(), scratch_.rows()) = scratch_;
    grown = std::move(bigger);
    for (std::size_t p = 0; p < circuit.model(id).ports().size(); ++p) {
      ports.push_back(circuit.terminal(id, p));
    }
  }

  void select(const Eigen::MatrixXcd& grown, const std::vector<TerminalId>& ports,
              Eigen::MatrixXcd& s) const {
    const auto position = [&](std::size_t external) {
      const TerminalId terminal = input_.circuit->externals()[external].terminal;
      return std::find(ports.begin(), ports.end(), terminal) - ports.begin();
    };
    s.resize(static_cast<Eigen::Index>(input_.outputs.size()),
             static_cast<Eigen::Index>(input_.inputs.size()));
    for (std::size_t i = 0; i < input_.outputs.size(); ++i) {
      for (std::size_t j = 0; j < input_.inputs.size(); ++j) {
        s(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            grown(position(input_.outputs[i]), position(input_.inputs[j]));
      }
    }
  }

  EngineInput input_;
  Eigen::MatrixXcd scratch_;
};

}  // namespace

std::unique_ptr<CircuitSolver::Engine> make_pairwise_engine(EngineInput input) {
  return std::make_unique<PairwiseEngine>(std::move(input));
}

}  // namespace heliograph::photonics
