// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "photonics/mesh_routing/mesh_task.hpp"
#include "photonics/mesh_routing/sat_solver.hpp"

namespace heliograph::photonics {

/// "Are there states that join all pairs over short routes?" as clauses: for each circuit, a
/// variable for each waveguide that lies on a walk of at most so many cells from its one port to
/// the other. No circuit can use another waveguide, so that close to the shortest little is left to
/// search. Lengths are counted only when a limit is set: without, a `no` says all the same that
/// there are no such routes.
class RouteFormula {
 public:
  /// `most_cells`: by net, the most cells of its walks. Task and distances must outlive this.
  RouteFormula(const MeshTask& task, const WalkDistances& distances,
               std::vector<std::size_t> most_cells);

  /// All routes together pass no more than so many cells.
  void limit_total(std::size_t cells);
  /// Each route passes no more than its most cells.
  void limit_each();

  [[nodiscard]] SatSolver::Answer solve(std::size_t conflicts);
  /// After `yes`: every cell's state.
  [[nodiscard]] std::vector<CellState> states() const;

 private:
  void make_labels(const WalkDistances& distances);
  /// Literals that hold if the net's route has more than 0, 1, ... cells beyond its shortest walk,
  /// up to so many.
  [[nodiscard]] std::vector<SatSolver::Literal> excess(std::size_t net, std::size_t most);

  const MeshTask& task_;
  const MeshGraph& graph_;
  const WalkDistances& distances_;
  std::vector<std::size_t> most_cells_;
  SatSolver solver_;
  std::vector<SatSolver::Literal> crossed_;
  std::vector<SatSolver::Literal> labels_;  // by net * waveguides + waveguide
};

}  // namespace heliograph::photonics
