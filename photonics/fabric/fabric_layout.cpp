// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/fabric_layout.hpp"

#include <algorithm>
#include <cmath>

namespace heliograph::photonics {

namespace {

constexpr int kHalfColumn = kColumnUnits / 2;

int left_edge(std::size_t column) { return kColumnUnits * static_cast<int>(column); }
int right_edge(std::size_t column) { return left_edge(column) + kHalfColumn; }

/// Distance from the drawing's edge, where whole columns and their halves have lengths of their
/// own.
base::Metre along(int units, const FabricGeometry& geometry) {
  const int column =
      units >= 0 ? units / kColumnUnits : -((kColumnUnits - 1 - units) / kColumnUnits);
  const int rest = units - column * kColumnUnits;
  const int in_cell = std::min(rest, kHalfColumn);
  const int in_gap = rest - in_cell;
  const base::Metre gap = geometry.stage_pitch - geometry.cell_length;
  return geometry.stage_pitch * static_cast<double>(column) +
         geometry.cell_length * (static_cast<double>(in_cell) / kHalfColumn) +
         gap * (static_cast<double>(in_gap) / kHalfColumn);
}

DrawnCell drawn_cell(std::size_t column, int upper_y) {
  const int lower_y = upper_y + kLineUnits;
  return {{DrawingPoint{left_edge(column), upper_y}, DrawingPoint{left_edge(column), lower_y}},
          {DrawingPoint{right_edge(column), upper_y}, DrawingPoint{right_edge(column), lower_y}}};
}

/// Without points that repeat.
DrawnWay way_through(std::initializer_list<DrawingPoint> points) {
  DrawnWay way(points);
  way.erase(std::unique(way.begin(), way.end()), way.end());
  return way;
}

}  // namespace

base::Metre length_of(const DrawnWay& way, const FabricGeometry& geometry,
                      FabricLayout::Rows rows) {
  const auto height = [&](int y) {
    return rows == FabricLayout::Rows::grid
               ? along(y, geometry)
               : geometry.line_pitch * (static_cast<double>(y) / kLineUnits);
  };
  base::Metre length;
  for (std::size_t i = 1; i < way.size(); ++i) {
    const base::Metre dx = along(way[i].x, geometry) - along(way[i - 1].x, geometry);
    const base::Metre dy = height(way[i].y) - height(way[i - 1].y);
    length += base::Metre(std::hypot(dx.value(), dy.value()));
  }
  return length;
}

FabricDrawing draw_columns(const CellGraph& graph, const std::vector<CellPlace>& places) {
  FabricDrawing drawing;
  std::size_t columns = 1;
  for (const CellPlace& place : places) {
    const int y = 2 * kLineUnits * static_cast<int>(place.row);
    drawing.cells.push_back(drawn_cell(place.column, y));
    columns = std::max(columns, place.column + 1);
  }
  drawing.outputs.resize(graph.ports());
  const auto way_from = [&](const DrawingPoint& begin, const WayEnd& end) -> DrawnWay {
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      return way_through({begin, drawing.cells[base::index(rail->cell)].left[rail->rail]});
    }
    if (const auto* port = std::get_if<base::PortId>(&end)) {
      DrawingPoint& output = drawing.outputs[base::index(*port)];
      output = {right_edge(columns - 1), begin.y};
      return way_through({begin, output});
    }
    return {};
  };
  for (std::size_t input = 0; input < graph.ports(); ++input) {
    const WayEnd& end = graph.inputs[input];
    DrawingPoint begin{0, kLineUnits * static_cast<int>(input)};
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      begin.y = drawing.cells[base::index(rail->cell)].left[rail->rail].y;
    }
    drawing.inputs.push_back(begin);
    drawing.input_ways.push_back(way_from(begin, end));
  }
  drawing.ways.resize(graph.cells());
  for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
    for (std::size_t rail = 0; rail < 2; ++rail) {
      drawing.ways[cell][rail] = way_from(drawing.cells[cell].right[rail], graph.after[cell][rail]);
    }
  }
  return drawing;
}

ColumnLayoutBuilder::ColumnLayoutBuilder(std::size_t ports) {
  layout_.graph.inputs.resize(ports);
  layout_.drawing.input_ways.resize(ports);
  layout_.drawing.inputs.resize(ports);
  layout_.drawing.outputs.resize(ports);
}

base::CellId ColumnLayoutBuilder::add(std::size_t column, std::size_t row, int upper_y,
                                      CellState idle) {
  const auto cell = static_cast<base::CellId>(layout_.graph.cells());
  layout_.graph.after.emplace_back();
  layout_.drawing.ways.emplace_back();
  layout_.drawing.cells.push_back(drawn_cell(column, upper_y));
  layout_.places.push_back({column, row});
  layout_.cell_names.push_back("stage " + std::to_string(column) + " row " + std::to_string(row));
  layout_.idle.push_back(idle);
  columns_ = std::max(columns_, column + 1);
  return cell;
}

void ColumnLayoutBuilder::enter(std::size_t input, CellRail to) {
  const DrawingPoint end = layout_.drawing.cells[base::index(to.cell)].left[to.rail];
  layout_.graph.inputs[input] = to;
  layout_.drawing.inputs[input] = {0, end.y};
  layout_.drawing.input_ways[input] = way_through({{0, end.y}, end});
}

void ColumnLayoutBuilder::join(CellRail from, CellRail to) {
  join_after(layout_.places[base::index(from.cell)].column, from, to);
}

void ColumnLayoutBuilder::join_after(std::size_t column, CellRail from, CellRail to) {
  const DrawingPoint begin = layout_.drawing.cells[base::index(from.cell)].right[from.rail];
  const DrawingPoint end = layout_.drawing.cells[base::index(to.cell)].left[to.rail];
  layout_.graph.after[base::index(from.cell)][from.rail] = to;
  layout_.drawing.ways[base::index(from.cell)][from.rail] =
      way_through({begin, {right_edge(column), begin.y}, {left_edge(column + 1), end.y}, end});
}

void ColumnLayoutBuilder::leave(CellRail from, std::size_t output) {
  layout_.graph.after[base::index(from.cell)][from.rail] = static_cast<base::PortId>(output);
  exits_.push_back({from, output});
}

FabricLayout ColumnLayoutBuilder::build() {
  for (const Exit& exit : exits_) {
    const DrawingPoint begin =
        layout_.drawing.cells[base::index(exit.from.cell)].right[exit.from.rail];
    const DrawingPoint end{right_edge(columns_ - 1), begin.y};
    layout_.drawing.outputs[exit.output] = end;
    layout_.drawing.ways[base::index(exit.from.cell)][exit.from.rail] = way_through({begin, end});
  }
  static_cast<void>(light_order(layout_.graph));
  layout_.crossings = count_crossings(layout_.drawing);
  return std::move(layout_);
}

}  // namespace heliograph::photonics
