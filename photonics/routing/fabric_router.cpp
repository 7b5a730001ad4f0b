// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/fabric_router.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "photonics/routing/exchange.hpp"

namespace heliograph::photonics {

namespace {

using Outcome = CellSearch::Outcome;

void fix(const WantedCircuit& circuit, PartialStates& states) {
  for (const PathHop& hop : circuit.present_way) {
    states[base::index(hop.cell)] = hop.state;
  }
}

/// The states that the untouchable circuits, or all that work, insist on.
PartialStates fixed_states(const RoutingTask& task, bool all_that_work) {
  PartialStates states(task.graph().cells());
  for (const WantedCircuit& circuit : task.circuits()) {
    if (circuit.untouchable || (all_that_work && circuit.works)) {
      fix(circuit, states);
    }
  }
  return states;
}

RoutingResult result_of(const RoutingTask& task, const PartialStates& found) {
  std::vector<CellState> states = task.request().present_states;
  for (std::size_t cell = 0; cell < states.size(); ++cell) {
    states[cell] = found[cell].value_or(states[cell]);
  }
  return task.result_of(states);
}

[[noreturn]] void fail(const RoutingTask& task, Outcome outcome, std::size_t decisions) {
  const std::string circuits =
      task.wanted_text() + (task.has_untouchable() ? " while those of the inputs " +
                                                         task.untouchable_text() + " stay untouched"
                                                   : "");
  if (outcome == Outcome::impossible) {
    throw RoutingFailed("no states of the fabric's cells realise the circuits " + circuits +
                        (task.has_untouchable() ? "" : " together"));
  }
  throw RoutingFailed("the search for states of the fabric's cells that realise the circuits " +
                      circuits + " gave up after " + std::to_string(decisions) + " steps");
}

}  // namespace

FabricRouter::FabricRouter(RoutedFabric fabric, std::unique_ptr<const RoutingRule> rule,
                           const Options& options)
    : fabric_(std::move(fabric)), rule_(std::move(rule)), options_(options) {}

RoutingResult FabricRouter::route(const RoutingRequest& request) const {
  const RoutingTask task(fabric_.graph, request);
  if (request.objective == RoutingObjective::least_loss && !fabric_.losses) {
    throw std::invalid_argument(
        "the least loss is asked of a router that was made without its fabric's losses");
  }
  std::optional<RoutingResult> result = without_search(task);
  if (!result || request.effort > 0) {
    CellSearch search(fabric_, task);
    if (!result) {
      result = searched(task, search);
    }
    if (request.effort > 0) {
      improve(task, search, *result);
    }
  }
  if (result->changed.empty() && request.objective != RoutingObjective::least_loss) {
    result->proved_optimal = true;
  }
  return *std::move(result);
}

std::optional<RoutingResult> FabricRouter::without_search(const RoutingTask& task) const {
  // A circuit that cells left in bar happen to carry would be off its own way, and in others'.
  if (!options_.by_rule_only && task.carried_by(task.request().present_states)) {
    RoutingResult result = task.result_of(task.request().present_states);
    if (acceptable(task, result)) {
      return result;
    }
  }
  if (rule_) {
    RoutingResult result = task.result_of(rule_->states_for(task));
    if (acceptable(task, result)) {
      return result;
    }
  }
  return std::nullopt;
}

bool FabricRouter::acceptable(const RoutingTask& task, const RoutingResult& result) const {
  if (!task.fulfilled_by(result)) {
    return false;
  }
  if (fabric_.one_signal_a_cell) {
    std::vector<bool> taken(fabric_.graph.cells());
    for (const WantedCircuit& circuit : task.circuits()) {
      for (const PathHop& hop : walk(fabric_.graph, circuit.input, result.states).hops) {
        if (taken[base::index(hop.cell)]) {
          return false;
        }
        taken[base::index(hop.cell)] = true;
      }
    }
  }
  return true;
}

RoutingResult FabricRouter::searched(const RoutingTask& task, CellSearch& search) const {
  const std::size_t begin = search.visits();
  const auto limits = [&](std::size_t share) {
    const std::size_t spent = std::min(options_.visits, search.visits() - begin);
    return CellSearch::Limits{options_.decisions, (options_.visits - spent) / share};
  };
  PartialStates found = fixed_states(task, true);
  if (search.run(found, limits(4)) == Outcome::found) {
    return result_of(task, found);
  }
  PartialStates fixed = fixed_states(task, false);
  found = fixed;
  const Outcome outcome = search.run(found, limits(1));
  if (outcome != Outcome::found) {
    fail(task, outcome, search.decisions());
  }
  for (const WantedCircuit& circuit : task.circuits()) {
    if (circuit.works && !circuit.untouchable) {
      PartialStates more = fixed;
      fix(circuit, more);
      PartialStates attempt = more;
      if (search.run(attempt, limits(4)) == Outcome::found) {
        fixed = std::move(more);
        found = std::move(attempt);
      }
    }
  }
  return result_of(task, found);
}

void FabricRouter::improve(const RoutingTask& task, CellSearch& search,
                           RoutingResult& result) const {
  const std::size_t begin = search.visits();
  const auto left = [&] {
    CellSearch::Limits limits;
    limits.visits =
        task.request().effort - std::min(task.request().effort, search.visits() - begin);
    return limits;
  };
  RoutingCost cost = cost_of(fabric_, task, result);
  const auto take = [&](const PartialStates& states) {
    RoutingResult other = result_of(task, states);
    const RoutingCost its = cost_of(fabric_, task, other);
    if (its < cost) {
      cost = its;
      result = std::move(other);
    }
  };
  const PartialStates start = fixed_states(task, false);
  const std::optional<RoutingCost> bound = search.bound_from(start);
  if (!bound || !(*bound < cost)) {
    result.proved_optimal = true;
    return;
  }
  if (options_.by_rule_only) {
    return;
  }
  // Keeping all at once is found, or refuted, much sooner than by deciding cell by cell.
  if (task.request().objective == RoutingObjective::least_disturbance && cost.first > 0) {
    const auto exchanged = exchanged_states(task);
    if (exchanged && acceptable(task, task.result_of(*exchanged))) {
      take(PartialStates(exchanged->begin(), exchanged->end()));
    }
  }
  if (task.request().objective == RoutingObjective::least_disturbance && cost.first > 0) {
    PartialStates states = fixed_states(task, true);
    CellSearch::Limits limits = left();
    limits.visits /= 4;
    if (search.run(states, limits) == Outcome::found) {
      take(states);
    }
  }
  const CellSearch::Improvement better = search.improve(start, cost, left());
  if (better.states) {
    take(*better.states);
  }
  result.proved_optimal = better.complete;
}

}  // namespace heliograph::photonics
