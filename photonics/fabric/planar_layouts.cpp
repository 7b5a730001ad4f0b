// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <vector>

#include "photonics/fabric/layouts.hpp"

namespace heliograph::photonics {

namespace {

/// Cells on neighbouring lines, given in the order of their columns; nothing crosses.
class LevelLines {
 public:
  explicit LevelLines(std::size_t ports) : builder_(ports), last_(ports) {}

  void add(std::size_t column, std::size_t line, std::size_t row) {
    const base::CellId cell = builder_.add(column, row, kLineUnits * static_cast<int>(line));
    for (std::size_t rail = 0; rail < 2; ++rail) {
      std::optional<CellRail>& before = last_[line + rail];
      if (before) {
        builder_.join(*before, {cell, rail});
      } else {
        builder_.enter(line + rail, {cell, rail});
      }
      before = CellRail{cell, rail};
    }
  }

  FabricLayout build() {
    for (std::size_t line = 0; line < last_.size(); ++line) {
      builder_.leave(last_[line].value(), line);
    }
    return builder_.build();
  }

 private:
  ColumnLayoutBuilder builder_;
  std::vector<std::optional<CellRail>> last_;  // by line
};

}  // namespace

FabricLayout planar_layout(std::size_t ports) {
  LevelLines lines(ports);
  for (std::size_t column = 0; column < ports; ++column) {
    for (std::size_t line = column % 2; line + 1 < ports; line += 2) {
      lines.add(column, line, line / 2);
    }
  }
  return lines.build();
}

FabricLayout reck_layout(std::size_t ports) {
  LevelLines lines(ports);
  for (std::size_t diagonal = 0; diagonal + 1 < ports; ++diagonal) {
    for (std::size_t step = 0; step <= diagonal; ++step) {
      lines.add(diagonal + step, ports - 2 - diagonal + step, step);
    }
  }
  return lines.build();
}

}  // namespace heliograph::photonics
