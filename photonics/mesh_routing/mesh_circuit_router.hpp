// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "photonics/fabric/mesh_switch.hpp"
#include "photonics/mesh_routing/mesh_request.hpp"
#include "photonics/mesh_routing/mesh_router.hpp"
#include "photonics/routing/circuit_router.hpp"
#include "photonics/routing/routing_task.hpp"

namespace heliograph::photonics {

/// The circuits of a switch that is a mesh: each is a pair of the mesh's ports. Circuits that stay
/// are left as they are if that can be; else one of them is given up if that is enough, else all
/// (but for untouchable ones); then the ways have the fewest cells in all. A result is proved to be
/// the best only where none is disturbed.
/// Idle cells are parked: those that would close a loop change too, which does not count. Where the
/// request has unset cells they are left alone, and cells off the ways keep what they have.
class MeshCircuitRouter final : public CircuitRouter {
 public:
  /// `stuck`: cells that cannot be set; an error of theirs (MeshTask) comes with the first request.
  /// Throws as MeshRouter.
  explicit MeshCircuitRouter(const MeshSwitch& fabric, std::vector<StuckCell> stuck = {});
  /// Of a mesh on its own: each port is the input and the output of its number.
  explicit MeshCircuitRouter(const MeshFabric& fabric, std::vector<StuckCell> stuck = {});

  using CircuitRouter::route;
  /// Throws std::invalid_argument also when `unset` has neither no element nor one a cell.
  /// RoutingFailed says which circuits cannot be there together, or that this is not proved.
  [[nodiscard]] RoutingResult route(const RoutingRequest& request) const override;
  /// By an objective of meshes in place of the request's: only untouchable circuits are left as
  /// they are. For the shortest longest way and the least worst loss the result is the best found.
  [[nodiscard]] RoutingResult route(const RoutingRequest& request, MeshObjective objective) const;

 private:
  [[nodiscard]] MeshPair pair_of(const WantedCircuit& circuit) const;
  /// Throws RoutingFailed when two of them want one port of the mesh, which circulators allow.
  void check_ports(const std::vector<WantedCircuit>& circuits) const;
  [[nodiscard]] RoutingResult route(const RoutingTask& task, MeshObjective objective,
                                    bool undisturbed) const;
  /// With the circuits whose way must stay, by position among the task's circuits.
  [[nodiscard]] MeshResult attempt(const RoutingTask& task, MeshObjective objective,
                                   const std::vector<bool>& kept) const;
  [[nodiscard]] RoutingResult parked(const RoutingTask& task, const MeshResult& routed) const;
  [[noreturn]] void fail(const RoutingTask& task, const MeshResult& verdict) const;

  MeshPorts ports_;
  CellGraph graph_;  // of the switch
  std::vector<StuckCell> stuck_;
  MeshRouter router_;
};

}  // namespace heliograph::photonics
