// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testbenches/fabrics/report_text.hpp"
#include "testbenches/meshes/port_survey.hpp"
#include "testbenches/meshes/round_report.hpp"

namespace heliograph::testbenches {

namespace {

using Verdict = photonics::PortChoice::Verdict;

std::string_view verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::all_route:
      return "all_route";
    case Verdict::sampled_route:
      return "sampled_route";
    case Verdict::none:
      break;
  }
  return "none";
}

}  // namespace

std::string ports_text(const SwitchSource& source, const PortSurvey& survey) {
  const photonics::PortChoice& choice = survey.choice;
  std::string text = heading_text(source);
  if (choice.verdict == Verdict::none) {
    return text + fmt::format(
                      "No {} of the {} ports that leave the chip were found of which every "
                      "matching routes; {} sets were tried.\n",
                      survey.count, survey.usable, choice.sets);
  }
  text += choice.verdict == Verdict::all_route
              ? fmt::format("{} ports of which every perfect matching routes: all {} were routed\n",
                            choice.ports.size(), choice.matchings)
              : fmt::format(
                    "{} ports of which {} random perfect matchings were routed, each one; "
                    "that all others can be is not proved\n",
                    choice.ports.size(), choice.matchings);
  const auto row = [&](const char* name, const std::string& value) {
    text += report_row(name, value);
  };
  row("ports", numbers_text(choice.ports));
  row("chosen of", fmt::format("{} that leave the chip; {} set{} tried", survey.usable, choice.sets,
                               choice.sets == 1 ? "" : "s"));
  if (survey.line) {
    row("narrowest line", fmt::format("lets {} circuits pass, a matching can need {}",
                                      survey.line->lets_pass, survey.line->needed));
  }
  const RoundSurvey& rounds = survey.rounds;
  row("all to all", fmt::format("{} rounds of {} circuits join every two ports once; {} routed",
                                rounds.rounds, choice.ports.size() / 2, rounds.routed));
  return text + round_rows(rounds, "round");
}

std::string ports_json(const SwitchSource& source, const PortSurvey& survey) {
  const RoundSurvey& rounds = survey.rounds;
  nlohmann::ordered_json json{{"title", source.title()},
                              {"verdict", verdict_text(survey.choice.verdict)},
                              {"ports", numbers_json(survey.choice.ports)},
                              {"usable", survey.usable},
                              {"matchings", survey.choice.matchings},
                              {"sets", survey.choice.sets}};
  if (survey.line) {
    json["narrowest_line"] = {{"lets_pass", survey.line->lets_pass},
                              {"needed", survey.line->needed}};
  }
  json["all_to_all"] = rounds_json(rounds);
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
