// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/cell_graph.hpp"

#include <stdexcept>

namespace heliograph::photonics {

namespace {

/// Notes that an end is reached; throws when it is not there or was reached before.
void reach(const WayEnd& end, std::vector<std::array<bool, 2>>& rails, std::vector<bool>& outputs) {
  if (const auto* rail = std::get_if<CellRail>(&end)) {
    if (base::index(rail->cell) >= rails.size() || rail->rail > 1) {
      throw std::invalid_argument("a waveguide leads to a cell that is not there");
    }
    bool& reached = rails[base::index(rail->cell)][rail->rail];
    if (reached) {
      throw std::invalid_argument("two waveguides lead to the same rail of a cell");
    }
    reached = true;
    return;
  }
  const std::size_t output = base::index(std::get<base::PortId>(end));
  if (output >= outputs.size() || outputs[output]) {
    throw std::invalid_argument("an output is not there, or is reached by two waveguides");
  }
  outputs[output] = true;
}

}  // namespace

std::vector<base::CellId> light_order(const CellGraph& graph) {
  std::vector<std::array<bool, 2>> rails(graph.cells(), {false, false});
  std::vector<bool> outputs(graph.ports(), false);
  // As many waveguides as ends: when none is reached twice, each is reached.
  std::vector<std::size_t> missing(graph.cells(), 2);
  std::vector<base::CellId> order;
  const auto arrive = [&](const WayEnd& end) {
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      if (--missing[base::index(rail->cell)] == 0) {
        order.push_back(rail->cell);
      }
    }
  };
  for (const WayEnd& end : graph.inputs) {
    reach(end, rails, outputs);
  }
  for (const std::array<WayEnd, 2>& ends : graph.after) {
    reach(ends[0], rails, outputs);
    reach(ends[1], rails, outputs);
  }
  for (const WayEnd& end : graph.inputs) {
    arrive(end);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const WayEnd& end : graph.after[base::index(order[i])]) {
      arrive(end);
    }
  }
  if (order.size() != graph.cells()) {
    throw std::invalid_argument("light can return to a cell that it has passed");
  }
  return order;
}

CellWalk walk(const CellGraph& graph, base::PortId input, const std::vector<CellState>& states) {
  CellWalk way;
  const WayEnd* end = &graph.inputs[base::index(input)];
  while (const auto* at = std::get_if<CellRail>(end)) {
    const CellState state = states[base::index(at->cell)];
    way.hops.push_back({at->cell, state});
    end = &graph.next(*at, state);
  }
  way.output = std::get<base::PortId>(*end);
  return way;
}

CellGraph benes_cell_graph(const BenesLayout& layout) {
  CellGraph graph;
  const auto rail_at = [&layout](std::size_t stage, std::size_t line) {
    return CellRail{layout.cell(stage, line / 2), line % 2};
  };
  for (std::size_t line = 0; line < layout.ports(); ++line) {
    graph.inputs.emplace_back(rail_at(0, line));
  }
  graph.after.resize(layout.cells());
  for (std::size_t stage = 0; stage < layout.stages(); ++stage) {
    for (std::size_t line = 0; line < layout.ports(); ++line) {
      WayEnd& end = graph.after[base::index(layout.cell(stage, line / 2))][line % 2];
      if (stage + 1 < layout.stages()) {
        end = rail_at(stage + 1, layout.segment(stage, line).to_line);
      } else {
        end = static_cast<base::PortId>(line);
      }
    }
  }
  return graph;
}

}  // namespace heliograph::photonics
