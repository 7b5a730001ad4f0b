// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "testbenches/collective_report/plan_survey.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::size_t kMostRuns = 64;

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string head_text(const PlanSurvey& survey) {
  std::string text = fmt::format("plan        {}: {}\n", to_string(survey.question.policy),
                                 survey.letters.empty() ? "nothing is sent" : survey.letters);
  text += fmt::format("start       {}", survey.start_name);
  if (survey.start_circuits > 0) {
    text += fmt::format(": {} of {:.6g} GB/s, up to {} a rank each way",
                        counted(survey.start_circuits, "circuit"), survey.start_GBps,
                        survey.start_degree);
  }
  text += fmt::format("\nchanges     {:.6g} us each", survey.reconfiguration_us);
  if (survey.question.per_circuit_us > 0) {
    text += fmt::format(" + {:.6g} us for each new circuit", survey.question.per_circuit_us);
  }
  text += fmt::format("; circuits of {:.6g} GB/s; {:.6g} us for each hop after the first\n",
                      survey.model.circuit_GBps, survey.model.hop_us);
  if (survey.relayed_messages) {
    text += fmt::format("runs as     {} over {} of circuits: proved, relays included\n",
                        counted(static_cast<std::size_t>(*survey.relayed_messages), "message"),
                        counted(survey.circuit_sets, "set"));
  } else {
    text += "runs as     more messages and hops than are made and proved beside a plan (2^18)\n";
  }
  if (!survey.question.arrivals_us.empty()) {
    text += fmt::format(
        "arrivals    from {:.6g} to {:.6g} us, {:.6g} us of waiting in the mean; first change on "
        "{}\n",
        survey.skew.first_us, survey.skew.last_us, survey.skew.mean_wait_us,
        to_string(survey.question.trigger));
  }
  return text;
}

std::string round_label(const PlannedRun& run) {
  if (run.first.parts > 1) {
    const std::string part = std::to_string(run.first.part + 1);
    const std::string last = std::to_string(run.first.part + run.count);
    return fmt::format("{}: {}{}/{}", run.first.round, part,
                       run.last_round == run.first.round && run.count > 1 ? "-" + last : "",
                       run.first.parts);
  }
  return run.count == 1 ? std::to_string(run.first.round)
                        : fmt::format("{}-{}", run.first.round, run.last_round);
}

std::string_view verb(PlanDecision decision) {
  switch (decision) {
    case PlanDecision::stay:
      return "stay on";
    case PlanDecision::change:
      return "change to";
    case PlanDecision::back:
      return "back to";
  }
  return "";
}

/// To four digits, so that it fits a column.
std::string bytes_text(const PlanSurvey& survey, std::int64_t chunks) {
  constexpr double kKiB = 1024;
  const double bytes = static_cast<double>(chunks) * survey.model.chunk_bytes;
  if (bytes < 10 * kKiB) {
    return fmt::format("{:.0f} B", bytes);
  }
  if (bytes < kKiB * kKiB) {
    return fmt::format("{:.4g} KiB", bytes / kKiB);
  }
  return bytes < kKiB * kKiB * kKiB ? fmt::format("{:.4g} MiB", bytes / kKiB / kKiB)
                                    : fmt::format("{:.4g} GiB", bytes / kKiB / kKiB / kKiB);
}

/// Times in columns: as many decimals as leave them short; nothing looks like nothing.
class TimeCells {
 public:
  explicit TimeCells(double longest_us)
      : decimals_(longest_us < kFine ? 3 : (longest_us < kCoarse ? 1 : 0)) {}

  [[nodiscard]] std::string text(double us) const {
    return us == 0 ? "-" : fmt::format("{:.{}f}", us, decimals_);
  }
  /// One row of them, as wide as titles().
  [[nodiscard]] std::string row(const std::vector<double>& times) const {
    std::string cells;
    for (const double us : times) {
      cells += fmt::format(" {:>9}", text(us));
    }
    return cells;
  }
  [[nodiscard]] static std::string titles(const std::vector<std::string_view>& names) {
    std::string cells;
    for (const std::string_view name : names) {
      cells += fmt::format(" {:>9}", name);
    }
    return cells;
  }

 private:
  static constexpr double kFine = 1e4;
  static constexpr double kCoarse = 1e6;
  int decimals_;
};

std::string rounds_text(const PlanSurvey& survey) {
  std::size_t label = 5;
  std::size_t decision = 8;
  double longest = 0;
  for (const PlannedRun& run : survey.runs) {
    label = std::max(label, round_label(run).size());
    decision = std::max(decision, verb(run.first.decision).size() + 1 + run.topology.size());
    longest = std::max(longest, run.first.time.total_us());
  }
  const TimeCells cells(longest);
  std::string text =
      fmt::format("\n{:>{}}  {:<{}} {:>5} {:>9} {:>9}{}\n", "round", label, "decision", decision,
                  "ways", "a flow", "busiest",
                  TimeCells::titles({"start", "hops", "bytes", "queue", "dark", "us", "bound"}));
  for (std::size_t number = 0; number < survey.runs.size(); ++number) {
    if (number == kMostRuns) {
      text += fmt::format("{:>{}}  {} more rows; --json has all\n", "...", label,
                          survey.runs.size() - number);
      break;
    }
    const PlannedRun& run = survey.runs[number];
    const PlannedRound& round = run.first;
    const PlanTime& time = round.time;
    text += fmt::format(
        "{:>{}}  {:<{}} {:>5} {:>9} {:>9}{}\n", round_label(run), label,
        fmt::format("{} {}", verb(round.decision), run.topology), decision, round.load.hops,
        bytes_text(survey, round.largest_flow), bytes_text(survey, round.load.most_chunks),
        cells.row({time.start_up_us, time.dilation_us, time.serialisation_us, time.congestion_us,
                   time.dark_us, time.total_us(), run.bound_us}));
  }
  return text;
}

std::string policies_text(const PlanSurvey& survey) {
  double longest = survey.ideal_us;
  for (const PolicyFigures& figures : survey.policies) {
    longest = std::max(longest, figures.time ? figures.time->total_us() : 0);
  }
  const TimeCells cells(longest);
  std::string text = fmt::format(
      "\n{:<11} {:>9} {:>7}{}\n", "policy", "us", "changes",
      TimeCells::titles({"start", "hops", "bytes", "queue", "dark", "hidden", "waiting"}));
  for (const PolicyFigures& figures : survey.policies) {
    text += fmt::format("{:<11} ", to_string(figures.policy));
    if (!figures.time) {
      text += fmt::format("{:>9}  the start topology has no way for some flow\n", "-");
      continue;
    }
    const PlanTime& time = *figures.time;
    text += fmt::format(
        "{:>9} {:>7}{}\n", cells.text(time.total_us()), figures.changes,
        cells.row({time.start_up_us, time.dilation_us, time.serialisation_us, time.congestion_us,
                   time.dark_us, figures.hidden_us, time.waiting_us}));
  }
  text += fmt::format("{:<11} {:>9}  each round on circuits of its own that are never dark\n",
                      "ideal", cells.text(survey.ideal_us));
  if (!survey.exact) {
    text += fmt::format(
        "dp, overlap and partial may be improved on: {} sets of circuits were too much work to try "
        "each\nin each round; the start topology and each round's own circuits were\n",
        survey.topologies);
  }
  return text;
}

}  // namespace

std::string plan_text(const PlanSurvey& survey) {
  return survey.runs.empty() ? head_text(survey)
                             : head_text(survey) + rounds_text(survey) + policies_text(survey);
}

}  // namespace heliograph::testbenches
