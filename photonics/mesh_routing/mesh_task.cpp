// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/mesh_task.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace heliograph::photonics {

namespace {

std::string pair_text(const MeshPair& pair) {
  return std::to_string(base::index(pair.a)) + "-" + std::to_string(base::index(pair.b));
}

}  // namespace

MeshTask::MeshTask(const MeshGraph& graph, const MeshRequest& request)
    : graph_(graph), request_(request), rules_(graph.cells(), CellRule::free) {
  if (has_present() && request.present.size() != graph.cells()) {
    throw std::invalid_argument("present states of " + std::to_string(request.present.size()) +
                                " cells, where the mesh has " + std::to_string(graph.cells()));
  }
  if (!has_present() &&
      (request.objective == MeshObjective::fewest_changes || !request.untouchable.empty())) {
    throw std::invalid_argument(
        "the fewest changes and untouchable pairs need the cells' present states");
  }
  if (!request.usable_ports.empty() && request.usable_ports.size() != graph.ports()) {
    throw std::invalid_argument("usable_ports has " + std::to_string(request.usable_ports.size()) +
                                " elements, where the mesh has " + std::to_string(graph.ports()) +
                                " ports");
  }
  read_pairs();
  read_stuck();
  read_untouchable();
}

void MeshTask::read_pairs() {
  std::vector<bool> taken(graph_.ports());
  nets_.reserve(request_.pairs.size());
  for (const MeshPair& pair : request_.pairs) {
    for (const base::PortId port : {pair.a, pair.b}) {
      const std::size_t p = base::index(port);
      if (p >= graph_.ports()) {
        throw std::invalid_argument("found port " + std::to_string(p) + "; the mesh has 0 to " +
                                    std::to_string(graph_.ports() - 1));
      }
      if (!request_.usable_ports.empty() && !request_.usable_ports[p]) {
        throw std::invalid_argument("port " + std::to_string(p) + " is not usable");
      }
      if (taken[p]) {
        throw std::invalid_argument("port " + std::to_string(p) + " is wanted twice");
      }
      taken[p] = true;
    }
    nets_.push_back(
        {graph_.port_terminal(base::index(pair.a)), graph_.port_terminal(base::index(pair.b))});
  }
}

void MeshTask::read_stuck() {
  for (const StuckCell& stuck : request_.stuck) {
    const std::size_t cell = base::index(stuck.cell);
    if (cell >= graph_.cells()) {
      throw std::invalid_argument("found stuck cell " + std::to_string(cell) +
                                  "; the mesh has 0 to " + std::to_string(graph_.cells() - 1));
    }
    if (rules_[cell] != CellRule::free) {
      throw std::invalid_argument("cell " + std::to_string(cell) + " is stuck twice");
    }
    rules_[cell] = stuck.at == StuckAt::bar     ? CellRule::bar
                   : stuck.at == StuckAt::cross ? CellRule::cross
                                                : CellRule::blocked;
    restricted_ = true;
  }
}

void MeshTask::read_untouchable() {
  for (const MeshPair& pair : request_.untouchable) {
    if (std::find(request_.pairs.begin(), request_.pairs.end(), pair) == request_.pairs.end()) {
      throw std::invalid_argument("the untouchable pair " + pair_text(pair) + " is not wanted");
    }
    const MeshRoute route = route_from(graph_, pair.a, request_.present);
    if (route.to != pair.b) {
      throw std::invalid_argument("the untouchable pair " + pair_text(pair) +
                                  " is not joined by the present states");
    }
    for (const PathHop& hop : route.hops) {
      const std::size_t cell = base::index(hop.cell);
      const CellRule wanted = hop.state == CellState::bar ? CellRule::bar : CellRule::cross;
      if (rules_[cell] != CellRule::free && rules_[cell] != wanted) {
        throw std::invalid_argument("the untouchable pair " + pair_text(pair) + " uses cell " +
                                    std::to_string(cell) + ", which is stuck otherwise");
      }
      rules_[cell] = wanted;
      restricted_ = true;
    }
  }
}

void walk_distances(const MeshTask& task, TerminalIndex exit, std::uint16_t* result,
                    std::vector<TerminalIndex>& queue) {
  const MeshGraph& graph = task.graph();
  std::fill(result, result + graph.terminals(), WalkDistances::kNever);
  queue.clear();
  // Light that leaves at `t`, `distance` cells before the end, entered at one of two terminals.
  const auto reach = [&](TerminalIndex t, std::uint16_t distance) {
    for (const unsigned state : {0U, 1U}) {
      const TerminalIndex entered = leaving_at(t, state);
      if (result[entered] == WalkDistances::kNever && task.allows(cell_of(t), state)) {
        result[entered] = distance;
        queue.push_back(entered);
      }
    }
  };
  reach(exit, 1);
  std::size_t next = 0;  // the queue grows meanwhile
  while (next < queue.size()) {
    const TerminalIndex t = queue[next++];
    if (graph.across(t) >= 0) {
      reach(static_cast<TerminalIndex>(graph.across(t)), static_cast<std::uint16_t>(result[t] + 1));
    }
  }
}

WalkDistances::WalkDistances(const MeshTask& task)
    : terminals_(task.graph().terminals()),
      to_exit_(task.nets().size() * terminals_),
      lengths_(task.nets().size()) {
  std::vector<TerminalIndex> queue;
  queue.reserve(terminals_);
  for (std::size_t net = 0; net < lengths_.size(); ++net) {
    std::uint16_t* const here = to_exit_.data() + net * terminals_;
    walk_distances(task, task.nets()[net].exit, here, queue);
    lengths_[net] = here[task.nets()[net].start];
  }
}

std::int64_t WalkDistances::total() const {
  std::int64_t sum = 0;
  for (const std::uint16_t length : lengths_) {
    sum += length;
  }
  return sum;
}

}  // namespace heliograph::photonics
