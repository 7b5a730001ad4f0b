// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <utility>

#include "photonics/circuit/elements.hpp"
#include "photonics/circuit/engine.hpp"
#include "photonics/circuit/signal_graph.hpp"

namespace heliograph::photonics {

namespace {

/// Without feedback every wave is known once the waves that feed it are: one pass in the direction
/// of the light, for all inputs at once. Nothing is divided, so nothing can be singular.
class FeedForwardEngine final : public CircuitSolver::Engine {
 public:
  FeedForwardEngine(const Circuit& circuit, SignalGraph graph)
      : circuit_(circuit), graph_(std::move(graph)) {
    std::vector<std::size_t> place(graph_.waves() + graph_.outputs());
    for (std::size_t i = 0; i < graph_.order().size(); ++i) {
      place[graph_.order()[i]] = i;
    }
    for (std::size_t i = graph_.waves(); i < place.size(); ++i) {
      place[i] = i;
    }
    by_row_.resize(graph_.entries().size());
    for (std::size_t k = 0; k < by_row_.size(); ++k) {
      by_row_[k] = k;
    }
    std::stable_sort(by_row_.begin(), by_row_.end(), [&](std::size_t a, std::size_t b) {
      return place[graph_.entries()[a].row] < place[graph_.entries()[b].row];
    });
  }

  using Engine::solve;
  void solve(base::Hertz frequency, Eigen::MatrixXcd& s) override {
    read_elements(circuit_, graph_, frequency, scratch_, values_);
    const auto waves = static_cast<Eigen::Index>(graph_.waves());
    const auto inputs = static_cast<Eigen::Index>(graph_.inputs());
    // A column a wave (then a column an output): the field there for each input.
    fields_.setZero(inputs, waves + static_cast<Eigen::Index>(graph_.outputs()));
    for (const std::size_t k : by_row_) {
      const auto row = static_cast<Eigen::Index>(graph_.entries()[k].row);
      const auto column = static_cast<Eigen::Index>(graph_.entries()[k].column);
      if (column >= waves) {
        fields_(column - waves, row) += values_[k];
      } else {
        fields_.col(row) += values_[k] * fields_.col(column);
      }
    }
    s = fields_.rightCols(static_cast<Eigen::Index>(graph_.outputs())).transpose();
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return graph_.entries().capacity() * sizeof(SignalEntry) +
           by_row_.capacity() * sizeof(std::size_t) +
           (values_.capacity() + static_cast<std::size_t>(fields_.size())) * sizeof(values_[0]);
  }

 private:
  const Circuit& circuit_;
  SignalGraph graph_;
  std::vector<std::size_t> by_row_;  // entries, in the order in which light meets their rows
  Eigen::MatrixXcd scratch_;
  Eigen::MatrixXcd fields_;
  std::vector<std::complex<double>> values_;
};

}  // namespace

std::unique_ptr<CircuitSolver::Engine> make_feed_forward_engine(const Circuit& circuit,
                                                                SignalGraph graph) {
  return std::make_unique<FeedForwardEngine>(circuit, std::move(graph));
}

}  // namespace heliograph::photonics
