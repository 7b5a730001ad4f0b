// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "testbenches/html_report/run_sections.hpp"

namespace heliograph::testbenches {

namespace {

using Pair = std::pair<double, double>;

std::string rank_name(std::int64_t rank) {
  std::string name = "rank ";
  name += std::to_string(rank);
  return name;
}

std::vector<Span> dark_windows(const Json& result) {
  std::vector<Span> dark;
  for (const Json& row : rows_at(result, "/reconfigurations/rows")) {
    const auto from = number_at(row, "/broken_ps");
    const auto to = number_at(row, "/active_ps");
    if (from && to) {
      dark.push_back({*from, *to});
    }
  }
  return dark;
}

std::set<Pair> pairs_at(const Json& row, const char* pointer) {
  std::set<Pair> pairs;
  for (const Json& pair : rows_at(row, pointer)) {
    pairs.insert({number_at(pair, "/from").value_or(0.0), number_at(pair, "/to").value_or(0.0)});
  }
  return pairs;
}

/// From when to when each pair of ranks had a circuit.
std::map<Pair, std::vector<Span>> circuit_spans(const Json& result, double end) {
  std::map<Pair, std::vector<Span>> spans;
  std::map<Pair, double> up;
  for (const Json& row : rows_at(result, "/reconfigurations/rows")) {
    const auto broken = number_at(row, "/broken_ps");
    const auto active = number_at(row, "/active_ps");
    if (!broken) {
      continue;
    }
    const std::set<Pair> kept = pairs_at(row, "/kept");
    for (auto at = up.begin(); at != up.end();) {
      if (kept.count(at->first) == 0) {
        spans[at->first].push_back({at->second, *broken});
        at = up.erase(at);
      } else {
        ++at;
      }
    }
    if (active) {
      for (const Pair& pair : pairs_at(row, "/circuits")) {
        up.emplace(pair, *active);
      }
    }
  }
  for (const auto& [pair, since] : up) {
    spans[pair].push_back({since, end});
  }
  return spans;
}

ReportChart rank_chart(const TimelineData& timeline, std::vector<Span> dark, double end) {
  std::set<std::int64_t> ranks;
  for (const auto& [rank, spans] : timeline.line) {
    ranks.insert(rank);
  }
  for (const auto& [rank, spans] : timeline.computing) {
    ranks.insert(rank);
  }
  Activity activity;
  activity.end = end;
  activity.dark = std::move(dark);
  activity.kinds = {{"bits on the line", 0, {}}, {"computing", 3, {}}};
  for (const std::int64_t rank : ranks) {
    activity.rows.push_back(rank_name(rank));
    const auto line = timeline.line.find(rank);
    const auto computing = timeline.computing.find(rank);
    activity.kinds[0].spans.push_back(line != timeline.line.end() ? line->second
                                                                  : std::vector<Span>{});
    activity.kinds[1].spans.push_back(computing != timeline.computing.end() ? computing->second
                                                                            : std::vector<Span>{});
  }
  return activity_chart("ranks-along-time", "Ranks",
                        "When each rank had bits on its line, and when it computed.", activity);
}

ReportChart circuit_chart(const Json& result, std::vector<Span> dark, double end) {
  Activity activity;
  activity.end = end;
  activity.dark = std::move(dark);
  activity.kinds = {{"circuit up", 2, {}}};
  for (const auto& [pair, spans] : circuit_spans(result, end)) {
    std::string name = std::to_string(static_cast<std::int64_t>(pair.first));
    name += " → ";
    name += std::to_string(static_cast<std::int64_t>(pair.second));
    activity.rows.push_back(std::move(name));
    activity.kinds.front().spans.push_back(spans);
  }
  return activity_chart("circuits-along-time", "Circuits and dark windows",
                        "From when to when each pair of ranks had a circuit.", activity);
}

ReportChart receiver_chart(const TimelineData& timeline, double end) {
  constexpr std::array<std::pair<const char*, int>, 5> kStates{
      {{"lock", 2}, {"hold", 1}, {"acquire", 3}, {"scan", 7}, {"lost", 4}}};
  Activity activity;
  activity.end = end;
  activity.rows = timeline.receiver_names;
  activity.kinds.reserve(kStates.size());
  for (const auto& [state, colour] : kStates) {
    Activity::Kind kind{state, colour, {}};
    for (const std::string& name : timeline.receiver_names) {
      const auto receiver = timeline.receivers.find(name);
      std::vector<Span> spans;
      if (receiver != timeline.receivers.end()) {
        const auto found = receiver->second.find(state);
        spans = found != receiver->second.end() ? found->second : spans;
      }
      kind.spans.push_back(std::move(spans));
    }
    activity.kinds.push_back(std::move(kind));
  }
  return activity_chart("receivers-along-time", "Receivers",
                        "What each receiver did: locked to data, or on its way there.", activity);
}

}  // namespace

ReportSection timeline_section(const Json& result, const TimelineData* timeline) {
  ReportSection section{"timeline", "Along time", {}, {}, {}, {}};
  const double end = number_at(result, "/time/simulated_ps").value_or(0.0);
  if (end <= 0.0) {
    return section;
  }
  const std::vector<Span> dark = dark_windows(result);
  if (timeline != nullptr && !(timeline->line.empty() && timeline->computing.empty())) {
    section.charts.push_back(rank_chart(*timeline, dark, end));
  }
  if (!rows_at(result, "/reconfigurations/rows").empty()) {
    section.charts.push_back(circuit_chart(result, dark, end));
  }
  if (timeline != nullptr && !timeline->receiver_names.empty()) {
    section.charts.push_back(receiver_chart(*timeline, end));
  }
  if (timeline == nullptr) {
    section.paragraphs.emplace_back(
        "This run wrote no timeline.json (observe.timeline: false), so ranks and receivers are not "
        "shown along time.");
  } else {
    section.paragraphs.emplace_back(
        "Every step stands in timeline.json, which opens in Perfetto; signals in waves.fst.");
  }
  return section;
}

}  // namespace heliograph::testbenches
