// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbenches/html_report/magnitude.hpp"
#include "testbenches/html_report/run_sections.hpp"

namespace heliograph::testbenches {

namespace {

struct Component {
  std::string name;
  double held = 0.0;
  double switched = 0.0;
  [[nodiscard]] double together() const { return held + switched; }
};

/// Those that drew anything, largest first.
std::vector<Component> components(const Json& result) {
  std::vector<Component> list;
  for (const Json& row : rows_at(result, "/energy/components/rows")) {
    Component one{text_at(row, "/component"), number_at(row, "/held_J").value_or(0.0),
                  number_at(row, "/switched_J").value_or(0.0)};
    if (one.together() > 0.0) {
      list.push_back(std::move(one));
    }
  }
  std::stable_sort(list.begin(), list.end(), [](const Component& a, const Component& b) {
    return a.together() > b.together();
  });
  return list;
}

ReportChart energy_chart(const std::vector<Component>& list) {
  const Magnitude magnitude = energy_magnitude(list.front().together());
  Json labels = Json::array();
  Json held = Json::array();
  Json switched = Json::array();
  for (const Component& one : list) {
    labels.push_back(one.name);
    held.push_back(one.held * magnitude.scale);
    switched.push_back(one.switched * magnitude.scale);
  }
  return {
      "energy-by-component",
      "Energy by component and cause",
      "Energy of each component in " + magnitude.unit +
          ", largest first: by its power over the whole run, busy or idle, and by events (bits "
          "sent, codes written).",
      {{"kind", "stack"},
       {"unit", magnitude.unit},
       {"labels", labels},
       {"series", Json::array({{{"name", "by power over time"}, {"colour", 1}, {"values", held}},
                               {{"name", "by events"}, {"colour", 4}, {"values", switched}}})}}};
}

/// Frames by sending and receiving rank; several ranks a cell where there are many.
ReportChart traffic_chart(const Json& frames, std::size_t ranks) {
  constexpr std::size_t kMostGroups = 40;
  const std::size_t group = (ranks + kMostGroups - 1) / kMostGroups;
  const std::size_t groups = (ranks + group - 1) / group;
  std::vector<std::vector<double>> sent(groups, std::vector<double>(groups, 0.0));
  double most = 0.0;
  for (const Json& row : frames) {
    const double from = number_at(row, "/from").value_or(-1.0);
    const double to = number_at(row, "/to").value_or(-1.0);
    const auto limit = static_cast<double>(ranks);
    if (from < 0.0 || to < 0.0 || from >= limit || to >= limit) {
      continue;
    }
    double& cell =
        sent[static_cast<std::size_t>(from) / group][static_cast<std::size_t>(to) / group];
    cell += number_at(row, "/sent").value_or(0.0);
    most = std::max(most, cell);
  }
  Json names = Json::array();
  Json cells = Json::array();
  for (std::size_t i = 0; i < groups; ++i) {
    names.push_back(
        group == 1 ? fmt::format("from {}", i)
                   : fmt::format("from {}…{}", i * group, std::min(ranks, (i + 1) * group) - 1));
    Json line = Json::array();
    for (const double count : sent[i]) {
      line.push_back(most > 0.0 ? count / most : 0.0);
    }
    cells.push_back(std::move(line));
  }
  return {
      "traffic-matrix",
      "Who sends to whom",
      fmt::format("Frames by sending rank (rows) and receiving rank (columns); the strongest cell "
                  "stands for {:.0f} frames.",
                  most),
      {{"kind", "heat"},
       {"unit", "receiving rank"},
       {"what", "share of the busiest cell"},
       {"start", -0.5},
       {"step", group},
       {"rows", std::move(names)},
       {"cells", std::move(cells)}}};
}

}  // namespace

ReportSection energy_section(const Json& result) {
  ReportSection section{"energy", "Energy", {}, {}, {}, {}};
  const std::vector<Component> list = components(result);
  if (list.empty()) {
    return section;
  }
  double total = 0.0;
  double held = 0.0;
  for (const Component& one : list) {
    total += one.together();
    held += one.held;
  }
  const double simulated = number_at(result, "/time/simulated_ps").value_or(0.0);
  section.paragraphs.push_back(fmt::format(
      "{} in {}, a mean power of {:.4g} W. {} of it is drawn over time whether or not bits pass, "
      "{} "
      "goes with bits and code writes. The largest part is {} ({}).",
      energy_words(total), time_words(simulated), simulated > 0.0 ? total / simulated * 1e12 : 0.0,
      percent_words(held / total), percent_words(1.0 - held / total), list.front().name,
      percent_words(list.front().together() / total)));
  section.charts.push_back(energy_chart(list));
  Json rows = Json::array();
  for (const Component& one : list) {
    rows.push_back({{"component", one.name},
                    {"held_J", one.held},
                    {"switched_J", one.switched},
                    {"together_J", one.together()},
                    {"share", one.together() / total},
                    {"mean_power_mW",
                     simulated > 0.0 ? Json(one.together() / simulated * 1e15) : Json(nullptr)}});
  }
  section.tables.push_back(rows_table("energy-components", "Components", rows));
  section.tables.back().note =
      "Held: power over time. Switched: energy of bits, and of codes that are written.";
  return section;
}

ReportSection traffic_section(const Json& result) {
  ReportSection section{"traffic", "Traffic, losses and faults", {}, {}, {}, {}};
  const Json frames = rows_at(result, "/frames/rows");
  constexpr double kMostRanks = 1e6;
  const double ranks = number_at(result, "/workload/ranks").value_or(0.0);
  const double lost = number_at(result, "/traffic/lost_frames").value_or(0.0);
  const Json faults = rows_at(result, "/faults/rows");
  std::string text = lost == 0.0 ? "No frame was lost" : count_words(lost, "frame");
  text += lost == 0.0 ? "" : lost == 1.0 ? " was lost" : " were lost";
  text += faults.empty()
              ? "; no fault was found."
              : "; " + count_words(static_cast<double>(faults.size()), "fault") + " found.";
  section.paragraphs.push_back(std::move(text));
  if (!faults.empty()) {
    section.tables.push_back(rows_table("faults", "Faults", faults));
  }
  if (!frames.empty() && ranks >= 2.0 && ranks <= kMostRanks) {
    section.charts.push_back(traffic_chart(frames, static_cast<std::size_t>(ranks)));
  }
  for (const auto& [key, title] : {std::pair<const char*, const char*>{"traffic", "Payload"},
                                   {"network", "Electrical network"},
                                   {"bandwidth", "Bandwidth"}}) {
    const Json* object = find_at(result, std::string("/") + key);
    if (object != nullptr && object->is_object()) {
      section.tables.push_back(
          rows_table(std::string(key) + "-table", title, Json::array({*object})));
    }
  }
  if (!frames.empty()) {
    section.tables.push_back(rows_table("frames", "Frames of each pair", frames));
    section.tables.back().folded = true;
  }
  return section;
}

ReportSection trust_section(const Json& result, const Json& manifest) {
  ReportSection section{"assumptions", "What was simplified, assumed or recalled", {}, {}, {}, {}};
  const Json* approximations = find_at(result, "/approximations");
  if (approximations != nullptr && approximations->is_array()) {
    for (const Json& one : *approximations) {
      if (one.is_string()) {
        section.points.push_back(one.get<std::string>());
      }
    }
  }
  Json weak = Json::array();
  for (const Json& row : rows_at(manifest, "/parameters")) {
    const std::string basis = text_at(row, "/basis");
    if (basis == "assumed" || basis == "recalled") {
      weak.push_back(row);
    }
  }
  if (!weak.empty()) {
    section.paragraphs.push_back(fmt::format(
        "{} of {} parameters have a default that is assumed or recalled, not taken from a source "
        "that was read.",
        weak.size(), rows_at(manifest, "/parameters").size()));
    section.tables.push_back(
        rows_table("assumed-parameters", "Defaults that are assumed or recalled", weak));
    section.tables.back().folded = true;
  }
  return section;
}

ReportSection parameter_section(const Json& manifest) {
  ReportSection section{"parameters", "Parameters", {}, {}, {}, {}};
  const Json rows = rows_at(manifest, "/parameters");
  Json own = Json::array();
  for (const Json& row : rows) {
    if (row.contains("value") && row.contains("default") && row["value"] != row["default"]) {
      own.push_back(row);
    }
  }
  if (!own.empty()) {
    section.tables.push_back(
        rows_table("own-parameters", "Not at their defaults in this run", own));
  }
  if (!rows.empty()) {
    section.tables.push_back(rows_table("all-parameters", "Every parameter", rows));
    section.tables.back().folded = true;
    section.tables.back().searchable = true;
  }
  const Json inputs = rows_at(manifest, "/inputs");
  if (!inputs.empty()) {
    section.tables.push_back(rows_table("inputs", "Files that were read", inputs));
  }
  return section;
}

}  // namespace heliograph::testbenches
