// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/park_idle.hpp"

#include <algorithm>

#include "photonics/mesh_routing/mesh_trace.hpp"

namespace heliograph::photonics {

namespace {

/// By terminal, the number of the closed loop that passes it, or kOpen: the way between two ports.
class LoopMap {
 public:
  static constexpr std::size_t kOpen = static_cast<std::size_t>(-1);

  LoopMap(const MeshGraph& graph, const std::vector<CellState>& states)
      : loop_(graph.terminals(), kUnknown) {
    const auto follow = [&](TerminalIndex t, std::size_t number) {
      while (loop_[t] == kUnknown) {
        loop_[t] = number;
        t = leaving_at(t, state_number(states[cell_of(t)]));
        loop_[t] = number;
        if (graph.across(t) < 0) {
          return;
        }
        t = static_cast<TerminalIndex>(graph.across(t));
      }
    };
    for (std::size_t port = 0; port < graph.ports(); ++port) {
      follow(graph.port_terminal(port), kOpen);
    }
    for (TerminalIndex t = 0; t < graph.terminals(); ++t) {
      if (loop_[t] == kUnknown) {
        follow(t, loops_++);
      }
    }
  }

  [[nodiscard]] std::size_t loops() const { return loops_; }
  /// Of the way over a rail of a cell's left end.
  [[nodiscard]] std::size_t at(std::size_t cell, unsigned rail) const {
    return loop_[4 * cell + rail];
  }

 private:
  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-2);
  std::vector<std::size_t> loop_;
  std::size_t loops_ = 0;
};

CellState other_state(CellState state) {
  return state == CellState::bar ? CellState::cross : CellState::bar;
}

}  // namespace

std::size_t park_idle_cells(const MeshGraph& graph, const std::vector<bool>& may_change,
                            std::vector<CellState>& states) {
  for (;;) {
    const LoopMap map(graph, states);
    if (map.loops() == 0) {
      return 0;
    }
    // As many loops at once as do not meet each other.
    std::vector<bool> opened(map.loops());
    bool any = false;
    for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
      const std::size_t a = map.at(cell, 0);
      const std::size_t b = map.at(cell, 1);
      const auto closed = [&](std::size_t way) { return way != LoopMap::kOpen && !opened[way]; };
      if (!may_change[cell] || a == b || (!closed(a) && !closed(b)) ||
          (a != LoopMap::kOpen && opened[a]) || (b != LoopMap::kOpen && opened[b])) {
        continue;
      }
      states[cell] = other_state(states[cell]);
      any = true;
      for (const std::size_t way : {a, b}) {
        if (way != LoopMap::kOpen) {
          opened[way] = true;
        }
      }
    }
    if (!any) {
      return map.loops();
    }
  }
}

}  // namespace heliograph::photonics
