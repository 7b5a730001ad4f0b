// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collective_report/collective_text.hpp"

#include <fmt/format.h>

#include "base/number_text.hpp"

namespace heliograph::testbenches {

namespace {

std::string counted_text(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string circuits_text(const CollectiveSurvey& survey) {
  const MatchingCover& cover = survey.cover;
  std::string text =
      fmt::format("circuits    {} in all, {} a rank at most; {} {} carr{} them with {} port{}\n",
                  cover.circuits.size(), cover.degree, survey.fewest_matchings,
                  survey.fewest_matchings == 1 ? "matching" : "matchings",
                  survey.fewest_matchings == 1 ? "ies" : "y", survey.question.model.ports,
                  survey.question.model.ports == 1 ? "" : "s");
  if (survey.circuit_sets) {
    text += fmt::format(
        "            {} set{} of circuits in the order of the schedule, one port a rank: "
        "{:.6g} us with {:.6g} us for each change\n",
        *survey.circuit_sets, *survey.circuit_sets == 1 ? "" : "s", *survey.reconfigured_time_us(),
        survey.question.model.reconfiguration_us);
  }
  return text;
}

}  // namespace

std::string collective_text(const CollectiveSurvey& survey) {
  const CollectiveQuestion& question = survey.question;
  std::string text = fmt::format("{}: {}\n", survey.name, question.algorithm.summary);
  text += fmt::format("buffer      {} as {} of {} B\n", base::size_text(question.bytes),
                      counted_text(survey.buffer_chunks, "chunk"), survey.chunk_bytes);
  text +=
      fmt::format("checked     correct: {}, {}, {} moved", counted_text(survey.check.steps, "step"),
                  counted_text(survey.check.messages, "message"),
                  counted_text(survey.check.chunks_moved, "chunk"));
  text += survey.check.root ? fmt::format(", root {}\n", base::index(*survey.check.root)) : "\n";
  text += fmt::format("closed form {}, {} B a rank one after the other ({} B sent at most)\n",
                      counted_text(survey.cost.rounds, "round"),
                      survey.cost.serial_chunks * survey.chunk_bytes,
                      survey.cost.sent_chunks * survey.chunk_bytes);
  if (survey.rounds) {
    text +=
        fmt::format("measured    {}, up to {} a rank in a round\n",
                    counted_text(static_cast<std::int64_t>(survey.rounds->rounds.size()), "round"),
                    counted_text(survey.rounds->most_ports(), "port"));
  }
  text += fmt::format(
      "time        {:.6g} us = {:.6g} us start-up ({:.6g} us a round) + {:.6g} us at {:.6g} GB/s\n",
      survey.time_us(), survey.start_up_us(), question.model.alpha_us, survey.serialisation_us(),
      question.model.bandwidth_GBps);
  if (survey.time_us() > 0) {
    text += fmt::format("bandwidth   {:.6g} GB/s of the algorithm, {:.6g} GB/s on the bus\n",
                        survey.algorithm_bandwidth_GBps(), survey.bus_bandwidth_GBps());
  }
  text += circuits_text(survey);
  return survey.plan ? text + "\n" + plan_text(*survey.plan) : text;
}

std::string collective_list_markdown() {
  std::string text =
      "# Collective algorithms\n\n"
      "Made by `heliograph collective --list`. The first operation is the default. `n` is the "
      "number of ranks.\n\n"
      "| algorithm | operations | ranks | what it does | source |\n|---|---|---|---|---|\n";
  for (const Algorithm& algorithm : algorithm_list()) {
    std::string operations;
    for (const CollectiveOp op : algorithm.operations) {
      operations += operations.empty() ? "" : ", ";
      operations += to_string(op);
    }
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", algorithm.name, operations,
                        algorithm.sizes, algorithm.summary, algorithm.source);
  }
  return text;
}

}  // namespace heliograph::testbenches
