// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/routing_task.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace heliograph::photonics {

namespace {

void check_size(const char* what, std::size_t found, std::size_t expected) {
  if (found != expected) {
    throw std::invalid_argument(std::string(what) + ": " + std::to_string(found) +
                                ", where the fabric has " + std::to_string(expected));
  }
}

bool passes_any(const std::vector<PathHop>& way, const std::vector<bool>& cells) {
  return std::any_of(way.begin(), way.end(),
                     [&](const PathHop& hop) { return cells[base::index(hop.cell)]; });
}

/// As walk(), without noting the way.
bool arrives(const CellGraph& graph, const WantedCircuit& circuit,
             const std::vector<CellState>& states) {
  const WayEnd* end = &graph.inputs[base::index(circuit.input)];
  while (const auto* at = std::get_if<CellRail>(end)) {
    end = &graph.next(*at, states[base::index(at->cell)]);
  }
  const auto* port = std::get_if<base::PortId>(end);
  return port != nullptr && *port == circuit.output;
}

bool listed(const std::vector<base::PortId>& ports, base::PortId port) {
  return std::find(ports.begin(), ports.end(), port) != ports.end();
}

}  // namespace

RoutingTask::RoutingTask(const CellGraph& graph, const RoutingRequest& request)
    : graph_(graph), request_(request) {
  check_size("ports of the wanted matching", request.wanted.ports(), graph.ports());
  check_size("ports of the present matching", request.present.ports(), graph.ports());
  check_size("present states of cells", request.present_states.size(), graph.cells());
  for (const base::PortId input : request.untouchable) {
    if (base::index(input) >= graph.ports()) {
      throw std::invalid_argument("untouchable input " + std::to_string(base::index(input)) +
                                  ": the fabric has " + std::to_string(graph.ports()) + " inputs");
    }
  }
  circuits_.reserve(request.wanted.size());
  for (std::size_t i = 0; i < graph.ports(); ++i) {
    WantedCircuit circuit;
    circuit.input = static_cast<base::PortId>(i);
    circuit.untouchable = listed(request.untouchable, circuit.input);
    const std::optional<base::PortId> wanted = request.wanted.output_of(circuit.input);
    if (wanted) {
      circuit.output = *wanted;
      circuit.stays = request.present.contains(circuit.input, *wanted);
      if (circuit.stays) {
        CellWalk way = walk(graph, circuit.input, request.present_states);
        circuit.works = way.output == *wanted;
        circuit.present_way = std::move(way.hops);
      }
    }
    if (circuit.untouchable && !circuit.works) {
      throw std::invalid_argument("untouchable input " + std::to_string(i) +
                                  (circuit.stays
                                       ? ": the present states do not carry its circuit"
                                       : ": it has no circuit that is both present and wanted"));
    }
    if (wanted) {
      circuits_.push_back(std::move(circuit));
    }
  }
}

std::string RoutingTask::wanted_text() const {
  std::string text;
  for (const WantedCircuit& circuit : circuits_) {
    text += (text.empty() ? "" : ", ") + std::to_string(base::index(circuit.input)) + " to " +
            std::to_string(base::index(circuit.output));
  }
  return text;
}

std::string RoutingTask::untouchable_text() const {
  std::string text;
  for (const WantedCircuit& circuit : circuits_) {
    if (circuit.untouchable) {
      text += (text.empty() ? "" : ", ") + std::to_string(base::index(circuit.input));
    }
  }
  return text;
}

RoutingResult RoutingTask::result_of(const std::vector<CellState>& states) const {
  RoutingResult result;
  result.states = request_.present_states;
  for (const WantedCircuit& circuit : circuits_) {
    const WayEnd* end = &graph_.inputs[base::index(circuit.input)];
    while (const auto* at = std::get_if<CellRail>(end)) {
      const CellState state = states[base::index(at->cell)];
      result.states[base::index(at->cell)] = state;
      end = &graph_.next(*at, state);
    }
  }
  std::vector<bool> changed(graph_.cells());
  for (std::size_t cell = 0; cell < graph_.cells(); ++cell) {
    if (result.states[cell] != request_.present_states[cell]) {
      changed[cell] = true;
      result.changed.push_back(static_cast<base::CellId>(cell));
    }
  }
  for (const WantedCircuit& circuit : circuits_) {
    // If no cell on its way changes, its way does not change either: there is no other to look at.
    if (circuit.stays && passes_any(circuit.present_way, changed)) {
      result.disturbed_inputs.push_back(circuit.input);
    }
  }
  return result;
}

bool RoutingTask::carried_by(const std::vector<CellState>& states) const {
  return std::all_of(circuits_.begin(), circuits_.end(), [&](const WantedCircuit& circuit) {
    return arrives(graph_, circuit, states);
  });
}

bool RoutingTask::fulfilled_by(const RoutingResult& result) const {
  return carried_by(result.states) &&
         std::none_of(request_.untouchable.begin(), request_.untouchable.end(),
                      [&](base::PortId input) { return listed(result.disturbed_inputs, input); });
}

}  // namespace heliograph::photonics
