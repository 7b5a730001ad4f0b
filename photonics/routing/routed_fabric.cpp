// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/routed_fabric.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heliograph::photonics {

namespace {

std::int64_t billionths(base::Decibel loss) {
  const double scaled = loss.value() * 1e9;
  // Written so that a loss that is not a number counts as no light at all.
  return scaled < static_cast<double>(PathLosses::kMost) ? std::llround(scaled) : PathLosses::kMost;
}

}  // namespace

PathLosses::PathLosses(const SwitchFabric& fabric) : step_(fabric.cells()) {
  const FabricStructure& structure = fabric.structure();
  for (const WayCost& way : structure.input_ways) {
    entry_.push_back(billionths(way.loss));
  }
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    for (std::size_t rail = 0; rail < 2; ++rail) {
      for (const CellState state : {CellState::bar, CellState::cross}) {
        const base::Decibel inside =
            fabric.cell_cost({static_cast<base::CellId>(cell), rail}, state).loss;
        step_[cell][rail][state == CellState::bar ? 0 : 1] =
            billionths(inside + structure.ways[cell][rail_after(rail, state)].loss);
      }
    }
  }
}

RoutedFabric::RoutedFabric(CellGraph cells) : graph(std::move(cells)), order(light_order(graph)) {}

RoutedFabric::RoutedFabric(const SwitchFabric& fabric)
    : graph(fabric.graph()), order(light_order(graph)), losses(fabric) {}

}  // namespace heliograph::photonics
