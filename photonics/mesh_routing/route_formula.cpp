// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/route_formula.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "photonics/mesh_routing/label_formula.hpp"

namespace heliograph::photonics {

RouteFormula::RouteFormula(const MeshTask& task, const WalkDistances& distances,
                           std::vector<std::size_t> most_cells)
    : task_(task),
      graph_(task.graph()),
      distances_(distances),
      most_cells_(std::move(most_cells)),
      crossed_(state_literals(task, solver_)) {
  make_labels(distances);
  const std::size_t waveguides = graph_.waveguides();
  for (std::size_t net = 0; net < task_.nets().size(); ++net) {
    for (std::size_t cell = 0; cell < graph_.cells(); ++cell) {
      if (task_.rule(cell) == CellRule::blocked) {
        continue;
      }
      std::array<SatSolver::Literal, 4> label{};
      for (TerminalIndex i = 0; i < 4; ++i) {
        const auto t = static_cast<TerminalIndex>(4 * cell + i);
        label[i] = labels_[net * waveguides + graph_.waveguide(t)];
      }
      join_labels(solver_, crossed_[cell], label);
    }
  }
}

void RouteFormula::make_labels(const WalkDistances& distances) {
  const std::size_t waveguides = graph_.waveguides();
  labels_.assign(task_.nets().size() * waveguides, solver_.no());
  std::vector<std::uint16_t> to_start(graph_.terminals());
  std::vector<TerminalIndex> queue;
  for (std::size_t net = 0; net < task_.nets().size(); ++net) {
    walk_distances(task_, task_.nets()[net].start, to_start.data(), queue);
    SatSolver::Literal* const labels = labels_.data() + net * waveguides;
    for (TerminalIndex t = 0; t < graph_.terminals(); ++t) {
      const std::int32_t other = graph_.across(t);
      if (other < static_cast<std::int32_t>(t)) {
        continue;
      }
      const auto u = static_cast<TerminalIndex>(other);
      const std::size_t one_way = std::size_t{distances.to_exit(net, t)} + to_start[u];
      const std::size_t other_way = std::size_t{distances.to_exit(net, u)} + to_start[t];
      if (std::min(one_way, other_way) <= most_cells_[net]) {
        labels[graph_.waveguide(t)] = solver_.new_variable();
      }
    }
    labels[graph_.waveguide(task_.nets()[net].start)] = solver_.yes();
    labels[graph_.waveguide(task_.nets()[net].exit)] = solver_.yes();
  }
}

std::vector<SatSolver::Literal> RouteFormula::excess(std::size_t net, std::size_t most) {
  const std::size_t waveguides = graph_.waveguides();
  const SatSolver::Literal* const labels = labels_.data() + net * waveguides;
  const std::size_t length = distances_.length(net);
  // Waveguides by how far they are from the exit, whichever way light goes. On its way a route
  // comes through every distance.
  std::vector<std::vector<SatSolver::Literal>> at(length);
  std::vector<std::pair<std::size_t, SatSolver::Literal>> order;
  for (TerminalIndex t = 0; t < graph_.terminals(); ++t) {
    const std::int32_t other = graph_.across(t);
    const SatSolver::Literal label = labels[graph_.waveguide(t)];
    if (other < 0 || label == solver_.no()) {
      continue;
    }
    const std::size_t distance = distances_.to_exit(net, t);
    if (distance < length) {
      at[distance].push_back(label);
    }
    if (static_cast<TerminalIndex>(other) > t) {
      const std::size_t back = distances_.to_exit(net, static_cast<TerminalIndex>(other));
      order.emplace_back(std::min(distance, back), label);
    }
  }
  for (std::size_t distance = 1; distance < length; ++distance) {
    solver_.add(at[distance]);
  }
  std::sort(order.begin(), order.end());
  std::vector<SatSolver::Literal> used;
  used.reserve(order.size());
  for (const auto& [distance, label] : order) {
    used.push_back(label);
  }
  // A route of n cells has n - 1 joins, and no less than length - 1.
  const std::vector<SatSolver::Literal> joins = count_up_to(solver_, used, length - 1 + most);
  for (std::size_t i = 0; i + 1 < length; ++i) {
    solver_.add({joins.at(i)});
  }
  return {joins.begin() + static_cast<std::ptrdiff_t>(std::min(length - 1, joins.size())),
          joins.end()};
}

void RouteFormula::limit_total(std::size_t cells) {
  const auto most = static_cast<std::size_t>(static_cast<std::int64_t>(cells) - distances_.total());
  std::vector<std::vector<SatSolver::Literal>> numbers;
  for (std::size_t net = 0; net < task_.nets().size(); ++net) {
    numbers.push_back(excess(net, most + 1));
  }
  const std::vector<SatSolver::Literal> sum = add_up_to(solver_, std::move(numbers), most + 1);
  if (sum.size() > most) {
    solver_.add({-sum[most]});
  }
}

void RouteFormula::limit_each() {
  for (std::size_t net = 0; net < task_.nets().size(); ++net) {
    const std::size_t most = most_cells_[net] - distances_.length(net);
    const std::vector<SatSolver::Literal> more = excess(net, most + 1);
    if (more.size() > most) {
      solver_.add({-more[most]});
    }
  }
}

SatSolver::Answer RouteFormula::solve(std::size_t conflicts) {
  return solver_.solve({}, conflicts);
}

std::vector<CellState> RouteFormula::states() const { return states_found(solver_, crossed_); }

}  // namespace heliograph::photonics
