// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/interposer_layout.hpp"

#include <stdexcept>
#include <utility>
#include <variant>

namespace heliograph::photonics {

namespace {

/// Which way the row and the column of a cell run.
enum class Facing { right_down, left_down, down_right, up_right };

DrawnCell diamond(std::size_t column, std::size_t row, Facing facing) {
  const int x = kColumnUnits * static_cast<int>(column);
  const int y = kColumnUnits * static_cast<int>(row);
  const DrawingPoint left{x, y + 1};
  const DrawingPoint right{x + 2, y + 1};
  const DrawingPoint top{x + 1, y};
  const DrawingPoint bottom{x + 1, y + 2};
  switch (facing) {
    case Facing::right_down:
      return {{left, top}, {bottom, right}};
    case Facing::left_down:
      return {{right, top}, {bottom, left}};
    case Facing::down_right:
      return {{top, left}, {right, bottom}};
    case Facing::up_right:
      break;
  }
  return {{bottom, left}, {right, top}};
}

/// `tile 0,1: `, and from what to what.
std::string turn_name(std::size_t row, std::size_t column, const std::string& from,
                      const std::string& to) {
  std::string name = "tile ";
  name += std::to_string(row);
  name += ",";
  name += std::to_string(column);
  name += ": ";
  name += from;
  name += " to ";
  name += to;
  return name;
}

std::string numbered(const char* what, std::size_t number) {
  std::string text = what;
  text += " ";
  text += std::to_string(number);
  return text;
}

std::string bus_name(bool along_row, std::size_t bus, std::size_t buses) {
  const BusDirection direction = along_row
                                     ? (bus < buses ? BusDirection::east : BusDirection::west)
                                     : (bus < buses ? BusDirection::south : BusDirection::north);
  return numbered(to_string(direction), bus % buses);
}

void check_interposer_shape(const InterposerShape& shape) {
  if (shape.rows == 0 || shape.columns == 0 || shape.ports_per_tile == 0 || shape.buses == 0) {
    throw std::invalid_argument("an interposer has at least one tile, port and bus");
  }
  if (shape.ports() < 2 || shape.ports() > kMostInterposerPorts) {
    throw std::invalid_argument("an interposer has 2 to " + std::to_string(kMostInterposerPorts) +
                                " ports, not " + std::to_string(shape.ports()));
  }
  if (shape.server_columns == 0 || shape.columns % shape.server_columns != 0) {
    throw std::invalid_argument("servers have as many columns of tiles each");
  }
}

}  // namespace

const char* to_string(BusDirection direction) {
  switch (direction) {
    case BusDirection::east:
      return "east";
    case BusDirection::west:
      return "west";
    case BusDirection::south:
      return "south";
    case BusDirection::north:
      break;
  }
  return "north";
}

/// Adds the cells tile by tile, then follows every waveguide from where it begins.
///
/// A tile is drawn on a grid. From the top: transmitters' rows, the row's buses, wires to the
/// column's buses, receivers' columns; from the left: a wire down for each of the row's buses and
/// for each transmitter, the column's buses, a wire down from each of them. Waveguides run along
/// this grid and cross where it says.
class InterposerPlan::Builder {
 public:
  explicit Builder(InterposerPlan& plan) : plan_(plan), shape_(plan.shape_) {}

  void build() {
    FabricLayout& layout = plan_.layout_;
    layout.rows = FabricLayout::Rows::grid;
    layout.graph.inputs.resize(shape_.ports());
    layout.drawing.inputs.resize(shape_.ports());
    layout.drawing.outputs.resize(shape_.ports());
    layout.drawing.input_ways.resize(shape_.ports());
    plan_.tiles_.resize(shape_.tiles());
    for_each_tile([this](TilePlace at) { add_cells(at); });
    layout.drawing.ways.resize(layout.graph.cells());
    for_each_tile([this](TilePlace at) {
      join_transmitters(at);
      for (std::size_t bus = 0; bus < 2 * shape_.buses; ++bus) {
        join_row_bus(at, bus);
        join_column_bus(at, bus);
      }
      join_receivers(at);
    });
    static_cast<void>(light_order(layout.graph));
    layout.crossings = count_crossings(layout.drawing);
  }

 private:
  /// A waveguide on its way from cell to cell: an input, a cell's rail, or nothing in the dark
  /// where it begins.
  struct Line {
    WayEnd from;
    DrawnWay points;
  };

  template <typename Action>
  void for_each_tile(const Action& action) {
    for (std::size_t row = 0; row < shape_.rows; ++row) {
      for (std::size_t column = 0; column < shape_.columns; ++column) {
        action(TilePlace{row, column});
      }
    }
  }
  Tile& tile(TilePlace at) { return plan_.tiles_[at.row * shape_.columns + at.column]; }

  // Places on the grid.
  std::size_t left(TilePlace at) const { return at.column * shape_.tile_width(); }
  std::size_t top(TilePlace at) const { return at.row * shape_.tile_height(); }
  std::size_t column_bus_x(TilePlace at, std::size_t bus) const {
    return left(at) + plan_.wires_down() + bus;
  }
  /// Of a wire to receivers; those of the column's buses lie to the right of the buses.
  std::size_t wire_x(TilePlace at, std::size_t wire) const {
    return left(at) + wire + (wire < plan_.wires_down() ? 0 : 2 * shape_.buses);
  }
  std::size_t row_bus_y(TilePlace at, std::size_t bus) const {
    return top(at) + shape_.ports_per_tile + bus;
  }
  std::size_t column_bus_y(TilePlace at, std::size_t bus) const {
    return row_bus_y(at, 2 * shape_.buses) + bus;
  }
  std::size_t receiver_y(TilePlace at, std::size_t receiver) const {
    return column_bus_y(at, 2 * shape_.buses) + receiver;
  }

  // What the edge leaves of buses.
  bool row_enters(TilePlace at, std::size_t bus) const {
    return bus < shape_.buses ? at.column > 0 : at.column + 1 < shape_.columns;
  }
  bool row_leaves(TilePlace at, std::size_t bus) const {
    return bus < shape_.buses ? at.column + 1 < shape_.columns : at.column > 0;
  }
  bool column_enters(TilePlace at, std::size_t bus) const {
    return bus < shape_.buses ? at.row > 0 : at.row + 1 < shape_.rows;
  }
  bool column_leaves(TilePlace at, std::size_t bus) const {
    return bus < shape_.buses ? at.row + 1 < shape_.rows : at.row > 0;
  }
  bool wire_is_there(TilePlace at, std::size_t wire) const {
    if (wire < 2 * shape_.buses) {
      return row_enters(at, wire);
    }
    if (wire < plan_.wires_down()) {
      return true;
    }
    return column_enters(at, plan_.wires() - 1 - wire);
  }
  std::string wire_name(std::size_t wire) const {
    if (wire < 2 * shape_.buses) {
      return bus_name(true, wire, shape_.buses);
    }
    if (wire < plan_.wires_down()) {
      return numbered("transmitter", plan_.wires_down() - 1 - wire);
    }
    return bus_name(false, plan_.wires() - 1 - wire, shape_.buses);
  }

  base::CellId add(std::size_t x, std::size_t y, Facing facing, std::string name) {
    FabricLayout& layout = plan_.layout_;
    const auto cell = static_cast<base::CellId>(layout.graph.cells());
    layout.graph.after.emplace_back();
    layout.drawing.cells.push_back(diamond(x, y, facing));
    layout.places.push_back({x, y});
    layout.cell_names.push_back(std::move(name));
    layout.idle.push_back(CellState::cross);
    return cell;
  }

  void add_cells(TilePlace at) {
    const std::size_t buses = 2 * shape_.buses;
    const auto named = [&](const std::string& from, const std::string& to) {
      return turn_name(at.row, at.column, from, to);
    };
    Tile& own = tile(at);
    own.on_row.assign(shape_.ports_per_tile, std::vector<Cell>(buses));
    own.row_pass.resize(buses);
    own.on_column.assign(plan_.wires_down(), std::vector<Cell>(buses));
    own.column_pass.resize(buses);
    own.receive.assign(shape_.ports_per_tile, std::vector<Cell>(plan_.wires()));
    for (std::size_t bus = 0; bus < buses; ++bus) {
      const std::string name = bus_name(true, bus, shape_.buses);
      for (std::size_t t = 0; row_leaves(at, bus) && t < shape_.ports_per_tile; ++t) {
        own.on_row[t][bus] = add(wire_x(at, bus), top(at) + t, Facing::right_down,
                                 named(numbered("transmitter", t), name));
      }
      if (row_leaves(at, bus) && row_enters(at, bus)) {
        own.row_pass[bus] = add(wire_x(at, bus), row_bus_y(at, bus),
                                bus < shape_.buses ? Facing::right_down : Facing::left_down,
                                named(name, "the tile"));
      }
    }
    for (std::size_t bus = 0; bus < buses; ++bus) {
      const std::string name = bus_name(false, bus, shape_.buses);
      for (std::size_t wire = 0; column_leaves(at, bus) && wire < plan_.wires_down(); ++wire) {
        if (wire_is_there(at, wire)) {
          own.on_column[wire][bus] = add(wire_x(at, wire), column_bus_y(at, bus),
                                         Facing::down_right, named(wire_name(wire), name));
        }
      }
      if (column_leaves(at, bus) && column_enters(at, bus)) {
        own.column_pass[bus] = add(column_bus_x(at, bus), column_bus_y(at, bus),
                                   bus < shape_.buses ? Facing::down_right : Facing::up_right,
                                   named(name, "the tile"));
      }
    }
    for (std::size_t receiver = 0; receiver < shape_.ports_per_tile; ++receiver) {
      for (std::size_t wire = 0; wire < plan_.wires(); ++wire) {
        if (wire_is_there(at, wire)) {
          own.receive[receiver][wire] =
              add(wire_x(at, wire), receiver_y(at, receiver), Facing::down_right,
                  named(wire_name(wire), numbered("receiver", receiver)));
        }
      }
    }
  }

  void bend(Line& line, std::size_t x, std::size_t y) {
    if (!std::holds_alternative<DarkEnd>(line.from)) {
      line.points.push_back(
          {kColumnUnits * static_cast<int>(x) + 1, kColumnUnits * static_cast<int>(y) + 1});
    }
  }
  /// With a short piece across each corner, so that a drawing can round it.
  static DrawnWay with_round_corners(const DrawnWay& way) {
    const auto step = [](int from, int to) { return (to > from ? 1 : 0) - (to < from ? 1 : 0); };
    DrawnWay round{way.front()};
    for (std::size_t i = 1; i + 1 < way.size(); ++i) {
      const DrawingPoint& at = way[i];
      round.push_back({at.x - step(way[i - 1].x, at.x), at.y - step(way[i - 1].y, at.y)});
      round.push_back({at.x + step(at.x, way[i + 1].x), at.y + step(at.y, way[i + 1].y)});
    }
    if (way.size() > 1) {
      round.push_back(way.back());
    }
    return round;
  }
  /// The waveguide ends at `to`, which is drawn at `point`.
  void end(Line& line, const WayEnd& to, DrawingPoint point) {
    FabricLayout& layout = plan_.layout_;
    if (line.points.empty() || !(line.points.back() == point)) {
      line.points.push_back(point);
    }
    if (const auto* input = std::get_if<base::PortId>(&line.from)) {
      layout.graph.inputs[base::index(*input)] = to;
      layout.drawing.input_ways[base::index(*input)] = with_round_corners(line.points);
    } else if (const auto* rail = std::get_if<CellRail>(&line.from)) {
      const std::size_t cell = base::index(rail->cell);
      layout.graph.after[cell][rail->rail] = to;
      layout.drawing.ways[cell][rail->rail] = with_round_corners(line.points);
    }
  }
  /// Through a cell in its idle state, along its row (rail 0) or its column; none: on.
  void pass(Line& line, const Cell& cell, std::size_t rail) {
    if (!cell) {
      return;
    }
    const DrawnCell& drawn = plan_.layout_.drawing.cells[base::index(*cell)];
    end(line, CellRail{*cell, rail}, drawn.left[rail]);
    line = Line{CellRail{*cell, rail ^ 1U}, {drawn.right[rail ^ 1U]}};
  }
  void along_bus(const Line& line, bool along_row, bool fibre) {
    plan_.bus_ways_.push_back({std::get<CellRail>(line.from), along_row, fibre});
  }

  /// Down the tile, past the wires to the column's buses and to the receivers.
  void down(Line& line, TilePlace at, std::size_t wire) {
    for (std::size_t bus = 0; wire < plan_.wires_down() && bus < 2 * shape_.buses; ++bus) {
      pass(line, tile(at).on_column[wire][bus], 0);
    }
    for (std::size_t receiver = 0; receiver < shape_.ports_per_tile; ++receiver) {
      pass(line, tile(at).receive[receiver][wire], 0);
    }
  }

  void join_transmitters(TilePlace at) {
    for (std::size_t t = 0; t < shape_.ports_per_tile; ++t) {
      const std::size_t port = (at.row * shape_.columns + at.column) * shape_.ports_per_tile + t;
      const DrawingPoint begin{kColumnUnits * static_cast<int>(left(at)),
                               kColumnUnits * static_cast<int>(top(at) + t) + 1};
      Line line{static_cast<base::PortId>(port), {begin}};
      plan_.layout_.drawing.inputs[port] = begin;
      for (std::size_t bus = 0; bus < 2 * shape_.buses; ++bus) {
        pass(line, tile(at).on_row[t][bus], 0);
      }
      const std::size_t wire = plan_.wire_of(t);
      bend(line, wire_x(at, wire), top(at) + t);
      down(line, at, wire);
    }
  }

  /// What a tile puts on a bus of its row; and, if the bus begins here, the bus to its end.
  void join_row_bus(TilePlace at, std::size_t bus) {
    if (!row_leaves(at, bus)) {
      return;
    }
    Line line;
    for (std::size_t t = 0; t < shape_.ports_per_tile; ++t) {
      pass(line, tile(at).on_row[t][bus], 1);
    }
    if (tile(at).row_pass[bus]) {
      pass(line, tile(at).row_pass[bus], 1);
      down(line, at, bus);
      return;
    }
    bend(line, wire_x(at, bus), row_bus_y(at, bus));
    const bool east = bus < shape_.buses;
    while (row_leaves(at, bus)) {
      const std::size_t before = at.column;
      at.column = east ? at.column + 1 : at.column - 1;
      along_bus(line, true, before / shape_.server_columns != at.column / shape_.server_columns);
      pass(line, tile(at).row_pass[bus], 0);
    }
    bend(line, wire_x(at, bus), row_bus_y(at, bus));
    down(line, at, bus);
  }

  void join_column_bus(TilePlace at, std::size_t bus) {
    if (!column_leaves(at, bus)) {
      return;
    }
    Line line;
    for (std::size_t wire = 0; wire < plan_.wires_down(); ++wire) {
      pass(line, tile(at).on_column[wire][bus], 1);
    }
    if (tile(at).column_pass[bus]) {
      pass(line, tile(at).column_pass[bus], 1);
      get_off(line, at, bus);
      return;
    }
    bend(line, column_bus_x(at, bus), column_bus_y(at, bus));
    const bool south = bus < shape_.buses;
    while (column_leaves(at, bus)) {
      at.row = south ? at.row + 1 : at.row - 1;
      along_bus(line, false, false);
      pass(line, tile(at).column_pass[bus], 0);
    }
    bend(line, column_bus_x(at, bus), column_bus_y(at, bus));
    get_off(line, at, bus);
  }
  void get_off(Line& line, TilePlace at, std::size_t bus) {
    const std::size_t wire = plan_.wire_off(bus);
    bend(line, wire_x(at, wire), column_bus_y(at, bus));
    down(line, at, wire);
  }

  void join_receivers(TilePlace at) {
    for (std::size_t receiver = 0; receiver < shape_.ports_per_tile; ++receiver) {
      const std::size_t port =
          (at.row * shape_.columns + at.column) * shape_.ports_per_tile + receiver;
      Line line;
      for (std::size_t wire = 0; wire < plan_.wires(); ++wire) {
        pass(line, tile(at).receive[receiver][wire], 1);
      }
      const DrawingPoint point{
          kColumnUnits * static_cast<int>(left(at) + shape_.tile_width() - kTileMargin) - 1,
          kColumnUnits * static_cast<int>(receiver_y(at, receiver)) + 1};
      plan_.layout_.drawing.outputs[port] = point;
      end(line, static_cast<base::PortId>(port), point);
    }
  }

  InterposerPlan& plan_;
  const InterposerShape& shape_;
};

InterposerPlan::InterposerPlan(const InterposerShape& shape) : shape_(shape) {
  check_interposer_shape(shape);
  Builder(*this).build();
}

}  // namespace heliograph::photonics
