// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/mesh_circuit_router.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "photonics/mesh_routing/park_idle.hpp"

namespace heliograph::photonics {

namespace {

MeshObjective mesh_objective(RoutingObjective objective) {
  switch (objective) {
    case RoutingObjective::fewest_changes:
      return MeshObjective::fewest_changes;
    case RoutingObjective::least_loss:
      return MeshObjective::least_worst_loss;
    case RoutingObjective::least_disturbance:
      break;
  }
  // Ways that ask for the fewest changes can be several times longer than they need be, which the
  // light would not survive.
  return MeshObjective::fewest_pucs;
}

MeshPorts all_ports(std::size_t count) {
  MeshPorts ports;
  for (std::size_t port = 0; port < count; ++port) {
    ports.tx.push_back(static_cast<base::PortId>(port));
  }
  ports.rx = ports.tx;
  return ports;
}

}  // namespace

MeshCircuitRouter::MeshCircuitRouter(const MeshSwitch& fabric, std::vector<StuckCell> stuck)
    : ports_(fabric.mesh_ports()),
      graph_(fabric.graph()),
      stuck_(std::move(stuck)),
      router_(fabric.mesh()) {}

MeshCircuitRouter::MeshCircuitRouter(const MeshFabric& fabric, std::vector<StuckCell> stuck)
    : ports_(all_ports(fabric.ports())),
      graph_(fabric.graph()),
      stuck_(std::move(stuck)),
      router_(fabric) {}

MeshPair MeshCircuitRouter::pair_of(const WantedCircuit& circuit) const {
  return {ports_.tx[base::index(circuit.input)], ports_.rx[base::index(circuit.output)]};
}

MeshResult MeshCircuitRouter::attempt(const RoutingTask& task, MeshObjective objective,
                                      const std::vector<bool>& kept) const {
  MeshRequest request;
  request.objective = objective;
  for (std::size_t i = 0; i < task.circuits().size(); ++i) {
    const MeshPair pair = pair_of(task.circuits()[i]);
    // With circulators a circuit and the one back are one pair.
    if (std::find(request.pairs.begin(), request.pairs.end(), pair) == request.pairs.end()) {
      request.pairs.push_back(pair);
    }
    if (kept[i] && std::find(request.untouchable.begin(), request.untouchable.end(), pair) ==
                       request.untouchable.end()) {
      request.untouchable.push_back(pair);
    }
  }
  request.present = task.request().present_states;
  request.stuck = stuck_;
  request.park_idle = false;  // parked() does, for every objective
  if (task.request().effort == 0) {
    request.effort = first_found();
  }
  return router_.route(request);
}

RoutingResult MeshCircuitRouter::route(const RoutingRequest& request) const {
  return route(RoutingTask(graph_, request), mesh_objective(request.objective),
               request.objective == RoutingObjective::least_disturbance);
}

RoutingResult MeshCircuitRouter::route(const RoutingRequest& request,
                                       MeshObjective objective) const {
  return route(RoutingTask(graph_, request), objective, false);
}

RoutingResult MeshCircuitRouter::route(const RoutingTask& task, MeshObjective objective,
                                       bool undisturbed) const {
  const std::vector<WantedCircuit>& circuits = task.circuits();
  if (!task.request().unset.empty() && task.request().unset.size() != graph_.cells()) {
    throw std::invalid_argument(
        "of each cell of the mesh it is needed whether it is set, or of none");
  }
  check_ports(circuits);
  std::vector<bool> must_stay;
  std::vector<bool> may_stay;
  for (const WantedCircuit& circuit : circuits) {
    must_stay.push_back(circuit.untouchable);
    may_stay.push_back(circuit.untouchable || (circuit.works && undisturbed));
  }
  MeshResult routed = attempt(task, objective, may_stay);
  if (routed.verdict == MeshVerdict::routed) {
    RoutingResult result = parked(task, routed);
    result.proved_optimal = routed.proved_optimal;
    return result;
  }
  if (may_stay != must_stay && task.request().effort > 0) {
    for (std::size_t i = 0; i < circuits.size(); ++i) {
      if (may_stay[i] && !must_stay[i]) {
        std::vector<bool> but_one = may_stay;
        but_one[i] = false;
        routed = attempt(task, objective, but_one);
        if (routed.verdict == MeshVerdict::routed) {
          return parked(task, routed);
        }
      }
    }
  }
  if (may_stay != must_stay) {
    routed = attempt(task, objective, must_stay);
  }
  if (routed.verdict != MeshVerdict::routed) {
    fail(task, routed);
  }
  return parked(task, routed);
}

void MeshCircuitRouter::check_ports(const std::vector<WantedCircuit>& circuits) const {
  for (std::size_t i = 0; i < circuits.size(); ++i) {
    const MeshPair pair = pair_of(circuits[i]);
    if (pair.a == pair.b) {
      throw RoutingFailed(
          "port " + std::to_string(base::index(pair.a)) +
          " of the mesh would be joined to itself, which no states of the cells do");
    }
    for (std::size_t j = 0; j < i; ++j) {
      const MeshPair other = pair_of(circuits[j]);
      if (pair == other) {
        continue;
      }
      for (const base::PortId port : {pair.a, pair.b}) {
        if (port == other.a || port == other.b) {
          throw RoutingFailed("port " + std::to_string(base::index(port)) +
                              " of the mesh is wanted by two circuits, which no states of the "
                              "cells give it");
        }
      }
    }
  }
}

RoutingResult MeshCircuitRouter::parked(const RoutingTask& task, const MeshResult& routed) const {
  RoutingResult result = task.result_of(routed.states);
  std::vector<bool> may_change(graph_.cells(), true);
  for (const StuckCell& stuck : stuck_) {
    may_change[base::index(stuck.cell)] = false;
    if (stuck.at != StuckAt::phase) {
      result.states[base::index(stuck.cell)] =
          stuck.at == StuckAt::bar ? CellState::bar : CellState::cross;
    }
  }
  const std::vector<bool>& unset = task.request().unset;
  result.unset = unset;
  for (const WantedCircuit& circuit : task.circuits()) {
    for (const PathHop& hop : walk(graph_, circuit.input, result.states).hops) {
      may_change[base::index(hop.cell)] = false;
      if (!unset.empty()) {
        result.unset[base::index(hop.cell)] = false;
      }
    }
  }
  if (unset.empty()) {
    park_idle_cells(router_.graph(), may_change, result.states);
  }
  result.changed.clear();
  for (std::size_t cell = 0; cell < graph_.cells(); ++cell) {
    if (result.states[cell] != task.request().present_states[cell] ||
        (!unset.empty() && unset[cell] != result.unset[cell])) {
      result.changed.push_back(static_cast<base::CellId>(cell));
    }
  }
  return result;
}

void MeshCircuitRouter::fail(const RoutingTask& task, const MeshResult& verdict) const {
  const std::string kept =
      task.has_untouchable() ? " while those of inputs " + task.untouchable_text() + " stay" : "";
  if (verdict.verdict == MeshVerdict::unproven) {
    throw RoutingFailed("no way through the mesh was found for the circuits " + task.wanted_text() +
                        kept + " in the effort allowed; that there is none is not proved");
  }
  std::string together;
  for (const WantedCircuit& circuit : task.circuits()) {
    const MeshPair pair = pair_of(circuit);
    if (std::find(verdict.core.begin(), verdict.core.end(), pair) != verdict.core.end()) {
      together += (together.empty() ? "" : ", ") + std::to_string(base::index(circuit.input)) +
                  " to " + std::to_string(base::index(circuit.output));
    }
  }
  throw RoutingFailed("no states of the mesh's cells carry the circuits " + together +
                      " at once (proved)" + kept);
}

}  // namespace heliograph::photonics
