// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/benes_layout.hpp"
#include "photonics/fabric/layouts.hpp"

namespace heliograph::photonics {

FabricLayout benes_layout(std::size_t ports) {
  const BenesLayout plan(ports);
  ColumnLayoutBuilder builder(ports);
  for (std::size_t stage = 0; stage < plan.stages(); ++stage) {
    for (std::size_t row = 0; row < plan.rows(); ++row) {
      builder.add(stage, row, 2 * kLineUnits * static_cast<int>(row));
    }
  }
  const auto rail_at = [&plan](std::size_t stage, std::size_t line) {
    return CellRail{plan.cell(stage, line / 2), line % 2};
  };
  for (std::size_t line = 0; line < ports; ++line) {
    builder.enter(line, rail_at(0, line));
    for (std::size_t stage = 0; stage + 1 < plan.stages(); ++stage) {
      builder.join(rail_at(stage, line), rail_at(stage + 1, plan.segment(stage, line).to_line));
    }
    builder.leave(rail_at(plan.stages() - 1, line), line);
  }
  return builder.build();
}

FabricLayout dilated_benes_layout(std::size_t ports) {
  const BenesLayout plan(ports);
  ColumnLayoutBuilder builder(ports);
  for (std::size_t column = 0; column <= plan.stages(); ++column) {
    for (std::size_t line = 0; line < ports; ++line) {
      builder.add(column, line, 2 * kLineUnits * static_cast<int>(line));
    }
  }
  const auto cell_at = [ports](std::size_t column, std::size_t line) {
    return static_cast<base::CellId>(column * ports + line);
  };
  for (std::size_t line = 0; line < ports; ++line) {
    builder.enter(line, {cell_at(0, line), 0});
    for (std::size_t stage = 0; stage < plan.stages(); ++stage) {
      for (std::size_t rail = 0; rail < 2; ++rail) {
        // Out of the Benes cell by its output `rail`, from its input line % 2.
        const std::size_t out = line - line % 2 + rail;
        const std::size_t to = stage + 1 < plan.stages() ? plan.segment(stage, out).to_line : out;
        builder.join({cell_at(stage, line), rail}, {cell_at(stage + 1, to), line % 2});
      }
    }
    builder.leave({cell_at(plan.stages(), line), 0}, line);
  }
  return builder.build();
}

}  // namespace heliograph::photonics
