// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/activity_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "testbenches/html_report/magnitude.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kResolution = 3000.0;  ///< parts of the time that are told apart
constexpr std::size_t kBins = 120;
constexpr int kDarkColour = 8;

/// `spans` by groups of rows and bins of time: [from, to) overlaps of each bin, summed.
Json heat_cells(const std::vector<std::vector<Span>>& rows, std::size_t group, double end) {
  Json cells = Json::array();
  const double step = end / static_cast<double>(kBins);
  for (std::size_t first = 0; first < rows.size(); first += group) {
    const std::size_t last = std::min(rows.size(), first + group);
    std::vector<double> busy(kBins, 0.0);
    for (std::size_t row = first; row < last; ++row) {
      for (const Span& span : joined(rows[row], 0.0)) {
        const auto begin = static_cast<std::size_t>(std::max(0.0, span.from / step));
        for (std::size_t bin = begin; bin < kBins && static_cast<double>(bin) * step < span.to;
             ++bin) {
          const double from = std::max(span.from, static_cast<double>(bin) * step);
          const double to = std::min(span.to, static_cast<double>(bin + 1) * step);
          busy[bin] += std::max(0.0, to - from);
        }
      }
    }
    Json line = Json::array();
    for (const double time : busy) {
      // Three digits are more than a shade of colour can show.
      const double share = time / (step * static_cast<double>(last - first));
      line.push_back(std::round(share * 1000.0) / 1000.0);
    }
    cells.push_back(std::move(line));
  }
  return cells;
}

ReportChart heat_chart(std::string id, std::string title, const std::string& caption,
                       const Activity& activity) {
  const std::size_t group = (activity.rows.size() + kMostActivityRows - 1) / kMostActivityRows;
  const Magnitude magnitude = time_magnitude(activity.end);
  Json names = Json::array();
  for (std::size_t first = 0; first < activity.rows.size(); first += group) {
    const std::size_t last = std::min(activity.rows.size(), first + group) - 1;
    names.push_back(last == first ? activity.rows[first]
                                  : activity.rows[first] + " … " + activity.rows[last]);
  }
  const Activity::Kind& shown = activity.kinds.front();
  return {std::move(id),
          std::move(title),
          fmt::format("{} Groups of up to {} rows; the stronger the colour, the larger the share "
                      "of their time with {}.",
                      caption, group, shown.name),
          {{"kind", "heat"},
           {"unit", magnitude.unit},
           {"what", shown.name},
           {"start", 0},
           {"step", activity.end / static_cast<double>(kBins) * magnitude.scale},
           {"rows", std::move(names)},
           {"cells", heat_cells(shown.spans, group, activity.end)}}};
}

Json spans_json(const std::vector<std::vector<Span>>& rows, const Magnitude& magnitude,
                double end) {
  Json spans = Json::array();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const Span& span : joined(rows[row], end / kResolution)) {
      spans.push_back(Json::array({row, span.from * magnitude.scale, span.to * magnitude.scale}));
    }
  }
  return spans;
}

}  // namespace

std::vector<Span> joined(std::vector<Span> spans, double gap) {
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.from < b.from; });
  std::vector<Span> merged;
  for (const Span& span : spans) {
    if (!merged.empty() && span.from <= merged.back().to + gap) {
      merged.back().to = std::max(merged.back().to, span.to);
    } else {
      merged.push_back(span);
    }
  }
  return merged;
}

ReportChart activity_chart(std::string id, std::string title, std::string caption,
                           const Activity& activity) {
  if (activity.rows.size() > kMostActivityRows) {
    return heat_chart(std::move(id), std::move(title), caption, activity);
  }
  const Magnitude magnitude = time_magnitude(activity.end);
  Json series = Json::array();
  for (const Activity::Kind& kind : activity.kinds) {
    Json spans = spans_json(kind.spans, magnitude, activity.end);
    if (!spans.empty()) {
      series.push_back({{"name", kind.name},
                        {"colour", kind.colour},
                        {"back", false},
                        {"spans", std::move(spans)}});
    }
  }
  if (!activity.dark.empty()) {
    const std::vector<std::vector<Span>> all(activity.rows.size(), activity.dark);
    series.push_back({{"name", "dark window"},
                      {"colour", kDarkColour},
                      {"back", true},
                      {"spans", spans_json(all, magnitude, activity.end)}});
  }
  return {std::move(id),
          std::move(title),
          std::move(caption),
          {{"kind", "spans"},
           {"unit", magnitude.unit},
           {"end", activity.end * magnitude.scale},
           {"rows", activity.rows},
           {"series", std::move(series)}}};
}

}  // namespace heliograph::testbenches
