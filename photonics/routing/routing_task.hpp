// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "photonics/fabric/cell_graph.hpp"
#include "photonics/routing/circuit_router.hpp"

namespace heliograph::photonics {

/// A circuit that is asked for.
struct WantedCircuit {
  base::PortId input{};
  base::PortId output{};
  bool stays = false;  ///< it is in the present matching too
  bool works = false;  ///< it stays, and the present states carry it
  bool untouchable = false;
  std::vector<PathHop> present_way;  ///< the way of its light now; only if it stays
};

/// A request to a router, checked and made ready. What all routers have in common is here: what a
/// request may be, which circuits stay, and what states of the cells mean as a result.
class RoutingTask {
 public:
  /// Throws std::invalid_argument when the sizes do not fit the graph, or an untouchable input has
  /// no circuit that is in both matchings and is carried by the present states. The arguments must
  /// outlive the task.
  RoutingTask(const CellGraph& graph, const RoutingRequest& request);

  [[nodiscard]] const CellGraph& graph() const { return graph_; }
  [[nodiscard]] const RoutingRequest& request() const { return request_; }
  /// In ascending order of input.
  [[nodiscard]] const std::vector<WantedCircuit>& circuits() const { return circuits_; }
  [[nodiscard]] bool has_untouchable() const { return !request_.untouchable.empty(); }

  /// The wanted circuits, e.g. `0 to 2, 3 to 1`, for people.
  [[nodiscard]] std::string wanted_text() const;
  /// The inputs of the untouchable ones, e.g. `1, 3`.
  [[nodiscard]] std::string untouchable_text() const;

  /// What it means to set the cells to `states`: cells on no wanted circuit's way keep the state
  /// that they have now. Precondition: one state a cell.
  [[nodiscard]] RoutingResult result_of(const std::vector<CellState>& states) const;
  /// Every wanted circuit arrives. Precondition: one state a cell.
  [[nodiscard]] bool carried_by(const std::vector<CellState>& states) const;
  /// They do, and no untouchable one is disturbed.
  [[nodiscard]] bool fulfilled_by(const RoutingResult& result) const;

 private:
  const CellGraph& graph_;
  const RoutingRequest& request_;
  std::vector<WantedCircuit> circuits_;
};

}  // namespace heliograph::photonics
