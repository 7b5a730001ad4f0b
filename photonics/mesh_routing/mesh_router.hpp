// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/mesh_routing/cut_bounds.hpp"
#include "photonics/mesh_routing/mesh_graph.hpp"
#include "photonics/mesh_routing/mesh_request.hpp"
#include "photonics/mesh_routing/step_costs.hpp"

namespace heliograph::photonics {

/// Finds states of the cells of a recirculating mesh, of whatever lattice, that join pairs of
/// ports; or proves that there are none, and names a few pairs that are in each other's way.
///
/// In this order: lines that more pairs cross than can (CutBounds); negotiation (Negotiation);
/// clauses for a SAT solver (LabelFormula), which decide when both fail; then, for an objective,
/// circuits taken out and put back, and the SAT solver again for a proof or something better
/// (RouteFormula). Whatever is found is judged by tracing it. Built without the solver, what
/// negotiation does not find and no line forbids is `unproven`.
///
/// The same request gives the same result on every machine. Calls do not share anything: one
/// router may serve several threads.
class MeshRouter {
 public:
  /// Copies what it needs; knows no losses. Throws as MeshGraph.
  explicit MeshRouter(const CellGraph& graph);
  /// With the losses of the fabric's cells.
  explicit MeshRouter(const SwitchFabric& fabric);
  MeshRouter(const MeshRouter&) = delete;
  MeshRouter& operator=(const MeshRouter&) = delete;

  [[nodiscard]] const MeshGraph& graph() const { return graph_; }
  [[nodiscard]] const CutBounds& cuts() const { return cuts_; }
  [[nodiscard]] const std::optional<MeshLosses>& losses() const { return losses_; }

  /// Throws std::invalid_argument when the request does not fit the mesh (as MeshTask), or the
  /// least worst loss is asked of a router that knows no losses.
  [[nodiscard]] MeshResult route(const MeshRequest& request) const;

 private:
  MeshGraph graph_;
  CutBounds cuts_;
  std::optional<MeshLosses> losses_;
};

}  // namespace heliograph::photonics
