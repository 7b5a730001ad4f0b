// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/label_formula.hpp"

namespace heliograph::photonics {

std::vector<SatSolver::Literal> state_literals(const MeshTask& task, SatSolver& solver) {
  std::vector<SatSolver::Literal> crossed(task.graph().cells());
  for (std::size_t cell = 0; cell < crossed.size(); ++cell) {
    switch (task.rule(cell)) {
      case CellRule::free:
        crossed[cell] = solver.new_variable();
        break;
      case CellRule::bar:
        crossed[cell] = solver.no();
        break;
      case CellRule::cross:
      case CellRule::blocked:
        crossed[cell] = solver.yes();
        break;
    }
  }
  return crossed;
}

void join_labels(SatSolver& solver, SatSolver::Literal crossed,
                 const std::array<SatSolver::Literal, 4>& label) {
  const auto equal_if = [&](SatSolver::Literal condition, SatSolver::Literal a,
                            SatSolver::Literal b) {
    if (a != b) {
      solver.add({-condition, -a, b});
      solver.add({-condition, a, -b});
    }
  };
  const auto [l0, l1, r0, r1] = label;
  if (l0 == solver.no() && l1 == solver.no() && r0 == solver.no() && r1 == solver.no()) {
    return;
  }
  equal_if(-crossed, l0, r0);
  equal_if(-crossed, l1, r1);
  equal_if(crossed, l0, r1);
  equal_if(crossed, l1, r0);
  for (const auto& [a, b, c, d] : {std::array{l0, l1, r0, r1}, std::array{r0, r1, l0, l1}}) {
    for (const SatSolver::Literal one : {a, b}) {
      solver.add({-one, c, d});
      solver.add({one, -c, -d});
    }
  }
}

LabelFormula::LabelFormula(const MeshTask& task, const std::vector<std::size_t>& nets)
    : task_(task), graph_(task.graph()), crossed_(state_literals(task, solver_)) {
  make_labels(nets);
  for (std::size_t cell = 0; cell < graph_.cells(); ++cell) {
    if (task_.rule(cell) != CellRule::blocked) {
      join(cell);
    }
  }
}

void LabelFormula::make_labels(const std::vector<std::size_t>& nets) {
  while ((std::size_t{1} << bits_) <= nets.size()) {
    ++bits_;
  }
  labels_.assign(bits_ * graph_.waveguides(), solver_.no());
  for (TerminalIndex t = 0; t < graph_.terminals(); ++t) {
    const std::int32_t other = graph_.across(t);
    if (other < static_cast<std::int32_t>(t) || task_.rule(cell_of(t)) == CellRule::blocked ||
        task_.rule(cell_of(static_cast<TerminalIndex>(other))) == CellRule::blocked) {
      continue;  // a port, met before, or none
    }
    for (std::size_t bit = 0; bit < bits_; ++bit) {
      labels_[bits_ * graph_.waveguide(t) + bit] = solver_.new_variable();
    }
  }
  for (std::size_t i = 0; i < nets.size(); ++i) {
    wanted_.push_back(solver_.new_variable());
    const MeshNet& net = task_.nets()[nets[i]];
    for (const TerminalIndex t : {net.start, net.exit}) {
      if (task_.rule(cell_of(t)) == CellRule::blocked) {
        solver_.add({-wanted_.back()});
      }
      for (std::size_t bit = 0; bit < bits_; ++bit) {
        if (((i + 1) >> bit & 1U) != 0) {
          labels_[bits_ * graph_.waveguide(t) + bit] = wanted_.back();
        }
      }
    }
  }
}

void LabelFormula::join(std::size_t cell) {
  const auto first = static_cast<TerminalIndex>(4 * cell);
  for (std::size_t bit = 0; bit < bits_; ++bit) {
    std::array<SatSolver::Literal, 4> label{};
    for (TerminalIndex i = 0; i < 4; ++i) {
      label[i] = labels_[bits_ * graph_.waveguide(first + i) + bit];
    }
    join_labels(solver_, crossed_[cell], label);
  }
}

std::vector<CellState> states_found(const SatSolver& solver,
                                    const std::vector<SatSolver::Literal>& crossed) {
  std::vector<CellState> states;
  states.reserve(crossed.size());
  for (const SatSolver::Literal cross : crossed) {
    states.push_back(solver.value(cross) ? CellState::cross : CellState::bar);
  }
  return states;
}

std::vector<CellState> LabelFormula::states() const { return states_found(solver_, crossed_); }

}  // namespace heliograph::photonics
