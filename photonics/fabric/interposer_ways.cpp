// SPDX-License-Identifier: Apache-2.0
// Where things are on an interposer, and the way of each circuit.
#include <utility>

#include "photonics/fabric/interposer_layout.hpp"

namespace heliograph::photonics {

FabricLayout InterposerPlan::layout_with(const InterposerParameters& parameters,
                                         const FabricGeometry& geometry, double group_index) const {
  FabricLayout layout = layout_;
  layout.beside.resize(layout.graph.cells());
  const WayCost along_row = parameters.bus_cost(shape_.tile_width(), geometry, group_index);
  const WayCost along_column = parameters.bus_cost(shape_.tile_height(), geometry, group_index);
  for (const BusWay& way : bus_ways_) {
    layout.beside[base::index(way.from.cell)][way.from.rail] = way.fibre ? parameters.fibre_cost()
                                                               : way.along_row ? along_row
                                                                               : along_column;
  }
  return layout;
}

TilePlace InterposerPlan::tile_of(base::PortId port) const {
  const std::size_t tile = base::index(port) / shape_.ports_per_tile;
  return {tile / shape_.columns, tile % shape_.columns};
}

std::string InterposerPlan::tile_name(TilePlace tile) const {
  std::string name = "tile ";
  name += std::to_string(tile.row * shape_.columns + tile.column);
  name += " (row ";
  name += std::to_string(tile.row);
  name += ", column ";
  name += std::to_string(tile.column);
  name += ")";
  return name;
}

TilePlace InterposerPlan::tile_on(BusDirection direction, std::size_t line,
                                  std::size_t place) const {
  switch (direction) {
    case BusDirection::east:
      return {line, place};
    case BusDirection::west:
      return {line, shape_.columns - 1 - place};
    case BusDirection::south:
      return {place, line};
    case BusDirection::north:
      break;
  }
  return {shape_.rows - 1 - place, line};
}

std::optional<BusRun> InterposerPlan::run_along_row(base::PortId input, base::PortId output) const {
  const TilePlace from = tile_of(input);
  const TilePlace to = tile_of(output);
  if (from.column == to.column) {
    return std::nullopt;
  }
  if (from.column < to.column) {
    return BusRun{BusDirection::east, from.row, from.column, to.column};
  }
  const std::size_t last = shape_.columns - 1;
  return BusRun{BusDirection::west, from.row, last - from.column, last - to.column};
}

std::optional<BusRun> InterposerPlan::run_along_column(base::PortId input,
                                                       base::PortId output) const {
  const TilePlace from = tile_of(input);
  const TilePlace to = tile_of(output);
  if (from.row == to.row) {
    return std::nullopt;
  }
  if (from.row < to.row) {
    return BusRun{BusDirection::south, to.column, from.row, to.row};
  }
  const std::size_t last = shape_.rows - 1;
  return BusRun{BusDirection::north, to.column, last - from.row, last - to.row};
}

namespace {

/// The cells of a way in the order of the light.
class Hops {
 public:
  using MaybeCell = std::optional<base::CellId>;

  void add(const MaybeCell& cell, CellState state) {
    if (cell) {
      hops_.push_back({*cell, state});
    }
  }
  /// Along the row of a little crossbar to the column of this number, and along it to its end.
  template <typename CellAt>
  void turn(const CellAt& cell_at, std::size_t row, std::size_t column, std::size_t rows) {
    for (std::size_t before = 0; before < column; ++before) {
      add(cell_at(row, before), CellState::cross);
    }
    add(cell_at(row, column), CellState::bar);
    for (std::size_t after = row + 1; after < rows; ++after) {
      add(cell_at(after, column), CellState::cross);
    }
  }
  [[nodiscard]] std::vector<PathHop> take() { return std::move(hops_); }

 private:
  std::vector<PathHop> hops_;
};

}  // namespace

std::vector<PathHop> InterposerPlan::way(base::PortId input, base::PortId output,
                                         std::size_t row_lane, std::size_t column_lane) const {
  Hops hops;
  const std::size_t transmitter = base::index(input) % shape_.ports_per_tile;
  const std::size_t receiver = base::index(output) % shape_.ports_per_tile;
  const std::size_t buses = 2 * shape_.buses;
  const Tile& first = tile(tile_of(input));
  std::size_t wire = wire_of(transmitter);
  if (const auto run = run_along_row(input, output)) {
    const std::size_t bus = row_lane + (run->direction == BusDirection::east ? 0 : shape_.buses);
    hops.turn([&](std::size_t row, std::size_t column) { return first.on_row[row][column]; },
              transmitter, bus, shape_.ports_per_tile);
    for (std::size_t place = run->begin; place <= run->end; ++place) {
      const bool passes = place > run->begin && place < run->end;
      hops.add(tile(tile_on(run->direction, run->line, place)).row_pass[bus],
               passes ? CellState::cross : CellState::bar);
    }
    wire = bus;
  } else {
    for (std::size_t bus = 0; bus < buses; ++bus) {
      hops.add(first.on_row[transmitter][bus], CellState::cross);
    }
  }
  const Tile& corner = tile({tile_of(input).row, tile_of(output).column});
  if (const auto run = run_along_column(input, output)) {
    const std::size_t bus =
        column_lane + (run->direction == BusDirection::south ? 0 : shape_.buses);
    hops.turn([&](std::size_t row, std::size_t column) { return corner.on_column[row][column]; },
              wire, bus, wires_down());
    for (std::size_t place = run->begin; place <= run->end; ++place) {
      const bool passes = place > run->begin && place < run->end;
      hops.add(tile(tile_on(run->direction, run->line, place)).column_pass[bus],
               passes ? CellState::cross : CellState::bar);
    }
    wire = wire_off(bus);
  } else {
    for (std::size_t bus = 0; bus < buses; ++bus) {
      hops.add(corner.on_column[wire][bus], CellState::cross);
    }
  }
  const Tile& last = tile(tile_of(output));
  hops.turn([&](std::size_t row, std::size_t column) { return last.receive[column][row]; }, wire,
            receiver, wires());
  return hops.take();
}

}  // namespace heliograph::photonics
