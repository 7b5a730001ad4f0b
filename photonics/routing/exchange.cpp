// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/exchange.hpp"

#include <cstddef>
#include <utility>

namespace heliograph::photonics {

namespace {

class Exchanges {
 public:
  explicit Exchanges(const RoutingTask& task)
      : graph_(task.graph()),
        states_(task.request().present_states),
        fixed_(graph_.ports()),
        untouchable_(graph_.ports()) {
    for (std::size_t input = 0; input < graph_.ports(); ++input) {
      ways_.push_back(walk(graph_, port(input), states_));
    }
    for (const WantedCircuit& circuit : task.circuits()) {
      fixed_[base::index(circuit.input)] = circuit.works;
      untouchable_[base::index(circuit.input)] = circuit.untouchable;
    }
  }

  /// Brings the light of an input to an output.
  bool bring(base::PortId input, base::PortId output) {
    const std::size_t mine = base::index(input);
    if (ways_[mine].output != output) {
      const std::optional<std::size_t> there = light_at(output);
      if (!there || fixed_[*there] ||
          !(exchange(mine, *there) || by_a_third(mine, *there) || by_a_circuit(mine, *there))) {
        return false;
      }
    }
    fixed_[mine] = true;
    return true;
  }

  [[nodiscard]] std::vector<CellState> states() && { return std::move(states_); }

 private:
  static base::PortId port(std::size_t i) { return static_cast<base::PortId>(i); }

  [[nodiscard]] std::optional<std::size_t> light_at(base::PortId output) const {
    for (std::size_t input = 0; input < ways_.size(); ++input) {
      if (ways_[input].output == output) {
        return input;
      }
    }
    return std::nullopt;
  }

  /// The last cell in which the light of two inputs meets.
  [[nodiscard]] std::optional<base::CellId> meeting(std::size_t a, std::size_t b) const {
    std::vector<bool> passed(graph_.cells());
    for (const PathHop& hop : ways_[a].hops) {
      passed[base::index(hop.cell)] = true;
    }
    for (auto hop = ways_[b].hops.rbegin(); hop != ways_[b].hops.rend(); ++hop) {
      if (passed[base::index(hop->cell)]) {
        return hop->cell;
      }
    }
    return std::nullopt;
  }

  void turn(base::CellId cell, std::size_t a, std::size_t b) {
    CellState& state = states_[base::index(cell)];
    state = state == CellState::bar ? CellState::cross : CellState::bar;
    ways_[a] = walk(graph_, port(a), states_);
    ways_[b] = walk(graph_, port(b), states_);
  }

  bool exchange(std::size_t a, std::size_t b) {
    const std::optional<base::CellId> cell = meeting(a, b);
    if (cell) {
      turn(*cell, a, b);
    }
    return cell.has_value();
  }

  /// Exchanges with a third light so that the two then meet. The third gets what `there` had.
  bool by_a_third(std::size_t mine, std::size_t there) {
    for (std::size_t third = 0; third < ways_.size(); ++third) {
      if (fixed_[third] || third == mine || third == there) {
        continue;
      }
      const std::optional<base::CellId> first = meeting(third, there);
      if (!first) {
        continue;
      }
      turn(*first, third, there);  // now the third is at the output
      if (exchange(mine, third)) {
        return true;
      }
      turn(*first, third, there);
    }
    return false;
  }

  /// The same with a circuit that is where it should be, and brought back there at once.
  bool by_a_circuit(std::size_t mine, std::size_t there) {
    for (std::size_t third = 0; third < ways_.size(); ++third) {
      if (!fixed_[third] || untouchable_[third]) {
        continue;
      }
      const std::optional<base::CellId> first = meeting(third, there);
      if (!first) {
        continue;
      }
      turn(*first, third, there);
      if (const std::optional<base::CellId> second = meeting(mine, third)) {
        turn(*second, mine, third);
        if (exchange(third, there)) {
          return true;
        }
        turn(*second, mine, third);
      }
      turn(*first, third, there);
    }
    return false;
  }

  const CellGraph& graph_;
  std::vector<CellState> states_;
  std::vector<bool> fixed_;        // by input: circuits that arrive
  std::vector<bool> untouchable_;  // by input
  std::vector<CellWalk> ways_;     // by input
};

}  // namespace

std::optional<std::vector<CellState>> exchanged_states(const RoutingTask& task) {
  Exchanges exchanges(task);
  for (const WantedCircuit& circuit : task.circuits()) {
    if (!exchanges.bring(circuit.input, circuit.output)) {
      return std::nullopt;
    }
  }
  return std::move(exchanges).states();
}

}  // namespace heliograph::photonics
