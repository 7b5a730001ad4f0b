// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/direct_rule.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace heliograph::photonics {

namespace {

/// States that several ways ask for.
class Wishes {
 public:
  explicit Wishes(std::size_t cells) : states_(cells) {}

  /// False when another way wants one of its cells in the other state.
  bool add(const std::vector<PathHop>& way) {
    return std::all_of(way.begin(), way.end(), [&](const PathHop& hop) {
      std::optional<CellState>& state = states_[base::index(hop.cell)];
      state = state.value_or(hop.state);
      return *state == hop.state;
    });
  }
  [[nodiscard]] std::vector<CellState> over(std::vector<CellState> states) const {
    for (std::size_t cell = 0; cell < states.size(); ++cell) {
      states[cell] = states_[cell].value_or(states[cell]);
    }
    return states;
  }

 private:
  std::vector<std::optional<CellState>> states_;
};

}  // namespace

void DirectRule::add(base::PortId input, base::PortId output, std::vector<PathHop> way) {
  std::vector<PathHop>& own = ways_[base::index(input) * ports_ + base::index(output)];
  if (!own.empty()) {
    throw std::invalid_argument("a second way from input " + std::to_string(base::index(input)) +
                                " to output " + std::to_string(base::index(output)));
  }
  own = std::move(way);
}

void DirectRule::check_complete() const {
  for (std::size_t pair = 0; pair < ways_.size(); ++pair) {
    if (ways_[pair].empty()) {
      throw std::invalid_argument("no way of its own from input " + std::to_string(pair / ports_) +
                                  " to output " + std::to_string(pair % ports_));
    }
  }
}

DirectRule DirectRule::by_one_turn(const CellGraph& graph, const std::vector<CellState>& idle) {
  DirectRule rule(graph.ports());
  std::vector<CellState> states = idle;
  for (std::size_t i = 0; i < graph.ports(); ++i) {
    const auto input = static_cast<base::PortId>(i);
    for (const PathHop& hop : walk(graph, input, idle).hops) {
      CellState& state = states[base::index(hop.cell)];
      state = CellState::bar;
      CellWalk way = walk(graph, input, states);
      if (way.output) {
        rule.add(input, *way.output, std::move(way.hops));
      }
      state = idle[base::index(hop.cell)];
    }
  }
  rule.check_complete();
  return rule;
}

DirectRule DirectRule::by_only_way(const CellGraph& graph) {
  DirectRule rule(graph.ports());
  for (std::size_t i = 0; i < graph.ports(); ++i) {
    const auto input = static_cast<base::PortId>(i);
    // Depth first over both states of every cell that light meets; in a tree that is not many.
    struct Branch {
      const WayEnd* end;
      std::vector<PathHop> way;
    };
    std::vector<Branch> open{{&graph.inputs[i], {}}};
    while (!open.empty()) {
      const Branch branch = std::move(open.back());
      open.pop_back();
      if (const auto* at = std::get_if<CellRail>(branch.end)) {
        for (const CellState state : {CellState::bar, CellState::cross}) {
          Branch on{&graph.next(*at, state), branch.way};
          on.way.push_back({at->cell, state});
          open.push_back(std::move(on));
        }
      } else if (const auto* output = std::get_if<base::PortId>(branch.end)) {
        rule.add(input, *output, branch.way);
      }
    }
  }
  rule.check_complete();
  return rule;
}

std::vector<CellState> DirectRule::states_for(const RoutingTask& task) const {
  // Keep every way that is there; else those that must be; else none but the circuits' own.
  enum class Keep { all, untouchable, none };
  for (const Keep keep : {Keep::all, Keep::untouchable, Keep::none}) {
    Wishes wishes(task.graph().cells());
    const bool agreed = std::all_of(
        task.circuits().begin(), task.circuits().end(), [&](const WantedCircuit& circuit) {
          const bool stays = keep == Keep::all           ? circuit.works
                             : keep == Keep::untouchable ? circuit.untouchable
                                                         : false;
          return wishes.add(stays ? circuit.present_way : way(circuit.input, circuit.output));
        });
    if (agreed) {
      return wishes.over(task.request().present_states);
    }
  }
  return task.request().present_states;
}

}  // namespace heliograph::photonics
