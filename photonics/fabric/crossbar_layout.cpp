// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/layouts.hpp"

namespace heliograph::photonics {

FabricLayout crossbar_layout(std::size_t ports) {
  FabricLayout layout;
  layout.rows = FabricLayout::Rows::grid;
  CellGraph& graph = layout.graph;
  FabricDrawing& drawing = layout.drawing;
  graph.inputs.resize(ports);
  drawing.inputs.resize(ports);
  drawing.outputs.resize(ports);
  drawing.input_ways.resize(ports);
  graph.after.resize(ports * ports);
  drawing.ways.resize(ports * ports);
  const auto cell_at = [ports](std::size_t row, std::size_t column) {
    return static_cast<base::CellId>(row * ports + column);
  };
  for (std::size_t row = 0; row < ports; ++row) {
    for (std::size_t column = 0; column < ports; ++column) {
      const int x = kColumnUnits * static_cast<int>(column);
      const int y = kColumnUnits * static_cast<int>(row);
      drawing.cells.push_back({{DrawingPoint{x, y + 1}, DrawingPoint{x + 1, y}},
                               {DrawingPoint{x + 1, y + 2}, DrawingPoint{x + 2, y + 1}}});
      layout.places.push_back({column, row});
      layout.cell_names.push_back("row " + std::to_string(row) + " column " +
                                  std::to_string(column));
      layout.idle.push_back(CellState::cross);
    }
  }
  for (std::size_t row = 0; row < ports; ++row) {
    const CellRail first{cell_at(row, 0), 0};
    const DrawingPoint begin = drawing.cells[base::index(first.cell)].left[0];
    graph.inputs[row] = first;
    drawing.inputs[row] = begin;
    drawing.input_ways[row] = {begin};
    for (std::size_t column = 0; column < ports; ++column) {
      const std::size_t cell = base::index(cell_at(row, column));
      const DrawnCell& from = drawing.cells[cell];
      if (row + 1 < ports) {
        const base::CellId below = cell_at(row + 1, column);
        graph.after[cell][0] = CellRail{below, 1};
        drawing.ways[cell][0] = {from.right[0], drawing.cells[base::index(below)].left[1]};
      } else {
        graph.after[cell][0] = static_cast<base::PortId>(column);
        drawing.outputs[column] = from.right[0];
        drawing.ways[cell][0] = {from.right[0]};
      }
      if (column + 1 < ports) {
        const base::CellId next = cell_at(row, column + 1);
        graph.after[cell][1] = CellRail{next, 0};
        drawing.ways[cell][1] = {from.right[1], drawing.cells[base::index(next)].left[0]};
      }
    }
  }
  layout.crossings = count_crossings(drawing);
  return layout;
}

}  // namespace heliograph::photonics
