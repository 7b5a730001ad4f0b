// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "testbenches/drawing/line_plot.hpp"
#include "testbenches/meshes/scaling_survey.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kMilliseconds = 1e3;

std::string mesh_text(const ScalingCurve& curve) {
  std::string text = fmt::format("{}: {} cells, ", curve.name, curve.cells);
  if (curve.ports < curve.mesh_ports) {
    text += fmt::format("{} of ", curve.ports);
  }
  return text + fmt::format("{} ports", curve.mesh_ports);
}

}  // namespace

std::string scaling_table(const std::vector<ScalingCurve>& curves) {
  std::string text = "| mesh |";
  std::string rule = "|---|";
  for (const std::size_t circuits : scaling_circuits()) {
    text += fmt::format(" {} |", circuits);
    rule += "---|";
  }
  text += " unproven | median ms | most ms |\n" + rule + "---|---|---|\n";
  for (const ScalingCurve& curve : curves) {
    text += fmt::format("| {} |", mesh_text(curve));
    std::size_t unproven = 0;
    std::size_t matchings = 0;
    base::Second median;
    base::Second worst;
    for (std::size_t i = 0; i < scaling_circuits().size(); ++i) {
      if (i >= curve.points.size()) {
        text += " |";
        continue;
      }
      const ScalingPoint& point = curve.points[i];
      text += fmt::format(" {:.3g} |", 100.0 * point.share());
      unproven += point.unproven;
      matchings += point.routed + point.infeasible + point.unproven;
      median = std::max(median, point.median);
      worst = std::max(worst, point.worst);
    }
    text += fmt::format(" {} of {} | {:.2g} | {:.0f} |\n", unproven, matchings,
                        kMilliseconds * median.value(), kMilliseconds * worst.value());
  }
  return text;
}

std::string scaling_svg(const std::vector<ScalingCurve>& curves, const ScalingEffort& effort) {
  PlotPanel shares{"Matchings that can be routed", "circuits", "share, %", false, 0.0, 100.0, {}};
  PlotPanel times{"Time of a verdict, either way", "circuits", "median, ms", true, 0.01, 0.1, {}};
  for (const ScalingCurve& curve : curves) {
    PlotCurve share{mesh_text(curve), {}};
    PlotCurve time{mesh_text(curve), {}};
    for (const ScalingPoint& point : curve.points) {
      const auto circuits = static_cast<double>(point.circuits);
      const double milliseconds = kMilliseconds * point.median.value();
      share.points.emplace_back(circuits, 100.0 * point.share());
      time.points.emplace_back(circuits, std::max(milliseconds, times.y_least));
      while (milliseconds > times.y_most) {
        times.y_most *= 10.0;
      }
    }
    shares.curves.push_back(std::move(share));
    times.curves.push_back(std::move(time));
  }
  return line_plot_svg("Random matchings in hexagonal meshes",
                       fmt::format("Pairs of different ports, drawn from seed {}; {} matchings of "
                                   "each number of circuits. What is not routed is proved to have "
                                   "no routing, but for what the table calls unproven.",
                                   effort.seed, effort.matchings),
                       {shares, times});
}

}  // namespace heliograph::testbenches
