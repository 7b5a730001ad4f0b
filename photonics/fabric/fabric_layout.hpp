// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/fabric_drawing.hpp"
#include "photonics/fabric/way_cost.hpp"

namespace heliograph::photonics {

/// Where a cell is drawn: columns count from the inputs, rows from the top.
struct CellPlace {
  std::size_t column = 0;
  std::size_t row = 0;
};

/// Drawing units: a column is a cell and the gap after it, each half of kColumnUnits wide; lines
/// (the rails of the cells) are kLineUnits apart.
inline constexpr int kColumnUnits = 4;
inline constexpr int kLineUnits = 4;

/// The plan of a feed-forward fabric: how its cells are joined and how that is drawn. Nothing of
/// what they are made of.
struct FabricLayout {
  /// What the drawing's y means on the chip.
  enum class Rows {
    lines,  ///< rails, kLineUnits a line pitch
    grid    ///< cells below each other with the pitch of the columns
  };

  CellGraph graph;
  FabricDrawing drawing;
  DrawnCrossings crossings;  ///< counted in `drawing`
  Rows rows = Rows::lines;
  std::vector<CellPlace> places;        ///< by cell
  std::vector<std::string> cell_names;  ///< by cell, for people, e.g. `stage 2 row 1`
  std::vector<CellState> idle;          ///< by cell: its state while no circuit needs it
  /// By cell and rail of leaving, what ways cost besides what is drawn of them; empty: nothing.
  std::vector<std::array<WayCost, kCellRails>> beside;
};

/// What a drawing unit is on the chip. A cell is `cell_length` long, columns repeat every
/// `stage_pitch`, rails lie `line_pitch` apart.
struct FabricGeometry {
  base::Metre cell_length{300e-6};
  base::Metre stage_pitch{600e-6};
  base::Metre line_pitch{25 * 1e-6};
};

/// The length on the chip of a drawn waveguide.
[[nodiscard]] base::Metre length_of(const DrawnWay& way, const FabricGeometry& geometry,
                                    FabricLayout::Rows rows);

/// A drawing of a fabric of which no layout is known: cells by column and row, waveguides straight.
[[nodiscard]] FabricDrawing draw_columns(const CellGraph& graph,
                                         const std::vector<CellPlace>& places);

/// Puts a layout of columns together: cells with two rails one line apart, waveguides that are
/// straight lines in the gaps between columns and run level beside the cells.
class ColumnLayoutBuilder {
 public:
  explicit ColumnLayoutBuilder(std::size_t ports);

  /// A cell whose upper rail is drawn at `upper_y`. Cells are numbered as they are added.
  base::CellId add(std::size_t column, std::size_t row, int upper_y,
                   CellState idle = CellState::cross);
  void enter(std::size_t input, CellRail to);
  void join(CellRail from, CellRail to);
  /// The same where the way leaves its level only in the gap after `column`.
  void join_after(std::size_t column, CellRail from, CellRail to);
  void leave(CellRail from, std::size_t output);
  /// Throws std::invalid_argument when light_order() refuses the graph.
  [[nodiscard]] FabricLayout build();

 private:
  struct Exit {
    CellRail from;
    std::size_t output = 0;
  };

  FabricLayout layout_;
  std::vector<Exit> exits_;
  std::size_t columns_ = 0;
};

}  // namespace heliograph::photonics
