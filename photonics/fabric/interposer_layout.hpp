// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/fabric_layout.hpp"
#include "photonics/fabric/interposer_parameters.hpp"

namespace heliograph::photonics {

/// Where light on a bus goes: along a row of tiles (east: to higher columns) or along a column
/// (south: to higher rows).
enum class BusDirection { east, west, south, north };
[[nodiscard]] const char* to_string(BusDirection direction);

/// Tile (row, column); its number is row * columns + column.
struct TilePlace {
  std::size_t row = 0;
  std::size_t column = 0;
};

/// A circuit's stretch along a row or a column of tiles. Places count in the direction of the
/// light, from the first tile of the line: the light leaves tile `begin` and gets off at tile `end`
/// > begin.
struct BusRun {
  BusDirection direction = BusDirection::east;
  std::size_t line = 0;  ///< the row or column
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The plan of a photonic interposer of tiles, after LIGHTPATH's ingredients (bus waveguides
/// between tiles, small-degree Mach-Zehnder switches in each, crossings between); the arrangement
/// is ours, as the paper's is not public.
///
/// Between neighbours lie `buses` waveguides each way. Light goes along its row first and along its
/// column then, so that it never comes back to a cell. Lane b of a direction is one waveguide from
/// edge to edge of the interposer, which every tile can leave and enter: a circuit keeps its lane
/// of a row from the tile where it gets on to the one where it gets off, and others use the rest of
/// it. A tile has
///   - for each transmitter and bus that leaves along the row a cell that turns the one into the
///     other;
///   - where a row's bus passes, a cell that lets the bus pass or exchanges it with what the tile
///     puts on it;
///   - the same for buses along the column, for all that arrives by the row or starts here;
///   - for each receiver and whatever can arrive a cell that turns it into the receiver.
/// Every cell turns in bar (rail 0 is the row of a little crossbar, rail 1 its column) and lets
/// both pass in cross, its idle state. Any circuits of which no more than `buses` share a bus
/// between two tiles in one direction can be there together, by colouring of intervals; others
/// cannot.
class InterposerPlan {
 public:
  /// Throws std::invalid_argument unless all numbers are at least 1, there are 2 to
  /// kMostInterposerPorts ports, and columns are a multiple of server_columns.
  explicit InterposerPlan(const InterposerShape& shape);

  [[nodiscard]] const InterposerShape& shape() const { return shape_; }
  /// Without the costs of buses besides what is drawn.
  [[nodiscard]] const FabricLayout& layout() const { return layout_; }
  /// With them. Precondition: find_problem() finds none, and the shape is the parameters'.
  [[nodiscard]] FabricLayout layout_with(const InterposerParameters& parameters,
                                         const FabricGeometry& geometry, double group_index) const;

  [[nodiscard]] TilePlace tile_of(base::PortId port) const;
  /// `tile 3 (row 0, column 3)`.
  [[nodiscard]] std::string tile_name(TilePlace tile) const;
  /// The tile at a place of a line.
  [[nodiscard]] TilePlace tile_on(BusDirection direction, std::size_t line,
                                  std::size_t place) const;

  /// What a circuit needs of its row, and of its output's column; nothing where it stays there.
  [[nodiscard]] std::optional<BusRun> run_along_row(base::PortId input, base::PortId output) const;
  [[nodiscard]] std::optional<BusRun> run_along_column(base::PortId input,
                                                       base::PortId output) const;
  /// The way of a circuit on these lanes (each below `buses`; of no matter where it has no such
  /// run).
  [[nodiscard]] std::vector<PathHop> way(base::PortId input, base::PortId output,
                                         std::size_t row_lane, std::size_t column_lane) const;

 private:
  class Builder;
  using Cell = std::optional<base::CellId>;

  // Buses of a row in a tile: those to the east first; of a column: those to the south first. Wires
  // that come down a tile, from the left: one for each of the row's buses, then one for each
  // transmitter. Wires that reach receivers: these, then one for each bus of the column. Empty
  // where the edge of the interposer leaves nothing to join.
  struct Tile {
    std::vector<std::vector<Cell>> on_row;     ///< by transmitter and bus
    std::vector<Cell> row_pass;                ///< by bus
    std::vector<std::vector<Cell>> on_column;  ///< by wire down and bus
    std::vector<Cell> column_pass;             ///< by bus
    std::vector<std::vector<Cell>> receive;    ///< by receiver and wire
  };
  struct BusWay {
    CellRail from;  ///< the rail by which light leaves
    bool along_row = false;
    bool fibre = false;
  };

  [[nodiscard]] const Tile& tile(TilePlace place) const {
    return tiles_[place.row * shape_.columns + place.column];
  }
  /// Of a transmitter, among the wires that come down: in reverse order, so that they do not cross.
  [[nodiscard]] std::size_t wire_of(std::size_t transmitter) const {
    return 2 * shape_.buses + shape_.ports_per_tile - 1 - transmitter;
  }
  [[nodiscard]] std::size_t wires_down() const { return 2 * shape_.buses + shape_.ports_per_tile; }
  [[nodiscard]] std::size_t wires() const { return wires_down() + 2 * shape_.buses; }
  /// Of a bus of the column, among the wires to receivers.
  [[nodiscard]] std::size_t wire_off(std::size_t bus) const {
    return wires_down() + 2 * shape_.buses - 1 - bus;
  }

  InterposerShape shape_;
  FabricLayout layout_;
  std::vector<Tile> tiles_;
  std::vector<BusWay> bus_ways_;
};

}  // namespace heliograph::photonics
