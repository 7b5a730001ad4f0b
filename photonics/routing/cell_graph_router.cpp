// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/cell_graph_router.hpp"

#include <utility>

namespace heliograph::photonics {

namespace {

FabricRouter::Options with_steps(std::size_t steps) {
  FabricRouter::Options options;
  options.decisions = steps;
  return options;
}

}  // namespace

CellGraphRouter::CellGraphRouter(CellGraph graph, std::size_t steps)
    : router_(RoutedFabric(std::move(graph)), nullptr, with_steps(steps)) {}

CellGraphRouter::CellGraphRouter(const SwitchFabric& fabric, std::size_t steps)
    : router_(RoutedFabric(fabric), nullptr, with_steps(steps)) {}

}  // namespace heliograph::photonics
