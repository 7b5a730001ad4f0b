// SPDX-License-Identifier: Apache-2.0
#include "testbenches/drawing/fabric_painter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "testbenches/drawing/circuit_lines.hpp"
#include "testbenches/drawing/fabric_palette.hpp"
#include "testbenches/drawing/svg_text.hpp"

namespace heliograph::testbenches {

using photonics::CellState;
using photonics::DrawingPoint;

namespace {

/// The least distance between two of the points.
double least_distance(const FabricPage& page, const std::vector<DrawingPoint>& points) {
  double least = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      least = std::min(least, length(page.at(points[i]) - page.at(points[j])));
    }
  }
  return least;
}

PaintSizes sizes_of(const FabricPage& page, const photonics::FabricDrawing& drawing) {
  // Lines and letters are in proportion to what they belong to, but not so thin or small that they
  // are lost when one looks at the page as a whole.
  const double size = (page.width() + page.height()) / 2.0;
  PaintSizes sizes;
  sizes.way = std::max(0.05 * page.pitch(), size / 20000.0);
  sizes.circuit =
      std::max({0.14 * page.pitch(), std::min(0.22 * page.pitch(), size / 900.0), size / 2000.0});
  sizes.text = std::max(13.0, size / 80.0);
  const double ports =
      std::min(least_distance(page, drawing.inputs), least_distance(page, drawing.outputs));
  sizes.port = std::min({0.62 * ports, std::max(13.0, 0.8 * sizes.text)});
  sizes.reach = std::max(0.6 * page.pitch(), 0.9 * sizes.port);
  return sizes;
}

/// <path> elements of few lines each: some programs take minutes over thousands of lines in one,
/// since they look for where they meet.
std::string paths_of(const SvgPath& lines) {
  constexpr std::size_t kLines = 32;
  const std::string& all = lines.str();
  std::string text;
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    for (std::size_t i = 0; i < kLines && end != std::string::npos; ++i) {
      end = all.find('M', end + 1);
    }
    end = std::min(end, all.size());
    text += "<path d=\"" + all.substr(begin, end - begin) + "\"/>\n";
    begin = end;
  }
  return text;
}

struct Tint {
  std::string_view fill;
  std::string_view edge;
  std::string_view rail;
};

Tint tint_of(bool lit, CellState state) {
  if (state == CellState::bar) {
    return lit ? Tint{ink::kBar, ink::kBarEdge, ink::kRail}
               : Tint{ink::kIdleBar, ink::kIdleBarEdge, ink::kIdleRail};
  }
  return lit ? Tint{ink::kCross, ink::kCrossEdge, ink::kRail}
             : Tint{ink::kIdleCross, ink::kIdleCrossEdge, ink::kIdleRail};
}

std::string rounded_box(const CellBox& box, double radius) {
  std::string text = fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" rx="{}")",
                                 svg_number(box.centre.x - box.width / 2),
                                 svg_number(box.centre.y - box.height / 2), svg_number(box.width),
                                 svg_number(box.height), svg_number(radius));
  if (box.angle != 0.0) {
    text += fmt::format(R"~( transform="rotate({} {} {})")~", svg_number(box.angle),
                        svg_number(box.centre.x), svg_number(box.centre.y));
  }
  return text;
}

}  // namespace

void FabricPainter::Bounds::include(const PagePoint& point) {
  left = std::min(left, point.x);
  right = std::max(right, point.x);
  top = std::min(top, point.y);
  bottom = std::max(bottom, point.y);
}

FabricPainter::FabricPainter(const photonics::SwitchFabric& fabric, const FabricPicture& picture)
    : fabric_(fabric),
      picture_(picture),
      page_(fabric.graph(), fabric.structure().drawing),
      sizes_(sizes_of(page_, fabric.structure().drawing)),
      duplex_(fabric.structure().drawing.inputs == fabric.structure().drawing.outputs),
      lit_(fabric.cells(), picture.circuits.empty()) {
  for (const DrawnCircuit& circuit : picture_.circuits) {
    for (const photonics::PathHop& hop : circuit.hops) {
      lit_[base::index(hop.cell)] = true;
    }
  }
}

std::string FabricPainter::svg() {
  body_.clear();
  bounds_ = {0.0, 0.0, page_.width(), page_.height()};
  paint_waveguides();
  paint_cells();
  paint_circuits();
  paint_failed();
  paint_ports();
  paint_legend();
  paint_texts();
  const double margin = 1.5 * sizes_.text;
  const double width = bounds_.right - bounds_.left + 2 * margin;
  const double height = bounds_.bottom - bounds_.top + 2 * margin;
  // As large as a large screen at most; being vectors it can be magnified.
  constexpr double kMostPixels = 1600.0;
  const double shown = std::min(1.0, kMostPixels / std::max(width, height));
  std::string text = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="{} {} {} {}" )"
      R"(role="img" font-family="Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" )"
      R"(stroke-linejoin="round">)"
      "\n",
      svg_number(shown * width), svg_number(shown * height), svg_number(bounds_.left - margin),
      svg_number(bounds_.top - margin), svg_number(width), svg_number(height));
  text += "<title>" + xml_escaped(picture_.title) + "</title>\n";
  if (!picture_.caption.empty()) {
    text += "<desc>" + xml_escaped(picture_.caption) + "</desc>\n";
  }
  text += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="#fff"/>)"
                      "\n",
                      svg_number(bounds_.left - margin), svg_number(bounds_.top - margin),
                      svg_number(width), svg_number(height));
  return text + body_ + "</svg>\n";
}

void FabricPainter::paint_waveguides() {
  const auto group = [&](std::string_view id, const SvgPath& lines, double width) {
    if (!lines.empty()) {
      body_ += fmt::format(R"(<g id="{}" fill="none" stroke="{}" stroke-width="{}">)"
                           "\n{}</g>\n",
                           id, ink::kWay, svg_number(width), paths_of(lines));
    }
  };
  SvgPath ways = waveguide_lines(fabric_, page_);
  for (std::size_t port = 0; port < fabric_.ports(); ++port) {
    const auto id = static_cast<base::PortId>(port);
    const auto stub = [&](const DrawingPoint& point, bool output) {
      const PagePoint end = page_.at(point);
      ways.move_to(end);
      ways.line_to(end + page_.outwards(id, output) * sizes_.reach);
    };
    stub(fabric_.structure().drawing.inputs[port], false);
    if (!duplex_) {
      stub(fabric_.structure().drawing.outputs[port], true);
    }
  }
  group("waveguides", ways, sizes_.way);
  const SvgPath dark = dark_end_lines(fabric_, page_);
  dark_ends_ = !dark.empty();
  group("dark-ends", dark, std::max(sizes_.way, 0.07 * page_.pitch()));
}

void FabricPainter::paint_cells() {
  const auto each = [](auto paint) {
    for (const bool lit : {false, true}) {
      for (const CellState state : {CellState::cross, CellState::bar}) {
        paint(lit, state);
      }
    }
  };
  body_ += "<g id=\"cells\">\n";
  each([&](bool lit, CellState state) { cell_group(to_string(state), lit, state); });
  paint_unset();
  body_ += "</g>\n<g id=\"rails\" fill=\"none\">\n";
  each([&](bool lit, CellState state) { rail_group(lit, state); });
  body_ += "</g>\n";
}

void FabricPainter::cell_group(std::string_view id, bool lit, CellState state) {
  std::string cells;
  for (std::size_t cell = 0; cell < fabric_.cells(); ++cell) {
    if (lit_[cell] == lit && picture_.states[cell] == state && !unset(cell)) {
      cells += rounded_box(page_.box(cell), 0.2 * page_.pitch());
      cells += "><title>" +
               xml_escaped("cell " + std::to_string(cell) + ", " +
                           fabric_.cell_name(static_cast<base::CellId>(cell)) + ": ") +
               std::string(id) + "</title></rect>\n";
    }
  }
  if (!cells.empty()) {
    const Tint tint = tint_of(lit, state);
    body_ += fmt::format(R"(<g fill="{}" stroke="{}" stroke-width="{}">)"
                         "\n{}</g>\n",
                         tint.fill, tint.edge, svg_number(0.04 * page_.pitch()), cells);
  }
}

void FabricPainter::rail_group(bool lit, CellState state) {
  SvgPath rails;
  for (std::size_t cell = 0; cell < fabric_.cells(); ++cell) {
    if (lit_[cell] == lit && picture_.states[cell] == state && !unset(cell)) {
      for (std::size_t rail = 0; rail < 2; ++rail) {
        rails.move_to(page_.rail_end(cell, false, rail));
        page_.add_rail({static_cast<base::CellId>(cell), rail}, state, rails);
      }
    }
  }
  if (!rails.empty()) {
    body_ +=
        fmt::format(R"(<g stroke="{}" stroke-width="{}">)"
                    "\n{}</g>\n",
                    tint_of(lit, state).rail, svg_number(0.05 * page_.pitch()), paths_of(rails));
  }
}

std::string FabricPainter::port_name(std::size_t port, bool output) const {
  return (duplex_ ? "port " : output ? "out " : "in ") + std::to_string(port);
}

std::string FabricPainter::circuit_name(const DrawnCircuit& circuit) const {
  std::string name = port_name(base::index(circuit.input), false) + " to " +
                     port_name(base::index(circuit.output), true) + ", " +
                     std::to_string(circuit.hops.size()) + " cells";
  if (circuit.loss) {
    name += fmt::format(", {:.2f} dB", circuit.loss->value());
  }
  return name;
}

void FabricPainter::paint_circuits() {
  body_ += "<g id=\"circuits\" fill=\"none\">\n";
  for (std::size_t i = 0; i < picture_.circuits.size(); ++i) {
    const DrawnCircuit& circuit = picture_.circuits[i];
    const SvgPath line = circuit_line(fabric_, page_, circuit, sizes_.reach);
    const CircuitInk colours = circuit_ink(i);
    std::string dash;
    if (!colours.dash.empty()) {
      std::string lengths;
      for (const std::string& part : wrapped(colours.dash, 1.0, 0.0)) {
        lengths += (lengths.empty() ? "" : " ") + svg_number(std::stod(part) * sizes_.circuit);
      }
      dash = " stroke-dasharray=\"" + lengths + '"';
    }
    // A white rim keeps lines apart where they cross.
    body_ += fmt::format(
        R"(<g><title>{}</title><path stroke="#fff" stroke-width="{}" d="{}"/>)"
        R"(<path stroke="{}" stroke-width="{}"{} d="{}"/></g>)"
        "\n",
        circuit_name(circuit),
        svg_number(sizes_.circuit + std::min(0.8 * sizes_.circuit, 0.2 * page_.pitch())),
        line.str(), colours.colour, svg_number(sizes_.circuit), dash, line.str());
  }
  body_ += "</g>\n";
}

}  // namespace heliograph::testbenches
