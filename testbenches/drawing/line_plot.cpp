// SPDX-License-Identifier: Apache-2.0
#include "testbenches/drawing/line_plot.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "testbenches/drawing/fabric_palette.hpp"
#include "testbenches/drawing/svg_text.hpp"
#include "testbenches/drawing/svg_writer.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kPanelWidth = 400.0;
constexpr double kPanelHeight = 270.0;
constexpr double kGap = 90.0;  // between panels, for the labels of the second
constexpr double kTop = 70.0;
constexpr double kLeft = 70.0;
constexpr double kText = 12.0;
constexpr double kLine = 18.0;
constexpr double kMark = 3.2;
constexpr std::string_view kGrid = "#e3e7eb";

/// 1, 2 or 5 times a power of ten, so that about so many fit into the extent.
double round_step(double extent, double count) {
  const double rough = extent / count;
  const double decade = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * decade >= rough) {
      return factor * decade;
    }
  }
  return 10.0 * decade;
}

/// One pair of axes on the page.
class PanelPainter {
 public:
  PanelPainter(const PlotPanel& panel, double left) : panel_(panel), left_(left) {
    for (const PlotCurve& curve : panel.curves) {
      for (const auto& point : curve.points) {
        x_most_ = std::max(x_most_, point.first);
      }
    }
    if (x_most_ <= 0.0 || panel.y_most <= panel.y_least || (panel.log_y && panel.y_least <= 0.0)) {
      throw std::invalid_argument("an axis of the plot '" + panel.title + "' has no extent");
    }
    x_step_ = round_step(x_most_, 5.0);
    x_most_ = x_step_ * std::ceil(x_most_ / x_step_ - 1e-9);
  }

  std::string svg() {
    grid();
    for (std::size_t i = 0; i < panel_.curves.size(); ++i) {
      curve(panel_.curves[i], circuit_ink(i));
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] double x(double value) const { return left_ + kPanelWidth * value / x_most_; }
  [[nodiscard]] double y(double value) const {
    const double share =
        panel_.log_y ? std::log(value / panel_.y_least) / std::log(panel_.y_most / panel_.y_least)
                     : (value - panel_.y_least) / (panel_.y_most - panel_.y_least);
    return kTop + kPanelHeight * (1.0 - share);
  }

  void line(double x1, double y1, double x2, double y2, std::string_view ink) {
    text_ += fmt::format(R"(<path stroke="{}" d="M{} {}L{} {}"/>)"
                         "\n",
                         ink, svg_number(x1), svg_number(y1), svg_number(x2), svg_number(y2));
  }
  void label(double at_x, double at_y, std::string_view anchor, const std::string& label,
             std::string_view more = "") {
    text_ += fmt::format(R"(<text x="{}" y="{}" text-anchor="{}"{}>{}</text>)"
                         "\n",
                         svg_number(at_x), svg_number(at_y), anchor, more, xml_escaped(label));
  }
  void grid_line(double value) {
    line(left_, y(value), left_ + kPanelWidth, y(value), kGrid);
    label(left_ - 8.0, y(value) + 0.35 * kText, "end", fmt::format("{:g}", value));
  }

  void grid() {
    const double bottom = kTop + kPanelHeight;
    for (int i = 0; i * x_step_ <= x_most_ + 1e-9; ++i) {
      line(x(i * x_step_), kTop, x(i * x_step_), bottom, kGrid);
      label(x(i * x_step_), bottom + 1.4 * kText, "middle", fmt::format("{:g}", i * x_step_));
    }
    if (panel_.log_y) {
      for (double value = std::pow(10.0, std::ceil(std::log10(panel_.y_least) - 1e-9));
           value <= panel_.y_most * (1.0 + 1e-9); value *= 10.0) {
        grid_line(value);
      }
    } else {
      const double step = round_step(panel_.y_most - panel_.y_least, 5.0);
      for (int i = 0; panel_.y_least + i * step <= panel_.y_most + 1e-9; ++i) {
        grid_line(panel_.y_least + i * step);
      }
    }
    line(left_, kTop, left_, bottom, ink::kRail);
    line(left_, bottom, left_ + kPanelWidth, bottom, ink::kRail);
    label(left_ + kPanelWidth / 2.0, bottom + 3.0 * kText, "middle", panel_.x_label);
    const double turned = left_ - 46.0;
    label(turned, kTop + kPanelHeight / 2.0, "middle", panel_.y_label,
          fmt::format(R"~( transform="rotate(-90 {} {})")~", svg_number(turned),
                      svg_number(kTop + kPanelHeight / 2.0)));
    label(left_, kTop - 12.0, "start", panel_.title, R"( font-weight="bold")");
  }

  void curve(const PlotCurve& curve, const CircuitInk& colours) {
    SvgPath path;
    std::string marks;
    for (const auto& [at, value] : curve.points) {
      if (value < panel_.y_least || value > panel_.y_most) {
        continue;
      }
      const PagePoint point{x(at), y(value)};
      if (path.empty()) {
        path.move_to(point);
      } else {
        path.line_to(point);
      }
      marks += fmt::format(R"(<circle cx="{}" cy="{}" r="{}"/>)", svg_number(point.x),
                           svg_number(point.y), svg_number(kMark));
    }
    text_ += fmt::format(
        R"(<g fill="{0}"><title>{1}</title><path fill="none" stroke="{0}" stroke-width="2" d="{2}"/>{3}</g>)"
        "\n",
        colours.colour, xml_escaped(curve.name), path.str(), marks);
  }

  const PlotPanel& panel_;
  double left_;
  double x_most_ = 0.0;
  double x_step_ = 1.0;
  std::string text_;
};

/// The names of all curves, each with the place in its panel.
std::vector<std::pair<std::string, std::size_t>> legend_names(
    const std::vector<PlotPanel>& panels) {
  std::vector<std::pair<std::string, std::size_t>> names;
  for (const PlotPanel& panel : panels) {
    for (std::size_t i = 0; i < panel.curves.size(); ++i) {
      const std::pair<std::string, std::size_t> name{panel.curves[i].name, i};
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      }
    }
  }
  return names;
}

}  // namespace

std::string line_plot_svg(const std::string& title, const std::string& caption,
                          const std::vector<PlotPanel>& panels) {
  std::string body;
  double right = kLeft;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double left = kLeft + static_cast<double>(i) * (kPanelWidth + kGap);
    body += PanelPainter(panels[i], left).svg();
    right = left + kPanelWidth;
  }
  double below = kTop + kPanelHeight + 3.0 * kText + 2.0 * kLine;
  double entry = 0.0;
  const auto names = legend_names(panels);
  for (const auto& name : names) {
    entry = std::max(entry, 52.0 + text_width(name.first, kText));
  }
  double x = kLeft;
  for (const auto& [name, place] : names) {
    if (x > kLeft && x + entry > right) {
      x = kLeft;
      below += kLine;
    }
    body += fmt::format(
        R"(<path stroke="{0}" stroke-width="2" d="M{1} {2}h28"/><circle cx="{3}" cy="{2}" r="{4}" fill="{0}"/><text x="{5}" y="{6}">{7}</text>)"
        "\n",
        circuit_ink(place).colour, svg_number(x), svg_number(below), svg_number(x + 14.0),
        svg_number(kMark), svg_number(x + 36.0), svg_number(below + 0.35 * kText),
        xml_escaped(name));
    x += entry;
  }
  below += 0.4 * kLine;
  for (const std::string& text : wrapped(caption, kText, right - kLeft)) {
    below += kLine;
    body += fmt::format(R"(<text x="{}" y="{}" fill="{}">{}</text>)"
                        "\n",
                        svg_number(kLeft), svg_number(below), ink::kQuietText, xml_escaped(text));
  }
  const double width = right + 30.0;
  const double height = below + 20.0;
  return fmt::format(
             R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
             R"(role="img" font-family="Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" )"
             R"(font-size="{2}" fill="{3}" stroke-linejoin="round">)"
             "\n<title>{4}</title>\n"
             R"(<rect width="{0}" height="{1}" fill="#fff"/>)"
             "\n"
             R"(<text x="{5}" y="30" font-size="16" font-weight="bold">{4}</text>)"
             "\n",
             svg_number(width), svg_number(height), svg_number(kText), ink::kText,
             xml_escaped(title), svg_number(kLeft)) +
         body + "</svg>\n";
}

}  // namespace heliograph::testbenches
