// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <utility>

#include "photonics/circuit/closed_loop.hpp"
#include "photonics/circuit/elements.hpp"
#include "photonics/circuit/elimination.hpp"
#include "photonics/circuit/engine.hpp"
#include "photonics/circuit/pivoting.hpp"
#include "photonics/circuit/signal_graph.hpp"

namespace heliograph::photonics {

namespace {

constexpr std::size_t kLanes = 8;

/// Below this pivot the fixed order may lose digits, and a solve that chooses its pivots is used.
constexpr double kSmallPivot = 1e-4;

class SparseEngine final : public CircuitSolver::Engine {
 public:
  SparseEngine(const Circuit& circuit, SignalGraph graph)
      : circuit_(circuit), graph_(std::move(graph)), plan_(graph_), single_(plan_) {}

  void solve(base::Hertz frequency, Eigen::MatrixXcd& s) override {
    read_elements(circuit_, graph_, frequency, scratch_, values_);
    for (std::size_t k = 0; k < values_.size(); ++k) {
      single_.set(k, 0, values_[k]);
    }
    single_.run(graph_);
    finish(single_, 0, frequency, s);
  }

  void solve(const std::vector<base::Hertz>& frequencies,
             std::vector<Eigen::MatrixXcd>& s) override {
    if (frequencies.size() < kLanes) {
      Engine::solve(frequencies, s);
      return;
    }
    if (many_ == nullptr) {
      many_ = std::make_unique<Elimination<kLanes>>(plan_);
    }
    for (std::size_t first = 0; first < frequencies.size(); first += kLanes) {
      const std::size_t used = std::min(kLanes, frequencies.size() - first);
      // Lanes without a frequency of their own repeat the last.
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (lane < used) {
          read_elements(circuit_, graph_, frequencies[first + lane], scratch_, values_);
        }
        for (std::size_t k = 0; k < values_.size(); ++k) {
          many_->set(k, lane, values_[k]);
        }
      }
      many_->run(graph_);
      for (std::size_t lane = 0; lane < used; ++lane) {
        finish(*many_, lane, frequencies[first + lane], s[first + lane]);
      }
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return plan_.memory_bytes() + single_.memory_bytes() +
           (many_ != nullptr ? many_->memory_bytes() : 0) +
           graph_.entries().capacity() * sizeof(SignalEntry) +
           values_.capacity() * sizeof(values_[0]);
  }

 private:
  template <std::size_t Lanes>
  void finish(const Elimination<Lanes>& done, std::size_t lane, base::Hertz frequency,
              Eigen::MatrixXcd& s) {
    if (done.smallest_pivot(lane) < kSmallPivot) {
      read_elements(circuit_, graph_, frequency, scratch_, values_);
      if (done.smallest_pivot(lane) < kSuspiciousPivot) {
        throw_if_singular(circuit_, graph_, values_, frequency);
      }
      solve_with_pivoting(graph_, values_, s);
      return;
    }
    s.setZero(static_cast<Eigen::Index>(graph_.outputs()),
              static_cast<Eigen::Index>(graph_.inputs()));
    done.read(lane, [&s](std::size_t row, std::size_t column, std::complex<double> value) {
      s(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = value;
    });
  }

  const Circuit& circuit_;
  SignalGraph graph_;
  EliminationPlan plan_;
  Elimination<1> single_;
  std::unique_ptr<Elimination<kLanes>> many_;
  Eigen::MatrixXcd scratch_;
  std::vector<std::complex<double>> values_;
};

}  // namespace

std::unique_ptr<CircuitSolver::Engine> make_sparse_engine(const Circuit& circuit,
                                                          SignalGraph graph) {
  return std::make_unique<SparseEngine>(circuit, std::move(graph));
}

}  // namespace heliograph::photonics
