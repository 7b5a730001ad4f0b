// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/mesh_trace.hpp"

#include <stdexcept>
#include <string>

namespace heliograph::photonics {

namespace {

void check_states(const MeshGraph& graph, const std::vector<CellState>& states) {
  if (states.size() != graph.cells()) {
    throw std::invalid_argument("states of " + std::to_string(states.size()) +
                                " cells, where the mesh has " + std::to_string(graph.cells()));
  }
}

}  // namespace

MeshTrace trace_routes(const MeshGraph& graph, const std::vector<CellState>& states) {
  check_states(graph, states);
  MeshTrace trace;
  trace.partner.resize(graph.ports());
  trace.cells.resize(graph.ports());
  std::vector<char> met(graph.terminals());
  for (std::size_t port = 0; port < graph.ports(); ++port) {
    TerminalIndex t = graph.port_terminal(port);
    if (met[t] != 0) {
      continue;  // reached from its partner
    }
    std::size_t cells = 0;
    for (;;) {
      met[t] = 1;
      t = leaving_at(t, state_number(states[cell_of(t)]));
      met[t] = 1;
      ++cells;
      const std::int32_t next = graph.across(t);
      if (next < 0) {
        const auto other = static_cast<std::size_t>(-1 - next);
        trace.partner[port] = static_cast<base::PortId>(other);
        trace.partner[other] = static_cast<base::PortId>(port);
        trace.cells[port] = trace.cells[other] = cells;
        break;
      }
      t = static_cast<TerminalIndex>(next);
    }
  }
  for (TerminalIndex first = 0; first < graph.terminals(); ++first) {
    if (met[first] != 0) {
      continue;
    }
    std::vector<base::CellId> loop;
    TerminalIndex t = first;
    do {
      loop.push_back(static_cast<base::CellId>(cell_of(t)));
      met[t] = 1;
      t = leaving_at(t, state_number(states[cell_of(t)]));
      met[t] = 1;
      t = static_cast<TerminalIndex>(graph.across(t));
    } while (t != first);
    trace.loops.push_back(std::move(loop));
  }
  return trace;
}

MeshRoute route_from(const MeshGraph& graph, base::PortId port,
                     const std::vector<CellState>& states) {
  check_states(graph, states);
  if (base::index(port) >= graph.ports()) {
    throw std::invalid_argument("port " + std::to_string(base::index(port)) + " of a mesh of " +
                                std::to_string(graph.ports()));
  }
  MeshRoute route;
  route.from = port;
  std::int32_t at = static_cast<std::int32_t>(graph.port_terminal(base::index(port)));
  while (at >= 0) {
    const auto t = static_cast<TerminalIndex>(at);
    const CellState state = states[cell_of(t)];
    route.hops.push_back({static_cast<base::CellId>(cell_of(t)), state});
    at = graph.across(leaving_at(t, state_number(state)));
  }
  route.to = static_cast<base::PortId>(-1 - at);
  return route;
}

std::vector<std::optional<CellState>> states_of_routes(const MeshGraph& graph,
                                                       const std::vector<MeshRoute>& routes) {
  std::vector<std::optional<CellState>> states(graph.cells());
  for (const MeshRoute& route : routes) {
    for (const PathHop& hop : route.hops) {
      std::optional<CellState>& state = states.at(base::index(hop.cell));
      if (state && *state != hop.state) {
        throw std::invalid_argument("cell " + std::to_string(base::index(hop.cell)) +
                                    " is wanted in bar and in cross");
      }
      state = hop.state;
    }
  }
  return states;
}

}  // namespace heliograph::photonics
