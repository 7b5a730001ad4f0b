// SPDX-License-Identifier: Apache-2.0
// Marks of cells that cannot be set, and of those that nobody has set.
#include <algorithm>

#include <fmt/format.h>

#include "testbenches/drawing/fabric_painter.hpp"
#include "testbenches/drawing/fabric_palette.hpp"

namespace heliograph::testbenches {

using photonics::StuckAt;

namespace {

std::string_view failure_name(StuckAt at) {
  switch (at) {
    case StuckAt::bar:
      return "stays in bar";
    case StuckAt::cross:
      return "stays in cross";
    case StuckAt::phase:
      break;
  }
  return "stays at a phase, no circuit can pass";
}

}  // namespace

bool FabricPainter::has_failed(bool blocked) const {
  return std::any_of(
      picture_.stuck.begin(), picture_.stuck.end(),
      [&](const photonics::StuckCell& cell) { return (cell.at == StuckAt::phase) == blocked; });
}

void FabricPainter::paint_failed() {
  if (picture_.stuck.empty()) {
    return;
  }
  body_ += fmt::format(R"(<g id="failed" fill="none" stroke="{}">)"
                       "\n",
                       ink::kFailed);
  for (const photonics::StuckCell& cell : picture_.stuck) {
    const std::size_t number = base::index(cell.cell);
    body_ += fmt::format(
        "<g><title>{}: {}</title>",
        xml_escaped("cell " + std::to_string(number) + ", " + fabric_.cell_name(cell.cell)),
        failure_name(cell.at));
    failed_mark(page_.box(number), cell.at);
    body_ += "</g>\n";
  }
  body_ += "</g>\n";
}

void FabricPainter::failed_mark(const CellBox& box, StuckAt at) {
  // Round the cell's own frame, and wide enough to be seen where the page is shown small.
  const double line = 0.22 * page_.pitch();
  const double width = box.width + 1.6 * line;
  const double height = box.height + 1.6 * line;
  const double left = box.centre.x - width / 2;
  const double top = box.centre.y - height / 2;
  body_ += fmt::format(
      R"~(<g transform="rotate({} {} {})"><rect x="{}" y="{}" width="{}" height="{}" rx="{}" stroke-width="{}"/>)~",
      svg_number(box.angle), svg_number(box.centre.x), svg_number(box.centre.y), svg_number(left),
      svg_number(top), svg_number(width), svg_number(height), svg_number(1.5 * line),
      svg_number(line));
  if (at == StuckAt::phase) {
    body_ +=
        fmt::format(R"(<path stroke-width="{}" d="M{} {}l{} {}m0 {}l{} {}"/>)", svg_number(line),
                    svg_number(left), svg_number(top), svg_number(width), svg_number(height),
                    svg_number(-height), svg_number(-width), svg_number(height));
  }
  body_ += "</g>";
}

void FabricPainter::legend_failed(double x, double y, StuckAt at) {
  CellBox box;
  box.width = 1.6 * sizes_.text;
  box.height = 0.9 * sizes_.text;
  box.centre = {x + box.width / 2, y};
  body_ += fmt::format(R"(<g fill="none" stroke="{}">)", ink::kFailed);
  failed_mark(box, at);
  body_ += "</g>\n";
}

bool FabricPainter::any_unset() const {
  return std::find(picture_.unset.begin(), picture_.unset.end(), true) != picture_.unset.end();
}

bool FabricPainter::any_idle() const {
  // In a fabric all of whose cells are set the legend always has them.
  bool idle = picture_.unset.empty();
  for (std::size_t cell = 0; cell < picture_.unset.size(); ++cell) {
    idle = idle || (!lit_[cell] && !picture_.unset[cell]);
  }
  return idle;
}

void FabricPainter::paint_unset() {
  if (!any_unset()) {
    return;
  }
  body_ += "<g id=\"unset\">\n";
  for (std::size_t cell = 0; cell < fabric_.cells(); ++cell) {
    if (unset(cell)) {
      body_ += "<g><title>" +
               xml_escaped("cell " + std::to_string(cell) + ", " +
                           fabric_.cell_name(static_cast<base::CellId>(cell))) +
               ": not set</title>";
      unset_mark(page_.box(cell));
      body_ += "</g>\n";
    }
  }
  body_ += "</g>\n";
}

void FabricPainter::unset_mark(const CellBox& box) {
  const double size = std::min(box.width, box.height);
  const double line = 0.07 * size;
  body_ += fmt::format(
      R"~(<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="#fff" stroke="{}" stroke-width="{}" stroke-dasharray="{} {}" transform="rotate({} {} {})"/>)~",
      svg_number(box.centre.x - box.width / 2), svg_number(box.centre.y - box.height / 2),
      svg_number(box.width), svg_number(box.height), svg_number(0.2 * size), ink::kUnset,
      svg_number(line), svg_number(2.5 * line), svg_number(2.0 * line), svg_number(box.angle),
      svg_number(box.centre.x), svg_number(box.centre.y));
  // Upright, whatever the slant of the cell; the middle of capital letters lies on the line.
  body_ +=
      fmt::format(R"(<text x="{}" y="{}" font-size="{}" text-anchor="middle" fill="{}">?</text>)",
                  svg_number(box.centre.x), svg_number(box.centre.y + 0.3 * size),
                  svg_number(0.85 * size), ink::kUnset);
}

void FabricPainter::legend_unset(double x, double y) {
  CellBox box;
  box.width = 1.9 * sizes_.text;
  box.height = 1.1 * sizes_.text;
  box.centre = {x + box.width / 2, y};
  unset_mark(box);
  body_ += '\n';
}

}  // namespace heliograph::testbenches
