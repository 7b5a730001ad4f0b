// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "photonics/routing/routing_task.hpp"

namespace heliograph::photonics {

/// States that bring the wanted circuits about by exchanges: to turn a cell exchanges the outputs
/// of the light on its two rails, and nothing else. For each circuit that does not arrive: if its
/// light meets the light that is where it wants to go, that cell is turned; else a third light is
/// sought that meets both, one after the other: light that is no circuit yet, or a circuit that is
/// there already and then exchanged back. So few cells change, and only circuits that served as
/// such a third are disturbed, never an untouchable one. Nothing when that fails.
///
/// After each turn and its opposite everything is as it was, so the result depends on the task
/// alone. Precondition: the graph is feed-forward.
[[nodiscard]] std::optional<std::vector<CellState>> exchanged_states(const RoutingTask& task);

}  // namespace heliograph::photonics
