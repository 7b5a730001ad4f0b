// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/interposer_router.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace heliograph::photonics {

namespace {

using Lane = std::optional<std::size_t>;
using LineKey = std::pair<BusDirection, std::size_t>;

struct LineRun {
  std::size_t circuit = 0;  ///< by position in the task
  BusRun run;
  Lane present;
  bool untouchable = false;
};

/// Which stretches of one lane are taken.
class LaneUse {
 public:
  explicit LaneUse(std::size_t lanes) : taken_(lanes) {}

  [[nodiscard]] bool take(std::size_t lane, const BusRun& run) {
    const bool free = std::none_of(
        taken_[lane].begin(), taken_[lane].end(),
        [&](const BusRun& other) { return run.begin < other.end && other.begin < run.end; });
    if (free) {
      taken_[lane].push_back(run);
    }
    return free;
  }
  [[nodiscard]] Lane take_first(const BusRun& run) {
    for (std::size_t lane = 0; lane < taken_.size(); ++lane) {
      if (take(lane, run)) {
        return lane;
      }
    }
    return std::nullopt;
  }

 private:
  std::vector<std::vector<BusRun>> taken_;
};

enum class KeepLanes { all, untouchable, none };

/// A lane for each run of a line, if that works out.
std::optional<std::vector<std::size_t>> colour(const std::vector<LineRun>& runs, std::size_t lanes,
                                               KeepLanes keep) {
  LaneUse use(lanes);
  std::vector<std::size_t> found(runs.size());
  std::vector<bool> done(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool kept =
        keep == KeepLanes::all || (keep == KeepLanes::untouchable && runs[i].untouchable);
    if (kept && runs[i].present) {
      if (!use.take(*runs[i].present, runs[i].run)) {
        return std::nullopt;
      }
      found[i] = *runs[i].present;
      done[i] = true;
    }
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!done[i]) {
      const Lane lane = use.take_first(runs[i].run);
      if (!lane) {
        return std::nullopt;
      }
      found[i] = *lane;
    }
  }
  return found;
}

/// The lanes of the row and the column that a circuit's light takes now, if it goes by lanes.
std::optional<std::array<std::size_t, 2>> present_lanes(const InterposerPlan& plan,
                                                        const WantedCircuit& circuit) {
  const auto same = [](const std::vector<PathHop>& a, const std::vector<PathHop>& b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const PathHop& x, const PathHop& y) { return x.cell == y.cell && x.state == y.state; });
  };
  const std::size_t lanes = plan.shape().buses;
  const std::size_t rows = plan.run_along_row(circuit.input, circuit.output) ? lanes : 1;
  const std::size_t columns = plan.run_along_column(circuit.input, circuit.output) ? lanes : 1;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      if (same(plan.way(circuit.input, circuit.output, row, column), circuit.present_way)) {
        return std::array<std::size_t, 2>{row, column};
      }
    }
  }
  return std::nullopt;
}

std::string circuits_text(const Matching& wanted, const std::vector<base::PortId>& inputs) {
  std::string text;
  for (const base::PortId input : inputs) {
    text += text.empty() ? "" : ", ";
    text += std::to_string(base::index(input));
    text += " to ";
    text += std::to_string(base::index(*wanted.output_of(input)));
  }
  return text;
}

[[noreturn]] void refuse_full(const InterposerPlan& plan, const Matching& wanted,
                              const std::vector<FullBus>& full) {
  const FullBus& worst = full.front();
  const std::size_t buses = plan.shape().buses;
  std::string text = "the bus from ";
  text += plan.tile_name(worst.from);
  text += " to ";
  text += plan.tile_name(worst.to);
  text += " is full: ";
  text += std::to_string(worst.inputs.size());
  text += " circuits (";
  text += circuits_text(wanted, worst.inputs);
  text += ") need one of its ";
  text += std::to_string(buses);
  text += buses == 1 ? " waveguide each" : " waveguides each";
  if (full.size() > 1) {
    text += "; so it is with ";
    text += std::to_string(full.size() - 1);
    text += full.size() == 2 ? " other bus" : " other buses";
  }
  throw RoutingFailed(text);
}

FabricRouter::Options interposer_options() {
  FabricRouter::Options options;
  options.by_rule_only = true;
  return options;
}

}  // namespace

std::vector<FullBus> full_buses(const InterposerPlan& plan, const Matching& wanted) {
  std::map<std::tuple<BusDirection, std::size_t, std::size_t>, std::vector<base::PortId>> loads;
  for (std::size_t i = 0; i < wanted.ports(); ++i) {
    const auto input = static_cast<base::PortId>(i);
    const std::optional<base::PortId> output = wanted.output_of(input);
    if (!output) {
      continue;
    }
    for (const std::optional<BusRun>& run :
         {plan.run_along_row(input, *output), plan.run_along_column(input, *output)}) {
      for (std::size_t place = run ? run->begin : 0; run && place < run->end; ++place) {
        loads[{run->direction, run->line, place}].push_back(input);
      }
    }
  }
  std::vector<FullBus> full;
  for (const auto& [bus, inputs] : loads) {
    const auto& [direction, line, place] = bus;
    if (inputs.size() > plan.shape().buses) {
      full.push_back(
          {plan.tile_on(direction, line, place), plan.tile_on(direction, line, place + 1), inputs});
    }
  }
  std::stable_sort(full.begin(), full.end(), [](const FullBus& a, const FullBus& b) {
    return a.inputs.size() > b.inputs.size();
  });
  return full;
}

std::vector<CellState> InterposerRule::states_for(const RoutingTask& task) const {
  std::map<LineKey, std::vector<LineRun>> lines;
  const std::vector<WantedCircuit>& circuits = task.circuits();
  for (std::size_t i = 0; i < circuits.size(); ++i) {
    const WantedCircuit& circuit = circuits[i];
    std::optional<std::array<std::size_t, 2>> present;
    if (circuit.works) {
      present = present_lanes(*plan_, circuit);
    }
    const auto add = [&](const std::optional<BusRun>& run, std::size_t which) {
      if (run) {
        lines[{run->direction, run->line}].push_back(
            {i, *run, present ? Lane((*present)[which]) : std::nullopt, circuit.untouchable});
      }
    };
    add(plan_->run_along_row(circuit.input, circuit.output), 0);
    add(plan_->run_along_column(circuit.input, circuit.output), 1);
  }
  std::vector<std::array<std::size_t, 2>> lanes(circuits.size());
  for (auto& [line, runs] : lines) {
    std::stable_sort(runs.begin(), runs.end(),
                     [](const LineRun& a, const LineRun& b) { return a.run.begin < b.run.begin; });
    const bool along_row = line.first == BusDirection::east || line.first == BusDirection::west;
    for (const KeepLanes keep : {KeepLanes::all, KeepLanes::untouchable, KeepLanes::none}) {
      if (const auto found = colour(runs, plan_->shape().buses, keep)) {
        for (std::size_t i = 0; i < runs.size(); ++i) {
          lanes[runs[i].circuit][along_row ? 0 : 1] = (*found)[i];
        }
        break;
      }
    }
  }
  std::vector<CellState> states = task.request().present_states;
  for (std::size_t i = 0; i < circuits.size(); ++i) {
    for (const PathHop& hop :
         plan_->way(circuits[i].input, circuits[i].output, lanes[i][0], lanes[i][1])) {
      states[base::index(hop.cell)] = hop.state;
    }
  }
  return states;
}

InterposerRouter::InterposerRouter(std::shared_ptr<const InterposerPlan> plan,
                                   const SwitchFabric& fabric)
    : plan_(std::move(plan)),
      router_(RoutedFabric(fabric), std::make_unique<InterposerRule>(plan_), interposer_options()) {
  if (plan_->shape().ports() != fabric.ports() || plan_->layout().graph.cells() != fabric.cells()) {
    throw std::invalid_argument("the fabric is not the interposer that its router plans for");
  }
}

RoutingResult InterposerRouter::route(const RoutingRequest& request) const {
  if (request.wanted.ports() == plan_->shape().ports()) {  // else the router complains
    const std::vector<FullBus> full = full_buses(*plan_, request.wanted);
    if (!full.empty()) {
      refuse_full(*plan_, request.wanted, full);
    }
  }
  return router_.route(request);
}

}  // namespace heliograph::photonics
