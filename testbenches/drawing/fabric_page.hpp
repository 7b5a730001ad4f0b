// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/fabric_drawing.hpp"
#include "testbenches/drawing/svg_writer.hpp"

namespace heliograph::testbenches {

/// The frame of a cell on the page.
struct CellBox {
  PagePoint centre;
  double width = 0.0;  ///< along the cell
  double height = 0.0;
  double angle = 0.0;  ///< in degrees, with the clock
};

/// Where the parts of a drawn fabric lie on a page, in pixels.
///
/// Where every cell is an upright rectangle, x is stretched: cells become as wide as makes a
/// pleasant page, and the gaps between columns as wide as the waveguides in them need to rise and
/// fall gently. That moves no waveguide across another: x keeps its order, y its scale. Other
/// fabrics keep their shape.
class FabricPage {
 public:
  /// What is drawn must outlive it.
  FabricPage(const photonics::CellGraph& graph, const photonics::FabricDrawing& drawing);

  [[nodiscard]] PagePoint at(const photonics::DrawingPoint& point) const;
  /// The distance between the two rails of a cell.
  [[nodiscard]] double pitch() const { return pitch_; }
  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }

  /// The end of a rail (0 or 1) on the left or right of a cell, and the direction of light that
  /// passes it from the left to the right.
  [[nodiscard]] PagePoint rail_end(std::size_t cell, bool right, std::size_t rail) const;
  [[nodiscard]] PagePoint direction(std::size_t cell, bool right, std::size_t rail) const;
  [[nodiscard]] CellBox box(std::size_t cell) const;
  /// Every cell is where two waveguides meet at a right angle, which light passes straight on in
  /// cross.
  [[nodiscard]] bool all_diamonds() const { return diamonds_; }

  /// Where a port's waveguide points away from the fabric.
  [[nodiscard]] PagePoint outwards(base::PortId port, bool output) const;

  /// Continues `path`, which is where the way begins. `leaving`, `arriving`: directions of light at
  /// its ends.
  void add_way(const photonics::DrawnWay& way, const PagePoint& leaving, const PagePoint& arriving,
               SvgPath& path) const;
  /// The light's way through a cell that it enters by `at`; the path is where it enters.
  void add_rail(const photonics::CellRail& at, photonics::CellState state, SvgPath& path) const;
  /// The directions of light that enters a cell by a rail, and that leaves it by one.
  [[nodiscard]] PagePoint entering(const photonics::CellRail& at) const;
  [[nodiscard]] PagePoint leaving(const photonics::CellRail& at) const;

 private:
  [[nodiscard]] bool upright() const;
  /// The rail ends are the middles of a square's sides.
  [[nodiscard]] bool diamond(std::size_t cell) const;
  void stretch();
  void keep_shape();

  const photonics::CellGraph& graph_;
  const photonics::FabricDrawing& drawing_;
  bool diamonds_ = true;
  double pitch_ = 0.0;
  double scale_ = 1.0;
  PagePoint origin_;          // in drawing units
  std::map<int, double> xs_;  // where x is stretched
  double width_ = 0.0;
  double height_ = 0.0;
};

}  // namespace heliograph::testbenches
