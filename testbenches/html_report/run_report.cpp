// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "testbenches/html_report/answer.hpp"
#include "testbenches/html_report/magnitude.hpp"
#include "testbenches/html_report/report_model.hpp"
#include "testbenches/html_report/run_sections.hpp"

namespace heliograph::testbenches {

namespace {

/// `allreduce` as `AllReduce`.
std::string collective_words(std::string name) {
  constexpr std::array<std::array<const char*, 2>, 5> kNames{{{"allreduce", "AllReduce"},
                                                              {"allgather", "AllGather"},
                                                              {"reduce_scatter", "ReduceScatter"},
                                                              {"alltoall", "AllToAll"},
                                                              {"alltoallv", "AllToAllv"}}};
  for (const auto& [known, words] : kNames) {
    if (name == known) {
      return words;
    }
  }
  if (!name.empty() && name.front() >= 'a' && name.front() <= 'z') {
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
  }
  return name;
}

std::string title_of(const Json& result) {
  const std::size_t collectives = rows_at(result, "/collectives/rows").size();
  std::string what = collective_words(text_at(result, "/workload/collective"));
  if (collectives > 1) {
    what = count_words(static_cast<double>(collectives), "collective");
  }
  return fmt::format("{} of {} over {}", what,
                     bytes_words(number_at(result, "/workload/bytes").value_or(0.0)),
                     count_words(number_at(result, "/workload/ranks").value_or(0.0), "rank"));
}

std::string subtitle_of(const Json& result, const Json& manifest) {
  const std::string controller = text_at(result, "/controller");
  std::string text = text_at(result, "/workload/name");
  if (controller == "rtl") {
    text += " · RTL controller";
  } else if (controller == "behavioural") {
    text += " · behavioural controller";
  } else if (controller == "none") {
    text += " · electrical network";
  }
  text += fmt::format(" · seed {:.0f} · heliograph {}", number_at(result, "/seed").value_or(0.0),
                      text_at(manifest, "/heliograph"));
  return text;
}

std::string verdict_of(const Json& result) {
  const std::size_t faults = rows_at(result, "/faults/rows").size();
  std::string text = true_at(result, "/completed") ? "completed" : "not completed";
  if (true_at(result, "/workload/data_verified")) {
    text += ", every byte verified";
  }
  if (faults > 0) {
    text += ", " + count_words(static_cast<double>(faults), "fault");
  }
  return text;
}

}  // namespace

Report run_report(const RunFiles& run) {
  const std::optional<TimelineData> timeline =
      run.timeline ? std::optional<TimelineData>(read_timeline(*run.timeline)) : std::nullopt;
  const TimelineData* times = timeline ? &*timeline : nullptr;
  Report report;
  report.title = title_of(run.result);
  report.subtitle = subtitle_of(run.result, run.manifest);
  report.good = number_at(run.result, "/exit_code").value_or(1.0) == 0.0;
  report.verdict = verdict_of(run.result);
  report.figures = key_figures(run.result);
  report.answer_title =
      true_at(run.result, "/completed") ? "What limits this run" : "Why this run did not complete";
  report.answer = what_limits(run.result);
  for (ReportSection& section : std::vector<ReportSection>{
           time_section(run.result), timeline_section(run.result, times),
           reconfiguration_section(run.result), link_section(run.result),
           traffic_section(run.result), latency_section(times), energy_section(run.result),
           controller_section(times), trust_section(run.result, run.manifest),
           parameter_section(run.manifest)}) {
    if (!section.empty()) {
      report.sections.push_back(std::move(section));
    }
  }
  return report;
}

}  // namespace heliograph::testbenches
