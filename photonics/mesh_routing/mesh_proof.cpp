// SPDX-License-Identifier: Apache-2.0
// The part of MeshSearch that proves, by the SAT solver, that nothing is better, or finds it.
#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

#include "photonics/mesh_routing/label_formula.hpp"
#include "photonics/mesh_routing/mesh_search.hpp"
#include "photonics/mesh_routing/route_formula.hpp"

namespace heliograph::photonics {

namespace {

// Beyond that the clauses for routes of bounded length are too many to be worth it.
constexpr std::size_t kMostSlack = 64;
constexpr std::size_t kMostNetCells = 20'000;

}  // namespace

void MeshSearch::set_lower_bound() {
  switch (request_.objective) {
    case MeshObjective::fewest_pucs:
      lower_bound_ = distances_.total();
      break;
    case MeshObjective::shortest_longest:
      for (std::size_t net = 0; net < task_.nets().size(); ++net) {
        lower_bound_ = std::max<std::int64_t>(lower_bound_, distances_.length(net));
      }
      break;
    case MeshObjective::least_worst_loss:
      for (std::size_t net = 0; net < task_.nets().size(); ++net) {
        lower_bound_ = std::max(lower_bound_, least_loss(net));
      }
      break;
    case MeshObjective::fewest_changes:
      break;
  }
}

std::int64_t MeshSearch::least_loss(std::size_t net) const {
  using Open = std::pair<std::int64_t, TerminalIndex>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  std::vector<std::int64_t> least(graph_.terminals(), std::numeric_limits<std::int64_t>::max());
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  const MeshNet& ends = task_.nets()[net];
  least[ends.start] = 0;
  open.push({0, ends.start});
  while (!open.empty() && open.top().first < best) {
    const auto [loss, t] = open.top();
    open.pop();
    if (loss > least[t]) {
      continue;
    }
    for (const unsigned state : {0U, 1U}) {
      if (!task_.allows(cell_of(t), state)) {
        continue;
      }
      const std::int64_t there = loss + losses_->step(t, state);
      const TerminalIndex leaving = leaving_at(t, state);
      const std::int32_t next = graph_.across(leaving);
      if (leaving == ends.exit) {
        best = std::min(best, there);
      } else if (next >= 0 && there < least[static_cast<std::size_t>(next)]) {
        least[static_cast<std::size_t>(next)] = there;
        open.push({there, static_cast<TerminalIndex>(next)});
      }
    }
  }
  return best;
}

void MeshSearch::prove() {
  if (request_.effort.conflicts == 0 || !SatSolver::available()) {
    return;
  }
  switch (request_.objective) {
    case MeshObjective::fewest_pucs:
      prove_total();
      break;
    case MeshObjective::shortest_longest:
    case MeshObjective::least_worst_loss:
      prove_longest();
      break;
    case MeshObjective::fewest_changes:
      prove_changes();
      break;
  }
}

void MeshSearch::prove_total() {
  const std::size_t nets = task_.nets().size();
  const std::int64_t shortest = distances_.total();
  const std::int64_t step = graph_.parity_is_fixed() ? 2 : 1;
  while (lower_bound_ < best_->value) {
    const auto slack = static_cast<std::size_t>(lower_bound_ - shortest);
    if (slack > kMostSlack || nets * graph_.cells() > kMostNetCells) {
      return;
    }
    std::vector<std::size_t> most(nets);
    for (std::size_t net = 0; net < nets; ++net) {
      most[net] = distances_.length(net) + slack;
    }
    RouteFormula formula(task_, distances_, most);
    SatSolver::Answer answer = formula.solve(request_.effort.conflicts);
    if (answer == SatSolver::Answer::yes) {
      offer(formula.states());
      if (done()) {
        return;
      }
      formula.limit_total(static_cast<std::size_t>(lower_bound_));
      answer = formula.solve(request_.effort.conflicts);
    }
    if (answer == SatSolver::Answer::yes) {
      offer(formula.states());
      return;
    }
    if (answer == SatSolver::Answer::unknown) {
      return;
    }
    lower_bound_ += step;
  }
}

void MeshSearch::prove_longest() {
  const std::size_t nets = task_.nets().size();
  if (nets * graph_.cells() > kMostNetCells) {
    return;
  }
  const bool by_loss = request_.objective == MeshObjective::least_worst_loss;
  std::int64_t longest = 0;  // the least that the longest route can have, as far as is known
  for (std::size_t net = 0; net < nets; ++net) {
    longest = std::max<std::int64_t>(longest, distances_.length(net));
  }
  const auto longest_of_best = [&] {
    std::int64_t most = 0;
    const std::vector<CellState> states = completed(best_->states);
    for (const MeshPair& pair : request_.pairs) {
      most = std::max<std::int64_t>(
          most, static_cast<std::int64_t>(route_from(graph_, pair.a, states).cells()));
    }
    return most;
  };
  while (longest < longest_of_best()) {
    RouteFormula formula(task_, distances_,
                         std::vector<std::size_t>(nets, static_cast<std::size_t>(longest)));
    SatSolver::Answer answer = formula.solve(request_.effort.conflicts);
    if (answer == SatSolver::Answer::yes) {
      offer(formula.states());
      if (longest_of_best() <= longest) {
        break;
      }
      formula.limit_each();
      answer = formula.solve(request_.effort.conflicts);
      if (answer == SatSolver::Answer::yes) {
        offer(formula.states());
      }
    }
    if (answer != SatSolver::Answer::no) {
      break;
    }
    ++longest;
  }
  // Of losses only so much is known: the longest route has so many cells, each with the least loss.
  lower_bound_ = std::max(lower_bound_, by_loss ? longest * losses_->least() : longest);
}

void MeshSearch::prove_changes() {
  std::vector<std::size_t> nets(task_.nets().size());
  std::iota(nets.begin(), nets.end(), std::size_t{0});
  LabelFormula formula(task_, nets);
  std::vector<SatSolver::Literal> changes;
  for (std::size_t cell = 0; cell < graph_.cells(); ++cell) {
    if (task_.rule(cell) == CellRule::free) {
      const SatSolver::Literal crossed = formula.crossed(cell);
      changes.push_back(task_.changes(cell, 1) ? crossed : -crossed);
    }
  }
  const auto least = static_cast<std::size_t>(std::max<std::int64_t>(best_->value, 1));
  const std::vector<SatSolver::Literal> sum = count_up_to(formula.solver(), changes, least);
  std::vector<SatSolver::Literal> assumptions = formula.wanted();
  assumptions.push_back(0);
  while (best_->value > 0) {
    // Fewer than the best so far.
    assumptions.back() = -sum[static_cast<std::size_t>(best_->value - 1)];
    const SatSolver::Answer answer = formula.solver().solve(assumptions, request_.effort.conflicts);
    if (answer == SatSolver::Answer::yes) {
      const std::int64_t before = best_->value;
      offer(formula.states());
      if (best_->value >= before) {
        return;
      }
    } else {
      if (answer == SatSolver::Answer::no) {
        lower_bound_ = best_->value;
      }
      return;
    }
  }
}

}  // namespace heliograph::photonics
