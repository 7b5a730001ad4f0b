// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "photonics/mesh_routing/mesh_task.hpp"
#include "photonics/mesh_routing/sat_solver.hpp"

namespace heliograph::photonics {

/// "Are there states that join these pairs?" as clauses: one variable for each cell's state, and
/// on each waveguide the number of the circuit that uses it, in binary (0 for none). Each cell
/// joins its waveguides two by two, so their numbers are equal; each port has its pair's number, or
/// 0. No more is needed: numbers are carried along ways, and of all ports only the pair's have its
/// number. Closed loops do no harm.
///
/// A literal for each pair says that it is wanted: without it, its ports have 0.
class LabelFormula {
 public:
  /// Of some of the task's pairs, by number.
  LabelFormula(const MeshTask& task, const std::vector<std::size_t>& nets);

  [[nodiscard]] SatSolver& solver() { return solver_; }
  /// That the pair nets[i] is wanted, by i.
  [[nodiscard]] const std::vector<SatSolver::Literal>& wanted() const { return wanted_; }
  /// That a cell is in cross.
  [[nodiscard]] SatSolver::Literal crossed(std::size_t cell) const { return crossed_[cell]; }
  /// After `yes`: every cell's state. Blocked cells are in cross.
  [[nodiscard]] std::vector<CellState> states() const;

 private:
  void make_labels(const std::vector<std::size_t>& nets);
  void join(std::size_t cell);

  const MeshTask& task_;
  const MeshGraph& graph_;
  SatSolver solver_;
  std::size_t bits_ = 0;
  std::vector<SatSolver::Literal> crossed_;
  std::vector<SatSolver::Literal> wanted_;
  std::vector<SatSolver::Literal> labels_;  // by bits * waveguide + bit
};

/// The variables of a cell's state: yes() and no() where it has only one.
[[nodiscard]] std::vector<SatSolver::Literal> state_literals(const MeshTask& task,
                                                             SatSolver& solver);

/// The clauses for one bit of the numbers (or one circuit) at the four terminals of a cell: equal
/// across what its state joins; and, what follows from either state, as many at one end as at the
/// other.
void join_labels(SatSolver& solver, SatSolver::Literal crossed,
                 const std::array<SatSolver::Literal, 4>& label);

/// The cells' states, of the solver's answer `yes`, by the literals that say which are crossed.
[[nodiscard]] std::vector<CellState> states_found(const SatSolver& solver,
                                                  const std::vector<SatSolver::Literal>& crossed);

}  // namespace heliograph::photonics
