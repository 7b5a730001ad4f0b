// SPDX-License-Identifier: Apache-2.0
#include "photonics/calibration/monitor_way.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>
#include <variant>

namespace heliograph::photonics {

namespace {

/// Where a rail on the left of a cell gets its light from: an input, a rail on the right of another
/// cell, or nowhere.
using WayStart = std::variant<std::monostate, base::PortId, CellRail>;
using WayStarts = std::vector<std::array<WayStart, 2>>;

WayStarts starts_of(const CellGraph& graph) {
  WayStarts starts(graph.cells());
  for (std::size_t input = 0; input < graph.ports(); ++input) {
    if (const auto* at = std::get_if<CellRail>(&graph.inputs[input])) {
      starts[base::index(at->cell)][at->rail] = static_cast<base::PortId>(input);
    }
  }
  for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
    for (std::size_t rail = 0; rail < 2; ++rail) {
      if (const auto* at = std::get_if<CellRail>(&graph.after[cell][rail])) {
        starts[base::index(at->cell)][at->rail] = CellRail{static_cast<base::CellId>(cell), rail};
      }
    }
  }
  return starts;
}

/// A cell on the way, with the rail on which light enters it.
struct WayCell {
  CellRail at;
  CellState state = CellState::bar;
};

/// A way from an input to a cell, in the order of the light; the cell itself is not in it.
struct Way {
  base::PortId input{};
  std::vector<WayCell> cells;
};

/// The shortest way from each input that can reach `to`, shortest first.
std::vector<Way> ways_to(const WayStarts& starts, const CellRail& to,
                         const std::vector<CellState>& idle) {
  struct Visit {
    CellRail at;
    CellState state = CellState::bar;  ///< of that cell; of `to` it means nothing
    std::size_t next = 0;              ///< number of the visit after it in the order of the light
  };
  std::vector<Visit> visits{{to, CellState::bar, 0}};
  std::vector<std::array<bool, 2>> seen(starts.size());
  std::vector<Way> ways;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const Visit visit = visits[i];
    const WayStart& start = starts[base::index(visit.at.cell)][visit.at.rail];
    if (const auto* input = std::get_if<base::PortId>(&start)) {
      Way way;
      way.input = *input;
      for (std::size_t k = i; k != 0; k = visits[k].next) {
        way.cells.push_back({visits[k].at, visits[k].state});
      }
      ways.push_back(std::move(way));
    } else if (const auto* from = std::get_if<CellRail>(&start)) {
      const std::size_t cell = base::index(from->cell);
      const CellState other = idle[cell] == CellState::bar ? CellState::cross : CellState::bar;
      for (const CellState state : {idle[cell], other}) {
        const std::size_t rail = rail_after(from->rail, state);
        if (!seen[cell][rail]) {
          seen[cell][rail] = true;
          visits.push_back({{from->cell, rail}, state, i});
        }
      }
    }
  }
  return ways;
}

/// What leaks out of a cell on the way ends at `target`.
bool strays_to(const CellGraph& graph, const WayCell& leaking, base::CellId target,
               const std::vector<CellState>& states) {
  const WayEnd* end =
      &graph.after[base::index(leaking.at.cell)][rail_after(leaking.at.rail, leaking.state) ^ 1U];
  while (const auto* at = std::get_if<CellRail>(end)) {
    if (at->cell == target) {
      return true;
    }
    end = &graph.next(*at, states[base::index(at->cell)]);
  }
  return false;
}

MonitorWay with_states(const CellGraph& graph, const Way& way, const CellRail& target,
                       const std::vector<CellState>& idle) {
  MonitorWay result{way.input, target.rail, idle, 0};
  for (const WayCell& cell : way.cells) {
    result.states[base::index(cell.at.cell)] = cell.state;
  }
  for (const WayCell& cell : way.cells) {
    result.strays += strays_to(graph, cell, target.cell, result.states) ? 1 : 0;
  }
  return result;
}

}  // namespace

std::vector<bool> cells_before(const CellGraph& graph, base::CellId cell) {
  const WayStarts starts = starts_of(graph);
  std::vector<bool> before(graph.cells());
  std::deque<std::size_t> open{base::index(cell)};
  while (!open.empty()) {
    for (const WayStart& start : starts[open.front()]) {
      const auto* from = std::get_if<CellRail>(&start);
      if (from != nullptr && !before[base::index(from->cell)]) {
        before[base::index(from->cell)] = true;
        open.push_back(base::index(from->cell));
      }
    }
    open.pop_front();
  }
  return before;
}

std::optional<MonitorWay> find_monitor_way(const CellGraph& graph, base::CellId cell,
                                           const std::vector<CellState>& idle) {
  const WayStarts starts = starts_of(graph);
  std::vector<std::pair<std::size_t, Way>> ways;  // with the rail that they lead to
  for (std::size_t rail = 0; rail < 2; ++rail) {
    for (Way& way : ways_to(starts, {cell, rail}, idle)) {
      ways.emplace_back(rail, std::move(way));
    }
  }
  std::stable_sort(ways.begin(), ways.end(), [](const auto& a, const auto& b) {
    return a.second.cells.size() < b.second.cells.size();
  });
  std::optional<MonitorWay> best;
  for (const auto& [rail, way] : ways) {
    MonitorWay found = with_states(graph, way, {cell, rail}, idle);
    if (!best || found.strays < best->strays) {
      best = std::move(found);
    }
    if (best->strays == 0) {
      break;
    }
  }
  return best;
}

}  // namespace heliograph::photonics
