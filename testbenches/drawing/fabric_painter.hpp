// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "photonics/fabric/switch_fabric.hpp"
#include "testbenches/drawing/fabric_page.hpp"
#include "testbenches/drawing/fabric_svg.hpp"
#include "testbenches/drawing/svg_writer.hpp"

namespace heliograph::testbenches {

/// The sizes of what is drawn, in pixels of the page.
struct PaintSizes {
  double way = 0.0;      ///< width of the line of a waveguide
  double circuit = 0.0;  ///< of a circuit
  double port = 0.0;     ///< size of the font at ports
  double reach = 0.0;    ///< how far ports stand out
  double text = 0.0;     ///< size of the font of legend and caption; the title is larger
};

/// Writes the page of one picture, once.
class FabricPainter {
 public:
  /// Both must outlive it. Precondition: check_picture().
  FabricPainter(const photonics::SwitchFabric& fabric, const FabricPicture& picture);

  [[nodiscard]] std::string svg();

 private:
  /// What the page must hold.
  struct Bounds {
    double left = 0.0;
    double top = 0.0;
    double right = 0.0;
    double bottom = 0.0;
    void include(const PagePoint& point);
  };

  /// What is written at a port's mark.
  struct PortText {
    PagePoint at;
    PagePoint outwards;
    std::string text;
    bool lit = false;
  };

  void paint_waveguides();
  void paint_cells();
  void paint_circuits();
  void paint_failed();
  void paint_ports();
  void paint_texts();
  void paint_legend();

  void cell_group(std::string_view id, bool lit, photonics::CellState state);
  void rail_group(bool lit, photonics::CellState state);
  void paint_unset();
  [[nodiscard]] bool unset(std::size_t cell) const {
    return !picture_.unset.empty() && picture_.unset[cell];
  }
  [[nodiscard]] bool any_unset() const;
  /// Some cell that is set has no circuit.
  [[nodiscard]] bool any_idle() const;
  void unset_mark(const CellBox& box);
  void legend_unset(double x, double y);
  void port_mark(const PagePoint& at, const PagePoint& outwards, const DrawnCircuit* circuit,
                 bool output);
  void port_labels(const std::vector<PortText>& texts);
  void port_label(const PortText& text, const PagePoint& direction);
  /// Marks a cell that cannot be set.
  void failed_mark(const CellBox& box, photonics::StuckAt at);
  void legend_failed(double x, double y, photonics::StuckAt at);
  [[nodiscard]] bool has_failed(bool blocked) const;
  void legend_cell(double x, double y, bool lit, photonics::CellState state);
  void lines(const std::vector<std::string>& texts, double x, double first_y, double size);
  [[nodiscard]] std::string port_name(std::size_t port, bool output) const;
  [[nodiscard]] std::string circuit_name(const DrawnCircuit& circuit) const;

  const photonics::SwitchFabric& fabric_;
  const FabricPicture& picture_;
  FabricPage page_;
  PaintSizes sizes_;
  bool duplex_ = false;    // an input and the output of its number are one port
  std::vector<bool> lit_;  // by cell: a circuit runs through it
  bool dark_ends_ = false;
  Bounds bounds_;
  std::string body_;
};

}  // namespace heliograph::testbenches
