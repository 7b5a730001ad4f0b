// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/run_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "testbenches/html_report/magnitude.hpp"
#include "testbenches/html_report/time_parts.hpp"

namespace heliograph::testbenches {

namespace {

/// `rows` with only some of their keys, lists by their length.
Json picked(const Json& rows, const std::vector<std::string>& keys) {
  Json list = Json::array();
  for (const Json& row : rows) {
    Json one = Json::object();
    for (const std::string& key : keys) {
      if (row.contains(key)) {
        one[key] = row[key].is_array() ? Json(row[key].size()) : row[key];
      }
    }
    list.push_back(std::move(one));
  }
  return list;
}

/// The numbers of an object as a table of one row, without what is nested.
ReportTable facts_table(std::string id, std::string title, const Json& object) {
  Json row = Json::object();
  for (const auto& [key, value] : object.items()) {
    if (value.is_primitive()) {
      row[key] = value;
    }
  }
  return rows_table(std::move(id), std::move(title), Json::array({std::move(row)}));
}

void add_facts(ReportSection& section, const Json& result, const char* key, const char* title) {
  const Json* object = find_at(result, std::string("/") + key);
  if (object != nullptr && object->is_object()) {
    section.tables.push_back(facts_table(std::string(key) + "-facts", title, *object));
  }
}

/// A table of `result`'s rows there, if it has any.
void add_rows(ReportSection& section, const Json& result, const std::string& pointer,
              const char* id, const char* title, bool folded) {
  const Json rows = rows_at(result, pointer);
  if (!rows.empty()) {
    section.tables.push_back(rows_table(id, title, rows));
    section.tables.back().folded = folded;
  }
}

ReportTable split_table(const Json& split) {
  const std::vector<TimePart> parts = time_parts(split);
  double sum = 0.0;
  for (const TimePart& part : parts) {
    sum += part.picoseconds;
  }
  Json rows = Json::array();
  for (const TimePart& part : parts) {
    rows.push_back({{"part", part.name},
                    {"time_ps", *find_at(split, "/" + part.key)},
                    {"share", sum > 0.0 ? part.picoseconds / sum : 0.0},
                    {"what it is", part.cause}});
  }
  return rows_table("time-split-table", "Parts of the critical path", rows);
}

ReportChart reconfiguration_chart(const Json& rows) {
  constexpr std::array<std::array<const char*, 2>, 3> kPhases{
      {{"programming_ps", "programming"}, {"settling_ps", "settling"}, {"relock_ps", "relock"}}};
  constexpr std::size_t kMostBars = 40;
  const std::size_t shown = std::min(rows.size(), kMostBars);
  double longest = 0.0;
  Json labels = Json::array();
  for (std::size_t i = 0; i < shown; ++i) {
    longest = std::max(longest, number_at(rows[i], "/dark_ps").value_or(0.0));
    labels.push_back(fmt::format("epoch {:.0f}", number_at(rows[i], "/epoch").value_or(0.0)));
  }
  const Magnitude magnitude = time_magnitude(longest);
  constexpr std::array<int, 3> kColours{1, 3, 5};
  Json series = Json::array();
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    Json values = Json::array();
    for (std::size_t i = 0; i < shown; ++i) {
      values.push_back(number_at(rows[i], std::string("/") + kPhases[phase][0]).value_or(0.0) *
                       magnitude.scale);
    }
    series.push_back(
        {{"name", kPhases[phase][1]}, {"colour", kColours[phase]}, {"values", values}});
  }
  std::string caption = "What the dark time of each change of circuits consists of, in ";
  caption += magnitude.unit;
  if (shown < rows.size()) {
    caption += fmt::format("; the first {} of {}", shown, rows.size());
  }
  return {"dark-times",
          "Dark time of each reconfiguration",
          caption,
          {{"kind", "stack"}, {"unit", magnitude.unit}, {"labels", labels}, {"series", series}}};
}

}  // namespace

ReportSection time_section(const Json& result) {
  ReportSection section{"time", "Where the time went", {}, {}, {}, {}};
  std::vector<std::string> labels;
  std::vector<Json> splits;
  const Json* split = find_at(result, "/time/split");
  if (split != nullptr && number_at(result, "/time/completion_ps")) {
    labels.emplace_back("whole run");
    splits.push_back(*split);
  }
  constexpr std::size_t kMostCollectives = 24;
  const Json collectives = rows_at(result, "/collectives/rows");
  if (collectives.size() > 1) {
    for (std::size_t i = 0; i < std::min(collectives.size(), kMostCollectives); ++i) {
      if (const Json* own = find_at(collectives[i], "/split")) {
        labels.push_back(text_at(collectives[i], "/name"));
        splits.push_back(*own);
      }
    }
  }
  if (!splits.empty()) {
    section.charts.push_back(
        split_chart("time-split", "Time on the critical path", labels, splits));
    section.paragraphs.emplace_back(
        "The critical path is walked back from the step that ended last to whatever it had to wait "
        "for; its parts add up to the completion time exactly.");
  }
  add_facts(section, result, "time", "Spans of the run");
  if (!splits.empty()) {
    section.tables.push_back(split_table(splits.front()));
  }
  add_rows(section, result, "/collectives/rows", "collectives", "Collectives", false);
  add_rows(section, result, "/blame/rows", "blame", "What the completion time went to", true);
  add_rows(section, result, "/critical_path/rows", "critical-path", "Steps of the critical path",
           true);
  return section;
}

ReportSection reconfiguration_section(const Json& result) {
  ReportSection section{"reconfigurations", "Reconfigurations", {}, {}, {}, {}};
  const Json rows = rows_at(result, "/reconfigurations/rows");
  if (rows.empty()) {
    return section;
  }
  section.charts.push_back(reconfiguration_chart(rows));
  section.tables.push_back(
      rows_table("reconfigurations-overview", "Changes of circuits",
                 picked(rows, {"epoch", "circuits", "kept", "changed_cells", "codes_written",
                               "programming_ps", "settling_ps", "relock_ps", "dark_ps",
                               "settle_timer_ps", "settle_timer_from", "frames_while_dark"})));
  add_rows(section, result, "/reconfigurations/rows", "reconfigurations-all",
           "Changes of circuits, every field", true);
  add_facts(section, result, "plan", "What the planner expected");
  return section;
}

ReportSection link_section(const Json& result) {
  ReportSection section{"links", "Circuits and their light", {}, {}, {}, {}};
  const Json circuits = rows_at(result, "/circuits/rows");
  constexpr double kLowestBer = 1e-30;
  constexpr std::size_t kMostPoints = 2000;
  Json points = Json::array();
  for (std::size_t i = 0; i < std::min(circuits.size(), kMostPoints); ++i) {
    const auto loss = number_at(circuits[i], "/loss_dB");
    const auto ber = number_at(circuits[i], "/worst_pre_fec_ber");
    if (loss && ber) {
      points.push_back(Json::array({*loss, std::max(*ber, kLowestBer),
                                    fmt::format("{:.0f} → {:.0f}, epoch {:.0f}",
                                                number_at(circuits[i], "/from").value_or(0.0),
                                                number_at(circuits[i], "/to").value_or(0.0),
                                                number_at(circuits[i], "/epoch").value_or(0.0))}));
    }
  }
  if (!points.empty()) {
    section.charts.push_back(
        {"link-margins",
         "Error rate of each circuit",
         "The worst bit error rate before FEC of each circuit over its loss. Rates below 1e-30 are "
         "drawn at 1e-30.",
         {{"kind", "points"},
          {"x", "loss from transmitter to receiver (dB)"},
          {"y", "worst bit error rate before FEC"},
          {"log", true},
          {"series", Json::array({{{"name", "circuit"}, {"colour", 0}, {"points", points}}})}}});
  }
  add_rows(section, result, "/circuits/rows", "circuits", "Link budgets", false);
  add_facts(section, result, "link_layer", "Link layer");
  add_rows(section, result, "/link_layer/pairs/rows", "link-layer-pairs",
           "What the link layer did for each pair", true);
  add_rows(section, result, "/lanes/rows", "lanes", "Receivers and lanes", true);
  add_rows(section, result, "/ports/rows", "ports", "Ports of the NICs", true);
  return section;
}

ReportSection latency_section(const TimelineData* timeline) {
  ReportSection section{"latency", "Latencies", {}, {}, {}, {}};
  if (timeline != nullptr && !timeline->operations.empty()) {
    section.tables.push_back(
        rows_table("operations", "Operations of the ranks", operation_rows(*timeline)));
    section.tables.back().note =
        "From ready (nothing before it is left to do) to done, waiting included; percentiles by "
        "nearest rank, from timeline.json.";
  }
  return section;
}

ReportSection controller_section(const TimelineData* timeline) {
  ReportSection section{"controller", "Controller events", {}, {}, {}, {}};
  if (timeline != nullptr && !timeline->events.empty()) {
    section.tables.push_back(
        rows_table("controller-events", "Events in their order", timeline->events));
    section.tables.back().folded = true;
    section.tables.back().note = "rtl/contract.md says what each event and its argument mean.";
  }
  return section;
}

}  // namespace heliograph::testbenches
