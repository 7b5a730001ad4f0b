// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/step_costs.hpp"

#include <algorithm>
#include <cmath>

namespace heliograph::photonics {

namespace {

constexpr double kBillionths = 1e9;
constexpr double kMostDecibel = 1e4;  // a cell that lets nothing through
constexpr std::uint32_t kKept = 2;    // of a cell that keeps its state, in StepCosts

}  // namespace

MeshLosses::MeshLosses(const SwitchFabric& fabric) {
  steps_.reserve(8 * fabric.cells());
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    for (std::size_t rail = 0; rail < kCellRails; ++rail) {
      for (const unsigned state : {0U, 1U}) {
        const double loss =
            fabric.cell_cost({static_cast<base::CellId>(cell), rail}, state_of_number(state))
                .loss.value();
        steps_.push_back(std::llround(std::clamp(loss, 0.0, kMostDecibel) * kBillionths));
      }
    }
  }
  least_ = steps_.empty() ? 0 : *std::min_element(steps_.begin(), steps_.end());
}

std::int64_t MeshLosses::of(const MeshGraph& graph, const MeshRoute& route) const {
  std::int64_t sum = 0;
  TerminalIndex t = graph.port_terminal(base::index(route.from));
  for (const PathHop& hop : route.hops) {
    const unsigned state = state_number(hop.state);
    sum += step(t, state);
    t = static_cast<TerminalIndex>(std::max(0, graph.across(leaving_at(t, state))));
  }
  return sum;
}

StepCosts::StepCosts(const MeshTask& task, const MeshLosses* losses)
    : steps_(2 * task.graph().terminals(), kUnit) {
  const MeshObjective objective = task.request().objective;
  for (TerminalIndex t = 0; t < task.graph().terminals(); ++t) {
    for (const unsigned state : {0U, 1U}) {
      std::uint32_t& cost = steps_[2 * t + state];
      if (objective == MeshObjective::fewest_changes) {
        cost = task.changes(cell_of(t), state) ? 4 * kUnit : kKept;
      } else if (objective == MeshObjective::least_worst_loss && losses != nullptr &&
                 losses->least() > 0) {
        // A ten times dearer cell is avoided like one that is ten cells long.
        const double ratio =
            static_cast<double>(losses->step(t, state)) / static_cast<double>(losses->least());
        cost = static_cast<std::uint32_t>(std::lround(std::min(ratio, 10.0) * kUnit));
      }
    }
  }
  changes_ = objective == MeshObjective::fewest_changes;
  least_ = changes_ ? kKept : kUnit;
}

}  // namespace heliograph::photonics
