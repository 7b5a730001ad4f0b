// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "photonics/routing/routing_task.hpp"

namespace heliograph::photonics {

/// How circuits go through fabrics of one topology: states by construction, without search.
class RoutingRule {
 public:
  RoutingRule(const RoutingRule&) = delete;
  RoutingRule& operator=(const RoutingRule&) = delete;
  virtual ~RoutingRule() = default;

  /// A state for each cell. They need not keep the untouchable circuits, nor be the best for any
  /// objective; the router looks at what it gets. Precondition: the task is of the rule's fabric.
  [[nodiscard]] virtual std::vector<CellState> states_for(const RoutingTask& task) const = 0;

 protected:
  RoutingRule() = default;
};

}  // namespace heliograph::photonics
