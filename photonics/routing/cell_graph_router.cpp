// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/cell_graph_router.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "photonics/routing/cell_search.hpp"

namespace heliograph::photonics {

namespace {

std::string text_of(const Matching& matching) {
  std::string text;
  for (std::size_t input = 0; input < matching.ports(); ++input) {
    if (const auto output = matching.output_of(static_cast<base::PortId>(input))) {
      text += (text.empty() ? "" : ", ") + std::to_string(input) + " to " +
              std::to_string(base::index(*output));
    }
  }
  return text;
}

/// Inputs whose circuit is in both matchings.
std::vector<base::PortId> staying(const Matching& wanted, const Matching& present) {
  std::vector<base::PortId> inputs;
  for (std::size_t input = 0; input < wanted.ports(); ++input) {
    const auto port = static_cast<base::PortId>(input);
    if (wanted.output_of(port) && wanted.output_of(port) == present.output_of(port)) {
      inputs.push_back(port);
    }
  }
  return inputs;
}

void fix(const std::vector<PathHop>& hops, PartialStates& states) {
  for (const PathHop& hop : hops) {
    states[base::index(hop.cell)] = hop.state;
  }
}

class Route {
 public:
  Route(const CellGraph& graph, const std::vector<base::CellId>& order, const Matching& wanted,
        const std::vector<CellState>& present_states, std::size_t steps)
      : graph_(graph),
        wanted_(wanted),
        present_states_(present_states),
        steps_(steps),
        search_(graph, order, wanted, present_states) {}

  /// States that keep the paths of as many of `inputs` as the router promises.
  PartialStates find(const std::vector<base::PortId>& inputs) {
    std::vector<std::vector<PathHop>> paths;
    for (const base::PortId input : inputs) {
      CellWalk way = walk(graph_, input, present_states_);
      // A circuit need not work at present: then there is no path to keep.
      if (way.output == wanted_.output_of(input)) {
        paths.push_back(std::move(way.hops));
      }
    }
    PartialStates fixed(graph_.cells());
    PartialStates all = fixed;
    for (const std::vector<PathHop>& path : paths) {
      fix(path, all);
    }
    PartialStates found = all;
    if (search_.run(found, steps_) == CellSearch::Outcome::found) {
      return found;
    }
    found = free_route();
    for (const std::vector<PathHop>& path : paths) {
      PartialStates more = fixed;
      fix(path, more);
      PartialStates attempt = more;
      if (search_.run(attempt, steps_) == CellSearch::Outcome::found) {
        fixed = std::move(more);
        found = std::move(attempt);
      }
    }
    return found;
  }

 private:
  PartialStates free_route() {
    PartialStates states(graph_.cells());
    switch (search_.run(states, steps_)) {
      case CellSearch::Outcome::found:
        break;
      case CellSearch::Outcome::impossible:
        throw RoutingFailed("no states of the fabric's cells realise the circuits " +
                            text_of(wanted_) + " together");
      case CellSearch::Outcome::gave_up:
        throw RoutingFailed(
            "the search for states of the fabric's cells that realise the circuits " +
            text_of(wanted_) + " gave up after " + std::to_string(steps_) + " steps");
    }
    return states;
  }

  const CellGraph& graph_;
  const Matching& wanted_;
  const std::vector<CellState>& present_states_;
  std::size_t steps_;
  CellSearch search_;
};

bool touches(const std::vector<PathHop>& hops, const std::vector<bool>& changed) {
  for (const PathHop& hop : hops) {
    if (changed[base::index(hop.cell)]) {
      return true;
    }
  }
  return false;
}

}  // namespace

CellGraphRouter::CellGraphRouter(CellGraph graph, std::size_t steps)
    : graph_(std::move(graph)), order_(light_order(graph_)), steps_(steps) {}

RoutingResult CellGraphRouter::route(const RoutingRequest& request) const {
  const Matching& wanted = request.wanted;
  const Matching& present = request.present;
  const std::vector<CellState>& present_states = request.present_states;
  if (wanted.ports() != graph_.ports() || present.ports() != graph_.ports()) {
    throw std::invalid_argument("the matchings are not of this fabric's number of ports");
  }
  if (present_states.size() != graph_.cells()) {
    throw std::invalid_argument("a state is needed for each cell of the fabric");
  }
  const std::vector<base::PortId> kept = staying(wanted, present);
  const PartialStates found = Route(graph_, order_, wanted, present_states, steps_).find(kept);
  std::vector<CellState> decided = present_states;
  for (std::size_t cell = 0; cell < decided.size(); ++cell) {
    decided[cell] = found[cell].value_or(decided[cell]);
  }
  RoutingResult result;
  result.states = present_states;
  for (std::size_t input = 0; input < wanted.ports(); ++input) {
    const auto port = static_cast<base::PortId>(input);
    if (wanted.output_of(port)) {
      for (const PathHop& hop : walk(graph_, port, decided).hops) {
        result.states[base::index(hop.cell)] = hop.state;
      }
    }
  }
  std::vector<bool> changed(graph_.cells());
  for (std::size_t cell = 0; cell < graph_.cells(); ++cell) {
    changed[cell] = result.states[cell] != present_states[cell];
    if (changed[cell]) {
      result.changed.push_back(static_cast<base::CellId>(cell));
    }
  }
  for (const base::PortId input : kept) {
    if (touches(walk(graph_, input, present_states).hops, changed) ||
        touches(walk(graph_, input, result.states).hops, changed)) {
      result.disturbed_inputs.push_back(input);
    }
  }
  return result;
}

}  // namespace heliograph::photonics
