// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/mesh_router.hpp"

#include <stdexcept>

#include "photonics/mesh_routing/mesh_search.hpp"

namespace heliograph::photonics {

MeshRouter::MeshRouter(const CellGraph& graph) : graph_(graph), cuts_(graph_) {}

MeshRouter::MeshRouter(const SwitchFabric& fabric)
    : graph_(fabric.graph()), cuts_(graph_), losses_(MeshLosses(fabric)) {}

MeshResult MeshRouter::route(const MeshRequest& request) const {
  if (request.objective == MeshObjective::least_worst_loss && !losses_) {
    throw std::invalid_argument(
        "the least worst loss is asked of a router that was made without its fabric's losses");
  }
  const MeshTask task(graph_, request);
  return MeshSearch(task, cuts_, losses_ ? &*losses_ : nullptr).run();
}

}  // namespace heliograph::photonics
