// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/benes_looping.hpp"

#include <algorithm>
#include <optional>

namespace heliograph::photonics {

namespace {

/// A circuit's place in a loop or chain, and the sub-network it takes if the loop is not turned.
struct Link {
  std::size_t circuit = 0;
  std::size_t side = 0;
};

CellState state_for(std::size_t line, std::size_t side) {
  return line % 2 == side ? CellState::bar : CellState::cross;
}

/// Sets the cells of one network and, through its halves, of all networks inside it.
class Pass {
 public:
  Pass(const BenesLayout& layout, const std::vector<CellState>& present)
      : layout_(layout), present_(present), states_(present) {}

  /// `circuits` are in ascending order of input.
  void route(std::size_t depth, std::size_t top, const std::vector<LoopedCircuit>& circuits) {
    const std::size_t size = layout_.ports() >> depth;
    if (size == 2) {
      for (const LoopedCircuit& circuit : circuits) {
        state(depth, top + circuit.input) = state_for(circuit.input, circuit.output);
      }
      return;
    }
    const std::size_t last = layout_.stages() - 1 - depth;
    std::vector<LoopedCircuit> halves[2];
    for (const Link& link : orient(depth, top, circuits)) {
      const LoopedCircuit& circuit = circuits[link.circuit];
      state(depth, top + circuit.input) = state_for(circuit.input, link.side);
      state(last, top + circuit.output) = state_for(circuit.output, link.side);
      halves[link.side].push_back(
          {circuit.input / 2, circuit.output / 2, circuit.kept_lines, circuit.pinned});
    }
    for (std::size_t side = 0; side < 2; ++side) {
      std::sort(halves[side].begin(), halves[side].end(),
                [](const LoopedCircuit& a, const LoopedCircuit& b) { return a.input < b.input; });
      route(depth + 1, top + side * size / 2, halves[side]);
    }
  }

  [[nodiscard]] const std::vector<CellState>& states() const { return states_; }

 private:
  CellState& state(std::size_t stage, std::size_t line) {
    return states_[base::index(layout_.cell(stage, line / 2))];
  }

  [[nodiscard]] bool changes(std::size_t stage, std::size_t line, std::size_t local,
                             std::size_t side) const {
    return present_[base::index(layout_.cell(stage, line / 2))] != state_for(local, side);
  }

  /// The sub-network that each circuit takes.
  [[nodiscard]] std::vector<Link> orient(std::size_t depth, std::size_t top,
                                         const std::vector<LoopedCircuit>& circuits) const {
    const std::size_t size = layout_.ports() >> depth;
    std::vector<std::optional<std::size_t>> at_input(size);
    std::vector<std::optional<std::size_t>> at_output(size);
    for (std::size_t i = 0; i < circuits.size(); ++i) {
      at_input[circuits[i].input] = i;
      at_output[circuits[i].output] = i;
    }
    std::vector<bool> seen(circuits.size(), false);
    std::vector<Link> all;
    for (std::size_t first = 0; first < circuits.size(); ++first) {
      if (seen[first]) {
        continue;
      }
      std::vector<Link> loop{{first, 0}};
      seen[first] = true;
      for (std::size_t next = 0; next < loop.size(); ++next) {
        const Link link = loop[next];
        const LoopedCircuit& circuit = circuits[link.circuit];
        for (const auto& partner : {at_input[circuit.input ^ 1U], at_output[circuit.output ^ 1U]}) {
          if (partner && !seen[*partner]) {
            seen[*partner] = true;
            loop.push_back({*partner, 1 - link.side});
          }
        }
      }
      const std::size_t turn = better_turn(depth, top, circuits, loop);
      for (const Link& link : loop) {
        all.push_back({link.circuit, link.side ^ turn});
      }
    }
    return all;
  }

  /// 0 to take the loop as it is, with its lowest input in the upper network; 1 to turn it.
  [[nodiscard]] std::size_t better_turn(std::size_t depth, std::size_t top,
                                        const std::vector<LoopedCircuit>& circuits,
                                        const std::vector<Link>& loop) const {
    const std::size_t half = (layout_.ports() >> depth) / 2;
    const std::size_t last = layout_.stages() - 1 - depth;
    std::size_t pinned[2] = {0, 0};
    std::size_t kept[2] = {0, 0};
    std::size_t changed[2] = {0, 0};
    std::vector<bool> input_seen(half, false);
    std::vector<bool> output_seen(half, false);
    for (const Link& link : loop) {
      const LoopedCircuit& circuit = circuits[link.circuit];
      // A circuit that an outer level has moved out of this network has nothing left to keep.
      const bool votes =
          circuit.kept_lines != nullptr && (*circuit.kept_lines)[depth] == top + circuit.input;
      if (votes) {
        const std::size_t now = (*circuit.kept_lines)[depth + 1] - top < half ? 0 : 1;
        ++kept[now ^ link.side];
        pinned[now ^ link.side] += circuit.pinned ? 1 : 0;
      }
      // Two circuits that share a cell agree on its state: count it once.
      const bool new_input_cell = !input_seen[circuit.input / 2];
      const bool new_output_cell = !output_seen[circuit.output / 2];
      input_seen[circuit.input / 2] = true;
      output_seen[circuit.output / 2] = true;
      for (std::size_t turn = 0; turn < 2; ++turn) {
        const std::size_t side = link.side ^ turn;
        changed[turn] += new_input_cell && changes(depth, top + circuit.input, circuit.input, side);
        changed[turn] +=
            new_output_cell && changes(last, top + circuit.output, circuit.output, side);
      }
    }
    if (pinned[0] != pinned[1]) {
      return pinned[1] > pinned[0] ? 1 : 0;
    }
    if (kept[0] != kept[1]) {
      return kept[1] > kept[0] ? 1 : 0;
    }
    return changed[1] < changed[0] ? 1 : 0;
  }

  const BenesLayout& layout_;
  const std::vector<CellState>& present_;
  std::vector<CellState> states_;
};

}  // namespace

std::vector<CellState> looped_states(const BenesLayout& layout,
                                     const std::vector<LoopedCircuit>& circuits,
                                     const std::vector<CellState>& present) {
  Pass pass(layout, present);
  pass.route(0, 0, circuits);
  return pass.states();
}

}  // namespace heliograph::photonics
