// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "photonics/mesh_routing/cut_bounds.hpp"
#include "photonics/mesh_routing/mesh_request.hpp"
#include "photonics/mesh_routing/mesh_task.hpp"
#include "photonics/mesh_routing/step_costs.hpp"

namespace heliograph::photonics {

class Negotiation;

/// The answer to one request: see MeshRouter.
class MeshSearch {
 public:
  /// The arguments must outlive this.
  MeshSearch(const MeshTask& task, const CutBounds& cuts, const MeshLosses* losses);

  [[nodiscard]] MeshResult run();

 private:
  /// States of the cells on the ways, and what they are worth.
  struct Candidate {
    std::vector<std::optional<CellState>> states;
    std::int64_t value = 0;   ///< what the objective counts
    std::int64_t second = 0;  ///< all cells passed
  };

  /// Nothing unless the states (of all cells) join all pairs.
  [[nodiscard]] std::optional<Candidate> judge(const std::vector<CellState>& states) const;
  [[nodiscard]] std::int64_t worth(const std::vector<MeshRoute>& routes) const;
  /// Cells without a state keep the present one, or are in cross.
  [[nodiscard]] std::vector<CellState> completed(
      const std::vector<std::optional<CellState>>& states) const;
  /// Takes what is better than the best; false if the states do not join all pairs.
  bool offer(const std::vector<CellState>& states);
  bool offer(const Negotiation& negotiation);

  /// Before any search: pairs that cannot be joined.
  [[nodiscard]] std::vector<std::size_t> obvious_core() const;
  void find();
  [[nodiscard]] bool negotiate(Negotiation& negotiation, std::size_t rounds, std::size_t slack);
  void ask_solver(std::size_t conflicts);
  /// Whether these nets alone cannot be joined: where few of many are in each other's way, that is
  /// decided far sooner.
  void ask_solver_of(const std::vector<std::size_t>& nets, std::size_t conflicts);
  void make_core_small();

  void improve(Negotiation& negotiation);
  void set_lower_bound();
  void prove();
  void prove_total();
  void prove_longest();
  void prove_changes();
  /// Of a walk, by net: the least loss.
  [[nodiscard]] std::int64_t least_loss(std::size_t net) const;
  [[nodiscard]] bool done() const { return best_ && best_->value <= lower_bound_; }

  [[nodiscard]] MeshResult result();

  const MeshTask& task_;
  const MeshGraph& graph_;
  const MeshRequest& request_;
  const CutBounds& cuts_;
  const MeshLosses* losses_;
  WalkDistances distances_;
  StepCosts costs_;

  std::optional<Candidate> best_;
  bool infeasible_ = false;
  std::vector<std::size_t> core_;
  bool core_is_minimal_ = false;
  std::int64_t lower_bound_ = 0;
};

}  // namespace heliograph::photonics
