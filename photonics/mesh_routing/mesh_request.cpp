// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/mesh_request.hpp"

#include <algorithm>

namespace heliograph::photonics {

const std::vector<std::string_view>& mesh_objective_names() {
  static const std::vector<std::string_view> names = {"fewest_pucs", "shortest_longest",
                                                      "least_worst_loss", "fewest_changes"};
  return names;
}

std::string_view to_string(MeshObjective objective) {
  return mesh_objective_names().at(static_cast<std::size_t>(objective));
}

std::optional<MeshObjective> mesh_objective_of(std::string_view name) {
  const std::vector<std::string_view>& names = mesh_objective_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    return std::nullopt;
  }
  return static_cast<MeshObjective>(found - names.begin());
}

std::string_view to_string(MeshVerdict verdict) {
  switch (verdict) {
    case MeshVerdict::routed:
      return "routed";
    case MeshVerdict::infeasible:
      return "infeasible";
    case MeshVerdict::unproven:
      break;
  }
  return "unproven";
}

}  // namespace heliograph::photonics
