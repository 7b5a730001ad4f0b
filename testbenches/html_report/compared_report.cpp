// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "testbenches/html_report/answer.hpp"
#include "testbenches/html_report/magnitude.hpp"
#include "testbenches/html_report/report_model.hpp"
#include "testbenches/html_report/run_difference.hpp"
#include "testbenches/html_report/time_parts.hpp"

namespace heliograph::testbenches {

namespace {

ReportTable consequence_table(const Json& rows) {
  ReportTable table = rows_table("consequences", "Every number of the results that differs", rows);
  for (ReportColumn& column : table.columns) {
    if (column.key == "share") {
      column.key = "change";
      column.name = "change from A to B";
    }
  }
  table.note = "Quantities as in result.json, with their units at the end of their names.";
  return table;
}

constexpr double kLeastChange = 0.001;  ///< relative, that is put into a number

std::string change_words(double from, double to) {
  if (from <= 0.0) {
    return "";
  }
  const double change = to / from - 1.0;
  if (std::abs(change) < kLeastChange) {
    return "less than 0.1 % apart";
  }
  return fmt::format("{}{:.1f} %", change < 0.0 ? "−" : "+", std::abs(100.0 * change));
}

KeyFigure compared_figure(const Json& one, const Json& other, const char* name, const char* pointer,
                          const char* unit, bool is_time) {
  const auto a = number_at(one, pointer);
  const auto b = number_at(other, pointer);
  const auto words = [&](const std::optional<double>& value) {
    if (!value) {
      return std::string("–");
    }
    return is_time ? time_words(*value) : number_words(*value) + " " + unit;
  };
  KeyFigure figure;
  figure.name = name;
  figure.value = a && b ? change_words(*a, *b) : "–";
  if (a && b && (*a == *b || std::abs(*b - *a) < kLeastChange * std::abs(*a))) {
    figure.value = *a == *b ? "the same" : "≈ the same";
  }
  figure.remark = words(a) + " → " + words(b);
  return figure;
}

/// The part of the time that differs most.
std::string largest_change(const Json& one, const Json& other) {
  const Json* first = find_at(one, "/time/split");
  const Json* second = find_at(other, "/time/split");
  if (first == nullptr || second == nullptr) {
    return "";
  }
  std::map<std::string, std::pair<std::string, double>> change;
  for (const TimePart& part : time_parts(*first)) {
    change[part.key] = {part.name, -part.picoseconds};
  }
  for (const TimePart& part : time_parts(*second)) {
    auto& [name, difference] = change[part.key];
    name = part.name;
    difference += part.picoseconds;
  }
  const auto largest =
      std::max_element(change.begin(), change.end(), [](const auto& a, const auto& b) {
        return std::abs(a.second.second) < std::abs(b.second.second);
      });
  if (largest == change.end() || largest->second.second == 0.0) {
    return "No part of the critical path differs.";
  }
  const double difference = largest->second.second;
  return fmt::format("On the critical path, {} changes most: {} {}.", largest->second.first,
                     time_words(std::abs(difference)),
                     difference < 0.0 ? "less in B" : "more in B");
}

std::vector<std::string> answer_of(const RunFiles& one, const RunFiles& other, const Json& params) {
  std::vector<std::string> answer;
  if (params.empty()) {
    answer.emplace_back("The two runs have the same parameters.");
  } else if (params.size() == 1) {
    answer.push_back(fmt::format("The two runs differ in one parameter: {}, {} in A and {} in B.",
                                 text_at(params[0], "/name"), cell_text({}, params[0]["in A"]),
                                 cell_text({}, params[0]["in B"])));
  } else {
    constexpr std::size_t kMostNamed = 6;
    std::string names;
    for (std::size_t i = 0; i < std::min(params.size(), kMostNamed); ++i) {
      names += names.empty() ? "" : ", ";
      names += text_at(params[i], "/name");
    }
    answer.push_back(fmt::format("The two runs differ in {} parameters: {}{}.", params.size(),
                                 names, params.size() > kMostNamed ? " and more" : ""));
  }
  const auto a = number_at(one.result, "/time/completion_ps");
  const auto b = number_at(other.result, "/time/completion_ps");
  if (a && b) {
    answer.push_back(*a == *b ? "Both complete in " + time_words(*a) + "."
                              : fmt::format("A completes in {}, B in {}: {}.", time_words(*a),
                                            time_words(*b), change_words(*a, *b)));
    answer.push_back(largest_change(one.result, other.result));
    const auto set_up_a = number_at(one.result, "/time/set_up_ps");
    const auto set_up_b = number_at(other.result, "/time/set_up_ps");
    if (set_up_a && set_up_b && *set_up_a != *set_up_b) {
      answer.push_back(fmt::format("Set-up before it takes {} in A, {} in B.",
                                   time_words(*set_up_a), time_words(*set_up_b)));
    }
    const auto joules_a = number_at(one.result, "/energy/total_J");
    const auto joules_b = number_at(other.result, "/energy/total_J");
    if (joules_a && joules_b && *joules_a != *joules_b) {
      answer.push_back(fmt::format("A takes {}, B {}: {}.", energy_words(*joules_a),
                                   energy_words(*joules_b), change_words(*joules_a, *joules_b)));
    }
  } else {
    answer.emplace_back(a ? "B did not complete."
                          : (b ? "A did not complete." : "Neither run completed."));
  }
  return answer;
}

ReportChart energy_pairs_chart(const RunFiles& one, const RunFiles& other) {
  const std::map<std::string, Json> a =
      by_name(rows_at(one.result, "/energy/components/rows"), "component");
  const std::map<std::string, Json> b =
      by_name(rows_at(other.result, "/energy/components/rows"), "component");
  const auto joules = [](const std::map<std::string, Json>& map, const std::string& name) {
    return value_or_null(map, name, "held_J").is_number()
               ? number_at(map.at(name), "/held_J").value_or(0.0) +
                     number_at(map.at(name), "/switched_J").value_or(0.0)
               : 0.0;
  };
  std::map<std::string, Json> all = a;
  all.insert(b.begin(), b.end());
  std::vector<std::string> names;
  for (const auto& [name, row] : all) {
    if (joules(a, name) + joules(b, name) > 0.0) {
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end(), [&](const std::string& x, const std::string& y) {
    return std::max(joules(a, x), joules(b, x)) > std::max(joules(a, y), joules(b, y));
  });
  const Magnitude magnitude =
      energy_magnitude(names.empty() ? 1.0 : std::max(joules(a, names[0]), joules(b, names[0])));
  Json in_a = Json::array();
  Json in_b = Json::array();
  for (const std::string& name : names) {
    in_a.push_back(joules(a, name) * magnitude.scale);
    in_b.push_back(joules(b, name) * magnitude.scale);
  }
  return {"energy-compared",
          "Energy by component",
          "Energy of each component in both runs, in " + magnitude.unit,
          {{"kind", "pairs"},
           {"unit", magnitude.unit},
           {"labels", names},
           {"series", Json::array({{{"name", "A"}, {"colour", 0}, {"values", in_a}},
                                   {{"name", "B"}, {"colour", 3}, {"values", in_b}}})}}};
}

}  // namespace

Report compared_report(const RunFiles& one, const RunFiles& other) {
  Report report;
  report.title = "Two runs compared";
  report.subtitle =
      fmt::format("A: {} ({}) · B: {} ({})", one.name, text_at(one.result, "/workload/name"),
                  other.name, text_at(other.result, "/workload/name"));
  const double codes = number_at(one.result, "/exit_code").value_or(1.0) +
                       number_at(other.result, "/exit_code").value_or(1.0);
  report.good = codes == 0.0;
  report.verdict = report.good ? "both without undeclared faults" : "with faults";
  const Json params =
      differing(rows_at(one.manifest, "/parameters"), rows_at(other.manifest, "/parameters"),
                "name", "value", {"default", "unit", "basis", "source"});
  report.answer_title = "What differs, and what follows";
  report.answer = answer_of(one, other, params);
  report.figures = {
      compared_figure(one.result, other.result, "Completion", "/time/completion_ps", "", true),
      compared_figure(one.result, other.result, "Algorithm", "/bandwidth/algorithm_GBps", "GB/s",
                      false),
      compared_figure(one.result, other.result, "Energy", "/energy/per_bit_pJ", "pJ/bit", false),
      compared_figure(one.result, other.result, "Lost frames", "/traffic/lost_frames", "", false)};

  ReportSection differences{"parameters", "Parameters that differ", {}, {}, {}, {}};
  if (!params.empty()) {
    differences.tables.push_back(rows_table("different-parameters", "Parameters", params));
  } else {
    differences.paragraphs.emplace_back("None: every parameter has the same value in both.");
  }
  const Json inputs = differing(rows_at(one.manifest, "/inputs"),
                                rows_at(other.manifest, "/inputs"), "file", "hash", {});
  if (!inputs.empty()) {
    differences.tables.push_back(rows_table("different-inputs", "Files that differ", inputs));
  }
  report.sections.push_back(std::move(differences));

  ReportSection effects{"consequences", "Consequences", {}, {}, {}, {}};
  const Json* split_a = find_at(one.result, "/time/split");
  const Json* split_b = find_at(other.result, "/time/split");
  if (split_a != nullptr && split_b != nullptr) {
    effects.charts.push_back(split_chart("time-compared", "Time on the critical path", {"A", "B"},
                                         {*split_a, *split_b}));
  }
  effects.charts.push_back(energy_pairs_chart(one, other));
  const Json changed = consequences(one.result, other.result);
  if (!changed.empty()) {
    effects.tables.push_back(consequence_table(changed));
  } else {
    effects.paragraphs.emplace_back("None: no number of the results differs.");
  }
  report.sections.push_back(std::move(effects));
  return report;
}

}  // namespace heliograph::testbenches
