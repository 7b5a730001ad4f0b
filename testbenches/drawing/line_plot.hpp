// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace heliograph::testbenches {

/// A line through points (x, y), in ascending x, with a mark at each.
struct PlotCurve {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

/// Curves in one pair of axes.
struct PlotPanel {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_y = false;  ///< decades; `y_least` must be above 0
  double y_least = 0.0;
  double y_most = 1.0;
  std::vector<PlotCurve> curves;
};

/// An SVG page: panels side by side, each with axes from x = 0, grid lines at round numbers and
/// curves in the inks of circuit_ink(), by place in the panel; below them one legend of all names.
/// A name that several panels have is listed once: give the curves of a name the same place. Points
/// beyond the axes are left out. No scripts, no style sheets; the same panels give the same bytes.
/// Throws std::invalid_argument when an axis has no extent.
[[nodiscard]] std::string line_plot_svg(const std::string& title, const std::string& caption,
                                        const std::vector<PlotPanel>& panels);

}  // namespace heliograph::testbenches
