// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/benes_router.hpp"

#include <memory>

#include "photonics/fabric/topology.hpp"
#include "photonics/routing/benes_looping.hpp"

namespace heliograph::photonics {

namespace {

std::vector<LoopedCircuit> looped(const RoutingTask& task,
                                  const std::vector<std::vector<std::size_t>>& lines) {
  std::vector<LoopedCircuit> circuits;
  for (std::size_t i = 0; i < task.circuits().size(); ++i) {
    const WantedCircuit& circuit = task.circuits()[i];
    // A circuit that the cells do not in fact carry has no path to keep.
    circuits.push_back({base::index(circuit.input), base::index(circuit.output),
                        circuit.works ? &lines[i] : nullptr, circuit.untouchable});
  }
  return circuits;
}

}  // namespace

std::vector<CellState> BenesRule::states_for(const RoutingTask& task) const {
  const std::vector<CellState>& present = task.request().present_states;
  std::vector<std::vector<std::size_t>> lines;
  for (const WantedCircuit& circuit : task.circuits()) {
    lines.push_back(circuit.works ? layout_.path_lines(base::index(circuit.input), present)
                                  : std::vector<std::size_t>());
  }
  return looped_states(layout_, looped(task, lines), present);
}

std::vector<CellState> DilatedBenesRule::states_for(const RoutingTask& task) const {
  const std::size_t ports = layout_.ports();
  std::vector<CellState> benes(layout_.cells(), CellState::bar);
  std::vector<std::vector<std::size_t>> lines;
  for (const WantedCircuit& circuit : task.circuits()) {
    std::vector<std::size_t> own;
    if (circuit.works) {
      for (const PathHop& hop : circuit.present_way) {
        own.push_back(base::index(hop.cell) % ports);
      }
      for (std::size_t stage = 0; stage < layout_.stages(); ++stage) {
        const std::size_t straight =
            stage + 1 < layout_.stages() ? layout_.segment(stage, own[stage]).to_line : own[stage];
        benes[base::index(layout_.cell(stage, own[stage] / 2))] =
            own[stage + 1] == straight ? CellState::bar : CellState::cross;
      }
    }
    lines.push_back(std::move(own));
  }
  benes = looped_states(layout_, looped(task, lines), benes);
  std::vector<CellState> states = task.request().present_states;
  for (const WantedCircuit& circuit : task.circuits()) {
    const std::vector<std::size_t> way = layout_.path_lines(base::index(circuit.input), benes);
    std::size_t entered = 0;  // by the upper rail, then by that of the Benes cell's input
    for (std::size_t column = 0; column < way.size(); ++column) {
      std::size_t left = 0;  // by the upper rail, after that of the Benes cell's output
      if (column < layout_.stages()) {
        const CellState turn = benes[base::index(layout_.cell(column, way[column] / 2))];
        left = turn == CellState::bar ? way[column] % 2 : 1 - way[column] % 2;
      }
      states[column * ports + way[column]] = entered == left ? CellState::bar : CellState::cross;
      entered = way[column] % 2;
    }
  }
  return states;
}

BenesRouter::BenesRouter(std::size_t ports)
    : router_(RoutedFabric(BenesLayout::allows(ports) ? make_layout(Topology::benes, ports).graph
                                                      : CellGraph()),
              std::make_unique<BenesRule>(ports), {}) {}

}  // namespace heliograph::photonics
