// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/benes_router.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace heliograph::photonics {

namespace {

/// A circuit inside one (sub-)network; input and output count from that network's first line.
struct Circuit {
  std::size_t input = 0;
  std::size_t output = 0;
  /// The lines of its present path, if it exists now and stays; null otherwise.
  const std::vector<std::size_t>* kept_lines = nullptr;
};

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
  void route(std::size_t depth, std::size_t top, const std::vector<Circuit>& circuits) {
    const std::size_t size = layout_.ports() >> depth;
    if (size == 2) {
      for (const Circuit& circuit : circuits) {
        state(depth, top + circuit.input) = state_for(circuit.input, circuit.output);
      }
      return;
    }
    const std::size_t last = layout_.stages() - 1 - depth;
    std::vector<Circuit> halves[2];
    for (const Link& link : orient(depth, top, circuits)) {
      const Circuit& circuit = circuits[link.circuit];
      state(depth, top + circuit.input) = state_for(circuit.input, link.side);
      state(last, top + circuit.output) = state_for(circuit.output, link.side);
      halves[link.side].push_back({circuit.input / 2, circuit.output / 2, circuit.kept_lines});
    }
    for (std::size_t side = 0; side < 2; ++side) {
      std::sort(halves[side].begin(), halves[side].end(),
                [](const Circuit& a, const Circuit& b) { return a.input < b.input; });
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
                                         const std::vector<Circuit>& circuits) const {
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
        const Circuit& circuit = circuits[link.circuit];
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
                                        const std::vector<Circuit>& circuits,
                                        const std::vector<Link>& loop) const {
    const std::size_t half = (layout_.ports() >> depth) / 2;
    const std::size_t last = layout_.stages() - 1 - depth;
    std::size_t kept[2] = {0, 0};
    std::size_t changed[2] = {0, 0};
    std::vector<bool> input_seen(half, false);
    std::vector<bool> output_seen(half, false);
    for (const Link& link : loop) {
      const Circuit& circuit = circuits[link.circuit];
      // A circuit that an outer level has moved out of this network has nothing left to keep.
      const bool votes =
          circuit.kept_lines != nullptr && (*circuit.kept_lines)[depth] == top + circuit.input;
      if (votes) {
        const std::size_t now = (*circuit.kept_lines)[depth + 1] - top < half ? 0 : 1;
        ++kept[now ^ link.side];
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

BenesRouter::BenesRouter(std::size_t ports) : layout_(ports) {}

RoutingResult BenesRouter::route(const RoutingRequest& request) const {
  const Matching& wanted = request.wanted;
  const Matching& present = request.present;
  const std::vector<CellState>& present_states = request.present_states;
  if (wanted.ports() != layout_.ports() || present.ports() != layout_.ports() ||
      present_states.size() != layout_.cells()) {
    throw std::invalid_argument("matchings and states must be of the router's fabric");
  }
  std::vector<std::vector<std::size_t>> present_lines(layout_.ports());
  std::vector<Circuit> circuits;
  for (std::size_t input = 0; input < layout_.ports(); ++input) {
    const auto port = static_cast<base::PortId>(input);
    const std::optional<base::PortId> output = wanted.output_of(port);
    if (!output) {
      continue;
    }
    Circuit circuit{input, base::index(*output), nullptr};
    if (present.contains(port, *output)) {
      present_lines[input] = layout_.path_lines(input, present_states);
      // A circuit that the cells do not in fact carry has no path to keep.
      if (present_lines[input].back() == circuit.output) {
        circuit.kept_lines = &present_lines[input];
      }
    }
    circuits.push_back(circuit);
  }

  Pass pass(layout_, present_states);
  pass.route(0, 0, circuits);

  RoutingResult result;
  result.states = pass.states();
  for (std::size_t cell = 0; cell < result.states.size(); ++cell) {
    if (result.states[cell] != present_states[cell]) {
      result.changed.push_back(static_cast<base::CellId>(cell));
    }
  }
  const auto touches_changed = [&](const std::vector<std::size_t>& lines) {
    for (std::size_t stage = 0; stage < layout_.stages(); ++stage) {
      const std::size_t cell = base::index(layout_.cell(stage, lines[stage] / 2));
      if (result.states[cell] != present_states[cell]) {
        return true;
      }
    }
    return false;
  };
  for (const Circuit& circuit : circuits) {
    const std::vector<std::size_t>& before = present_lines[circuit.input];
    if (!before.empty() && (touches_changed(before) ||
                            touches_changed(layout_.path_lines(circuit.input, result.states)))) {
      result.disturbed_inputs.push_back(static_cast<base::PortId>(circuit.input));
    }
  }
  return result;
}

}  // namespace heliograph::photonics
