// SPDX-License-Identifier: Apache-2.0
// What stands round the fabric: ports, legend, title, caption.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/units.hpp"
#include "testbenches/drawing/fabric_painter.hpp"
#include "testbenches/drawing/fabric_palette.hpp"
#include "testbenches/drawing/label_places.hpp"
#include "testbenches/drawing/svg_text.hpp"

namespace heliograph::testbenches {

using photonics::CellState;

void FabricPainter::paint_ports() {
  const photonics::FabricDrawing& drawing = fabric_.structure().drawing;
  body_ += fmt::format(R"(<g id="ports" font-size="{}">)"
                       "\n",
                       svg_number(sizes_.port));
  std::vector<PortText> texts;
  for (const bool output : {false, true}) {
    for (std::size_t port = 0; port < fabric_.ports(); ++port) {
      const auto id = static_cast<base::PortId>(port);
      std::string text = port_name(port, output);
      const DrawnCircuit* circuit = nullptr;
      for (const DrawnCircuit& one : picture_.circuits) {
        if ((output ? one.output : one.input) == id) {
          circuit = &one;
          if (output && one.loss) {
            text += fmt::format(" | {:.2f} dB", one.loss->value());
          }
        }
      }
      // A port that is both has one label: the output's if light leaves there.
      if (duplex_) {
        const bool leaves = std::any_of(picture_.circuits.begin(), picture_.circuits.end(),
                                        [&](const DrawnCircuit& one) { return one.output == id; });
        if (leaves != output) {
          continue;
        }
      }
      const PagePoint outwards = page_.outwards(id, output);
      const PagePoint at =
          page_.at(output ? drawing.outputs[port] : drawing.inputs[port]) + outwards * sizes_.reach;
      port_mark(at, outwards, circuit, output);
      texts.push_back({at, outwards, text, circuit != nullptr});
    }
  }
  port_labels(texts);
  body_ += "</g>\n";
}

void FabricPainter::port_mark(const PagePoint& at, const PagePoint& outwards,
                              const DrawnCircuit* circuit, bool output) {
  const double radius = 0.24 * sizes_.port;
  if (circuit == nullptr) {
    body_ +=
        fmt::format(R"(<circle cx="{}" cy="{}" r="{}" fill="#fff" stroke="{}" stroke-width="{}"/>)"
                    "\n",
                    svg_number(at.x), svg_number(at.y), svg_number(radius), ink::kWay,
                    svg_number(std::max(sizes_.way, 0.08 * sizes_.port)));
    return;
  }
  const auto number = static_cast<std::size_t>(circuit - picture_.circuits.data());
  const std::string_view colour = circuit_ink(number).colour;
  if (!output) {
    body_ += fmt::format(R"(<circle cx="{}" cy="{}" r="{}" fill="{}"/>)"
                         "\n",
                         svg_number(at.x), svg_number(at.y), svg_number(1.2 * radius), colour);
    return;
  }
  SvgPath arrow;
  arrow.move_to(at + outwards * (1.6 * radius));
  arrow.line_to(at - outwards * radius + aside(outwards) * (1.4 * radius));
  arrow.line_to(at - outwards * radius - aside(outwards) * (1.4 * radius));
  body_ += fmt::format(R"(<path fill="{}" d="{}Z"/>)"
                       "\n",
                       colour, arrow.str());
}

void FabricPainter::port_labels(const std::vector<PortText>& texts) {
  std::vector<PortLabel> labels;
  labels.reserve(texts.size());
  for (const PortText& text : texts) {
    labels.push_back({text.at, text.outwards, 0.7 * sizes_.port, text_width(text.text, sizes_.port),
                      0.9 * sizes_.port});
  }
  std::vector<Patch> cells;
  for (std::size_t cell = 0; cell < fabric_.cells(); ++cell) {
    const CellBox box = page_.box(cell);
    const double angle = box.angle * base::kPi / 180.0;
    cells.push_back({box.centre, {std::cos(angle), std::sin(angle)}, box.width, box.height});
  }
  const std::vector<PagePoint> directions = label_directions(labels, cells);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    port_label(texts[i], directions[i]);
  }
}

void FabricPainter::port_label(const PortText& text, const PagePoint& direction) {
  // Away from the port, and never upside down.
  double angle = std::atan2(direction.y, direction.x) * 180.0 / base::kPi;
  constexpr double kSlack = 1e-6;
  const bool turned = angle >= 90.0 - kSlack || angle < -90.0 - kSlack;
  if (turned) {
    angle += angle > 0.0 ? -180.0 : 180.0;
  }
  const double gap = 0.7 * sizes_.port;
  const PagePoint begin = text.at + direction * gap;
  const PagePoint end = begin + direction * text_width(text.text, sizes_.port);
  for (const PagePoint& corner : {begin, end}) {
    bounds_.include(corner + aside(direction) * (0.5 * sizes_.port));
    bounds_.include(corner - aside(direction) * (0.5 * sizes_.port));
  }
  // The middle of small letters lies on the line.
  constexpr double kMiddle = 0.35;
  const PagePoint down =
      PagePoint{-std::sin(angle * base::kPi / 180.0), std::cos(angle * base::kPi / 180.0)};
  const PagePoint anchor = begin + down * (kMiddle * sizes_.port);
  std::string turn;
  if (std::abs(angle) > kSlack) {
    turn = fmt::format(R"~( transform="rotate({} {} {})")~", svg_number(angle),
                       svg_number(anchor.x), svg_number(anchor.y));
  }
  body_ +=
      fmt::format(R"(<text x="{}" y="{}"{} fill="{}"{}>{}</text>)"
                  "\n",
                  svg_number(anchor.x), svg_number(anchor.y), turned ? R"( text-anchor="end")" : "",
                  text.lit ? ink::kText : ink::kQuietText, turn, xml_escaped(text.text));
}

void FabricPainter::legend_cell(double x, double y, bool lit, CellState state) {
  const double h = sizes_.text;
  const std::string_view fill = state == CellState::bar ? (lit ? ink::kBar : ink::kIdleBar)
                                                        : (lit ? ink::kCross : ink::kIdleCross);
  const std::string_view edge = state == CellState::bar
                                    ? (lit ? ink::kBarEdge : ink::kIdleBarEdge)
                                    : (lit ? ink::kCrossEdge : ink::kIdleCrossEdge);
  body_ += fmt::format(
      R"(<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}" stroke="{}" stroke-width="{}"/>)"
      "\n",
      svg_number(x), svg_number(y - 0.75 * h), svg_number(1.9 * h), svg_number(1.5 * h),
      svg_number(0.22 * h), fill, edge, svg_number(0.06 * h));
  SvgPath rails;
  const double middle = x + 0.95 * h;
  if (page_.all_diamonds()) {
    const bool bar = state == CellState::bar;
    rails.move_to({x - 0.35 * h, y});
    rails.line_to({x, y});
    rails.bend_to({1.0, 0.0}, bar ? PagePoint{0.0, 1.0} : PagePoint{1.0, 0.0},
                  bar ? PagePoint{middle, y + 0.75 * h} : PagePoint{x + 2.25 * h, y});
    rails.move_to({middle, y - 0.75 * h});
    rails.bend_to({0.0, 1.0}, bar ? PagePoint{1.0, 0.0} : PagePoint{0.0, 1.0},
                  bar ? PagePoint{x + 1.9 * h, y} : PagePoint{middle, y + 0.75 * h});
    rails.line_to({bar ? x + 2.25 * h : middle, bar ? y : y + 0.75 * h});
  } else {
    for (const double side : {-0.4, 0.4}) {
      rails.move_to({x - 0.35 * h, y + side * h});
      rails.line_to({x, y + side * h});
      const double other = state == CellState::bar ? side : -side;
      rails.bend_to({1.0, 0.0}, {1.0, 0.0}, {x + 1.9 * h, y + other * h});
      rails.line_to({x + 2.25 * h, y + other * h});
    }
  }
  body_ += fmt::format(R"(<path fill="none" stroke="{}" stroke-width="{}" d="{}"/>)"
                       "\n",
                       lit ? ink::kRail : ink::kIdleRail, svg_number(0.09 * h), rails.str());
}

void FabricPainter::paint_legend() {
  const double size = sizes_.text;
  const double left = bounds_.left;
  double x = left;
  double y = bounds_.bottom + 2.4 * size;
  const double most = std::max(bounds_.right, left + 34.0 * size);
  body_ += fmt::format(R"(<g id="legend" font-size="{}" fill="{}">)"
                       "\n",
                       svg_number(size), ink::kText);
  const auto item = [&](double glyph, const std::string& text, auto paint) {
    const double wide = glyph + 0.7 * size + text_width(text, size);
    if (x > left && x + wide > most) {
      x = left;
      y += 2.2 * size;
    }
    paint(x, y);
    body_ += fmt::format(R"(<text x="{}" y="{}">{}</text>)"
                         "\n",
                         svg_number(x + glyph + 0.7 * size), svg_number(y + 0.35 * size),
                         xml_escaped(text));
    bounds_.include({x + wide, y + size});
    x += wide + 1.6 * size;
  };
  const auto line = [&](double from, double to, double at, std::string_view colour, double width) {
    body_ +=
        fmt::format(R"(<path fill="none" stroke="{}" stroke-width="{}" d="M{} {}H{}"/>)"
                    "\n",
                    colour, svg_number(width), svg_number(from), svg_number(at), svg_number(to));
  };
  const double cell = 2.25 * size;
  const double inset = 0.35 * size;
  for (const CellState state : {CellState::bar, CellState::cross}) {
    item(cell + inset, std::string(to_string(state)),
         [&](double at, double middle) { legend_cell(at + inset, middle, true, state); });
  }
  if (!picture_.circuits.empty()) {
    if (any_idle()) {
      item(2 * cell + 3 * inset, "cells without a circuit", [&](double at, double middle) {
        legend_cell(at + inset, middle, false, CellState::bar);
        legend_cell(at + cell + 3 * inset, middle, false, CellState::cross);
      });
    }
    item(2.2 * size, "circuit, from dot to arrow", [&](double at, double middle) {
      const std::string_view colour = circuit_ink(0).colour;
      line(at, at + 2 * size, middle, colour, 0.22 * size);
      body_ += fmt::format(
          R"(<circle cx="{}" cy="{}" r="{}" fill="{}"/><path fill="{}" d="M{} {}l{} {}v{}z"/>)"
          "\n",
          svg_number(at + 0.3 * size), svg_number(middle), svg_number(0.3 * size), colour, colour,
          svg_number(at + 2.3 * size), svg_number(middle), svg_number(-0.7 * size),
          svg_number(-0.36 * size), svg_number(0.72 * size));
    });
  }
  for (const photonics::StuckAt at : {photonics::StuckAt::bar, photonics::StuckAt::phase}) {
    const bool blocked = at == photonics::StuckAt::phase;
    if (has_failed(blocked)) {
      item(cell, blocked ? "failed cell, nothing can pass" : "failed cell, stays in its state",
           [&](double x_at, double middle) { legend_failed(x_at + inset, middle, at); });
    }
  }
  if (any_unset()) {
    item(cell, "cell that nobody has set, at a random phase",
         [&](double at, double middle) { legend_unset(at + inset, middle); });
  }
  item(2.0 * size, "idle waveguide",
       [&](double at, double middle) { line(at, at + 2 * size, middle, ink::kWay, 0.09 * size); });
  if (dark_ends_) {
    item(1.0 * size, "dark end", [&](double at, double middle) {
      line(at, at + 0.8 * size, middle, ink::kWay, 0.09 * size);
      body_ += fmt::format(R"(<path stroke="{}" stroke-width="{}" d="M{} {}v{}"/>)"
                           "\n",
                           ink::kWay, svg_number(0.12 * size), svg_number(at + 0.8 * size),
                           svg_number(middle - 0.4 * size), svg_number(0.8 * size));
    });
  }
  body_ += "</g>\n";
}

void FabricPainter::lines(const std::vector<std::string>& texts, double x, double first_y,
                          double size) {
  double y = first_y;
  for (const std::string& text : texts) {
    body_ += fmt::format(R"(<text x="{}" y="{}">{}</text>)"
                         "\n",
                         svg_number(x), svg_number(y), xml_escaped(text));
    bounds_.include({x + text_width(text, size), y});
    y += 1.35 * size;
  }
}

void FabricPainter::paint_texts() {
  const double width = std::max(bounds_.right - bounds_.left, 34.0 * sizes_.text);
  const double size = sizes_.text;
  const double title = 1.4 * size;
  const double left = bounds_.left;
  const std::vector<std::string> heading = wrapped(picture_.title, title, width);
  const double top = bounds_.top - 1.2 * title - 1.35 * title * static_cast<double>(heading.size());
  body_ += fmt::format(R"(<g id="title" font-size="{}" font-weight="bold" fill="{}">)"
                       "\n",
                       svg_number(title), ink::kText);
  if (!heading.empty()) {
    lines(heading, left, top + title, title);
    bounds_.include({left, top});
  }
  body_ += fmt::format(
      "</g>\n"
      R"(<g id="caption" font-size="{}" fill="{}">)"
      "\n",
      svg_number(size), ink::kText);
  lines(wrapped(picture_.caption, size, width), left, bounds_.bottom + 1.8 * size, size);
  body_ += "</g>\n";
}

}  // namespace heliograph::testbenches
