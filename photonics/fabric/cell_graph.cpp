// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/cell_graph.hpp"

#include <algorithm>
#include <stdexcept>

namespace heliograph::photonics {

namespace {

/// Which ends of a graph's waveguides have been reached.
class Reached {
 public:
  explicit Reached(const CellGraph& graph) : rails_(graph.cells()), outputs_(graph.ports()) {}

  void add(const WayEnd& end) {
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      if (base::index(rail->cell) >= rails_.size() || rail->rail >= kCellRails) {
        throw std::invalid_argument("a waveguide leads to a cell that is not there");
      }
      bool& reached = rails_[base::index(rail->cell)][rail->rail];
      if (reached) {
        throw std::invalid_argument("two waveguides lead to the same rail of a cell");
      }
      reached = true;
    } else if (const auto* port = std::get_if<base::PortId>(&end)) {
      const std::size_t output = base::index(*port);
      if (output >= outputs_.size() || outputs_[output]) {
        throw std::invalid_argument("an output is not there, or is reached by two waveguides");
      }
      outputs_[output] = true;
    }
  }
  [[nodiscard]] bool all_outputs() const {
    return std::find(outputs_.begin(), outputs_.end(), false) == outputs_.end();
  }
  /// Rails by which light can enter a cell.
  [[nodiscard]] std::size_t entries(std::size_t cell) const {
    return static_cast<std::size_t>(std::count(rails_[cell].begin(), rails_[cell].end(), true));
  }

 private:
  std::vector<std::array<bool, kCellRails>> rails_;
  std::vector<bool> outputs_;
};

}  // namespace

std::vector<base::CellId> light_order(const CellGraph& graph) {
  Reached reached(graph);
  for (const WayEnd& end : graph.inputs) {
    reached.add(end);
  }
  for (const std::array<WayEnd, kCellRails>& ends : graph.after) {
    for (const WayEnd& end : ends) {
      reached.add(end);
    }
  }
  if (!reached.all_outputs()) {
    throw std::invalid_argument("no waveguide leads to one of the outputs");
  }
  std::vector<std::size_t> missing(graph.cells());
  std::vector<base::CellId> order;
  for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
    missing[cell] = reached.entries(cell);
    if (missing[cell] == 0) {
      order.push_back(static_cast<base::CellId>(cell));
    }
  }
  const auto arrive = [&](const WayEnd& end) {
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      if (--missing[base::index(rail->cell)] == 0) {
        order.push_back(rail->cell);
      }
    }
  };
  for (const WayEnd& end : graph.inputs) {
    arrive(end);
  }
  std::size_t met = 0;
  while (met < order.size()) {  // it grows on the way
    for (const WayEnd& end : graph.after[base::index(order[met++])]) {
      arrive(end);
    }
  }
  if (order.size() != graph.cells()) {
    throw std::invalid_argument("light can return to a cell that it has passed");
  }
  return order;
}

bool is_feed_forward(const CellGraph& graph) {
  try {
    static_cast<void>(light_order(graph));
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

CellWalk walk(const CellGraph& graph, base::PortId input, const std::vector<CellState>& states) {
  CellWalk way;
  const WayEnd* end = &graph.inputs[base::index(input)];
  while (const auto* at = std::get_if<CellRail>(end)) {
    const CellState state = states[base::index(at->cell)];
    way.hops.push_back({at->cell, state});
    end = &graph.next(*at, state);
  }
  if (const auto* port = std::get_if<base::PortId>(end)) {
    way.output = *port;
  }
  return way;
}

}  // namespace heliograph::photonics
