// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/layouts.hpp"

namespace heliograph::photonics {

FabricLayout piloss_layout(std::size_t ports) {
  ColumnLayoutBuilder builder(ports);
  for (std::size_t column = 0; column < ports; ++column) {
    for (std::size_t row = 0; row < ports; ++row) {
      builder.add(column, row, 2 * kLineUnits * static_cast<int>(row));
    }
  }
  const auto cell_at = [ports](std::size_t column, std::size_t row) {
    return static_cast<base::CellId>(column * ports + row);
  };
  // Number the 2 N rails of a column round it: row r's upper rail is r, its lower one 2 N - 1 - r.
  // A track (light that crosses in every cell) moves on by one from column to column, so two tracks
  // that start at places of different parity meet once in N columns, two of the same parity never.
  // Inputs start at the even places; tracks that start at the odd ones lead to outputs.
  for (std::size_t row = 0; row < ports; ++row) {
    builder.enter(row, {cell_at(0, row), row % 2});
    for (std::size_t column = 0; column + 1 < ports; ++column) {
      const CellRail down = row + 1 < ports ? CellRail{cell_at(column + 1, row + 1), 0}
                                            : CellRail{cell_at(column + 1, row), 1};
      const CellRail up = row > 0 ? CellRail{cell_at(column + 1, row - 1), 1}
                                  : CellRail{cell_at(column + 1, row), 0};
      builder.join({cell_at(column, row), 0}, up);
      builder.join({cell_at(column, row), 1}, down);
    }
    // What crosses into the lower rail of the last column came from place row - (N - 1).
    builder.leave({cell_at(ports - 1, row), (row + ports) % 2 == 0 ? 1U : 0U}, row);
  }
  return builder.build();
}

}  // namespace heliograph::photonics
