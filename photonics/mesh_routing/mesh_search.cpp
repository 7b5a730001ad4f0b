// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/mesh_search.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "photonics/mesh_routing/label_formula.hpp"
#include "photonics/mesh_routing/negotiation.hpp"
#include "photonics/mesh_routing/park_idle.hpp"

namespace heliograph::photonics {

namespace {

// Rounds over shortest walks only, and before the solver is asked for the first time.
constexpr std::size_t kShortestRounds = 12;
constexpr std::size_t kFirstRounds = 40;
// From other orders of the circuits, where the solver did not decide: several beginnings find more
// than one that goes on and on.
constexpr std::size_t kMoreBeginnings = 6;
// Of its first question: most that can be decided at all are decided by then.
constexpr std::size_t kFirstConflicts = 3000;
// Of each question that makes a core smaller.
constexpr std::size_t kCoreConflicts = 2000;

}  // namespace

MeshSearch::MeshSearch(const MeshTask& task, const CutBounds& cuts, const MeshLosses* losses)
    : task_(task),
      graph_(task.graph()),
      request_(task.request()),
      cuts_(cuts),
      losses_(losses),
      distances_(task),
      costs_(task, losses) {}

MeshResult MeshSearch::run() {
  core_ = obvious_core();
  if (!core_.empty()) {
    infeasible_ = true;
    if (core_.size() > 1 && request_.effort.smallest_core) {
      make_core_small();
    }
    core_is_minimal_ = core_is_minimal_ || core_.size() == 1;
    return result();
  }
  set_lower_bound();
  find();
  if (infeasible_ && request_.effort.smallest_core) {
    make_core_small();
  }
  if (best_ && !done() && request_.effort.prove_best) {
    prove();
  }
  return result();
}

std::vector<std::size_t> MeshSearch::obvious_core() const {
  for (std::size_t net = 0; net < task_.nets().size(); ++net) {
    if (distances_.length(net) == WalkDistances::kNever) {
      return {net};
    }
  }
  return cuts_.too_many(task_);
}

std::int64_t MeshSearch::worth(const std::vector<MeshRoute>& routes) const {
  std::int64_t sum = 0;
  std::int64_t most = 0;
  for (const MeshRoute& route : routes) {
    const std::int64_t one = request_.objective == MeshObjective::least_worst_loss
                                 ? losses_->of(graph_, route)
                                 : static_cast<std::int64_t>(route.cells());
    sum += one;
    most = std::max(most, one);
  }
  return request_.objective == MeshObjective::fewest_pucs ? sum : most;
}

std::optional<MeshSearch::Candidate> MeshSearch::judge(const std::vector<CellState>& states) const {
  std::vector<MeshRoute> routes;
  routes.reserve(request_.pairs.size());
  Candidate candidate;
  candidate.states.resize(graph_.cells());
  for (const MeshPair& pair : request_.pairs) {
    routes.push_back(route_from(graph_, pair.a, states));
    const MeshRoute& route = routes.back();
    if (route.to != pair.b) {
      return std::nullopt;
    }
    for (const PathHop& hop : route.hops) {
      const std::size_t cell = base::index(hop.cell);
      if (!task_.allows(cell, state_number(hop.state))) {
        return std::nullopt;
      }
      candidate.states[cell] = hop.state;
    }
    candidate.second += static_cast<std::int64_t>(route.cells());
  }
  if (request_.objective == MeshObjective::fewest_changes) {
    for (std::size_t cell = 0; cell < graph_.cells(); ++cell) {
      const std::optional<CellState>& state = candidate.states[cell];
      const bool changes =
          state && task_.rule(cell) == CellRule::free && task_.changes(cell, state_number(*state));
      candidate.value += changes ? 1 : 0;
    }
  } else {
    candidate.value = worth(routes);
  }
  return candidate;
}

std::vector<CellState> MeshSearch::completed(
    const std::vector<std::optional<CellState>>& states) const {
  std::vector<CellState> all(graph_.cells(), CellState::cross);
  for (std::size_t cell = 0; cell < all.size(); ++cell) {
    if (states[cell]) {
      all[cell] = *states[cell];
    } else if (task_.rule(cell) == CellRule::bar) {
      all[cell] = CellState::bar;
    } else if (task_.rule(cell) == CellRule::free && task_.has_present()) {
      all[cell] = request_.present[cell];
    }
  }
  return all;
}

bool MeshSearch::offer(const std::vector<CellState>& states) {
  std::optional<Candidate> candidate = judge(states);
  if (!candidate) {
    return false;
  }
  if (!best_ ||
      std::pair(candidate->value, candidate->second) < std::pair(best_->value, best_->second)) {
    best_ = std::move(candidate);
  }
  return true;
}

bool MeshSearch::offer(const Negotiation& negotiation) {
  std::vector<std::optional<CellState>> states(graph_.cells());
  const std::vector<unsigned char> wanted = negotiation.states();
  for (std::size_t cell = 0; cell < wanted.size(); ++cell) {
    if (wanted[cell] < 2) {
      states[cell] = state_of_number(wanted[cell]);
    }
  }
  return offer(completed(states));
}

bool MeshSearch::negotiate(Negotiation& negotiation, std::size_t rounds, std::size_t slack) {
  return negotiation.run(rounds, slack) && offer(negotiation);
}

void MeshSearch::find() {
  if (task_.has_present()) {
    const std::vector<std::optional<CellState>> none(graph_.cells());
    offer(completed(none));  // what is there may do
  }
  if (done()) {
    return;
  }
  Negotiation negotiation(task_, distances_, costs_, request_.seed);
  const std::size_t rounds = request_.effort.rounds;
  const std::size_t any = graph_.terminals();
  const bool by_length = request_.objective != MeshObjective::fewest_changes;
  bool found = by_length && negotiate(negotiation, std::min(rounds, kShortestRounds), 0);
  found = found || negotiate(negotiation, std::min(rounds, kFirstRounds), any);
  if (!found && !best_) {
    const std::size_t conflicts = request_.effort.conflicts;
    ask_solver(std::min(conflicts, kFirstConflicts));
    for (std::size_t i = 0; i < kMoreBeginnings && rounds > kFirstRounds; ++i) {
      found = found || (!best_ && !infeasible_ && negotiate(negotiation, rounds, any));
    }
    if (!found && !best_ && !infeasible_) {
      ask_solver_of(negotiation.in_conflict(), conflicts);
    }
    if (!best_ && !infeasible_ && conflicts > kFirstConflicts) {
      ask_solver(conflicts);
    }
  }
  if (found && !done()) {
    improve(negotiation);
  }
}

void MeshSearch::improve(Negotiation& negotiation) {
  // Several beginnings are worth more than a long time with one.
  constexpr std::size_t kBeginnings = 4;
  const bool worst = request_.objective == MeshObjective::shortest_longest ||
                     request_.objective == MeshObjective::least_worst_loss;
  const std::size_t attempts = request_.effort.improvements / kBeginnings;
  const bool by_cells = request_.objective == MeshObjective::fewest_pucs ||
                        request_.objective == MeshObjective::shortest_longest;
  const std::int64_t enough = by_cells ? lower_bound_ * StepCosts::kUnit : 0;
  for (std::size_t i = 0; i < kBeginnings && attempts > 0 && !done(); ++i) {
    if (i > 0 && !negotiation.run(kFirstRounds, graph_.terminals())) {
      continue;
    }
    if (worst) {
      negotiation.improve_worst(attempts, enough);
    } else {
      negotiation.improve(attempts, enough);
    }
    offer(negotiation);
  }
}

void MeshSearch::ask_solver(std::size_t conflicts) {
  if (conflicts == 0 || !SatSolver::available()) {
    return;
  }
  std::vector<std::size_t> nets(task_.nets().size());
  std::iota(nets.begin(), nets.end(), std::size_t{0});
  LabelFormula formula(task_, nets);
  switch (formula.solver().solve(formula.wanted(), conflicts)) {
    case SatSolver::Answer::yes:
      if (!offer(formula.states())) {
        throw std::logic_error("the solver's states do not join the pairs");
      }
      break;
    case SatSolver::Answer::no:
      infeasible_ = true;
      for (const std::size_t net : nets) {
        if (formula.solver().failed(formula.wanted()[net])) {
          core_.push_back(net);
        }
      }
      break;
    case SatSolver::Answer::unknown:
      break;
  }
}

void MeshSearch::ask_solver_of(const std::vector<std::size_t>& nets, std::size_t conflicts) {
  if (conflicts == 0 || nets.empty() || nets.size() == task_.nets().size() ||
      !SatSolver::available()) {
    return;
  }
  LabelFormula formula(task_, nets);
  if (formula.solver().solve(formula.wanted(), conflicts) != SatSolver::Answer::no) {
    return;
  }
  infeasible_ = true;
  for (std::size_t i = 0; i < nets.size(); ++i) {
    if (formula.solver().failed(formula.wanted()[i])) {
      core_.push_back(nets[i]);
    }
  }
}

void MeshSearch::make_core_small() {
  if (request_.effort.conflicts == 0 || !SatSolver::available()) {
    return;
  }
  const std::size_t conflicts = std::min(request_.effort.conflicts, kCoreConflicts);
  LabelFormula formula(task_, core_);
  SatSolver& solver = formula.solver();
  std::vector<bool> in(core_.size(), true);  // by index in core_
  bool sure = true;
  for (std::size_t out = 0; out < core_.size(); ++out) {
    if (!in[out]) {
      continue;
    }
    std::vector<SatSolver::Literal> others;
    for (std::size_t i = 0; i < core_.size(); ++i) {
      if (in[i] && i != out) {
        others.push_back(formula.wanted()[i]);
      }
    }
    const SatSolver::Answer answer = solver.solve(others, conflicts);
    if (answer == SatSolver::Answer::no) {
      for (std::size_t i = 0; i < core_.size(); ++i) {
        in[i] = in[i] && i != out && solver.failed(formula.wanted()[i]);
      }
    }
    sure = sure && answer != SatSolver::Answer::unknown;
  }
  std::vector<std::size_t> small;
  for (std::size_t i = 0; i < core_.size(); ++i) {
    if (in[i]) {
      small.push_back(core_[i]);
    }
  }
  core_ = std::move(small);
  core_is_minimal_ = sure;
}

MeshResult MeshSearch::result() {
  MeshResult result;
  if (!best_) {
    result.verdict = infeasible_ ? MeshVerdict::infeasible : MeshVerdict::unproven;
    for (const std::size_t net : core_) {
      result.core.push_back(request_.pairs[net]);
    }
    result.core_is_minimal = infeasible_ && core_is_minimal_;
    result.lower_bound = lower_bound_;
    return result;
  }
  result.verdict = MeshVerdict::routed;
  result.states = completed(best_->states);
  if (request_.park_idle && request_.objective != MeshObjective::fewest_changes) {
    std::vector<bool> may_change(graph_.cells());
    for (std::size_t cell = 0; cell < may_change.size(); ++cell) {
      may_change[cell] = !best_->states[cell] && task_.rule(cell) == CellRule::free;
    }
    park_idle_cells(graph_, may_change, result.states);
  }
  const MeshTrace trace = trace_routes(graph_, result.states);
  result.closed_loops = trace.loops.size();
  for (const MeshPair& pair : request_.pairs) {
    if (!trace.joins(pair.a, pair.b)) {
      throw std::logic_error("a routing that was found does not join its pairs");
    }
    result.routes.push_back(route_from(graph_, pair.a, result.states));
  }
  for (std::size_t cell = 0; cell < graph_.cells(); ++cell) {
    if (task_.changes(cell, state_number(result.states[cell]))) {
      result.changed.push_back(static_cast<base::CellId>(cell));
    }
  }
  result.value = best_->value;
  result.lower_bound = std::min(lower_bound_, best_->value);
  result.proved_optimal = done();
  return result;
}

}  // namespace heliograph::photonics
