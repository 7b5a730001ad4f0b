// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testbenches/fabrics/report_text.hpp"
#include "testbenches/fabrics/state_text.hpp"
#include "testbenches/meshes/port_survey.hpp"

namespace heliograph::testbenches {

namespace {

using Verdict = photonics::PortChoice::Verdict;

std::string numbers_text(const std::vector<base::PortId>& ports) {
  std::string text;
  for (const base::PortId port : ports) {
    text += (text.empty() ? "" : ", ") + std::to_string(base::index(port));
  }
  return text;
}

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
    text += fmt::format("  {:<15}{}\n", name, value);
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
  if (rounds.lost > 0) {
    row("light", fmt::format("{} circuits of the rounds do not arrive", rounds.lost));
  }
  if (rounds.routed > 0) {
    row("cells", fmt::format("{} on the longest way, {} on all ways of a round at most",
                             rounds.longest_cells, rounds.most_cells));
    row("loss", fmt::format("{:.2f} dB at most, by the fields", rounds.worst_loss.value()));
    row("crosstalk", rounds.worst_crosstalk
                         ? fmt::format("{:.2f} dB at most, of all other lights together",
                                       rounds.worst_crosstalk->value())
                         : std::string("none"));
  }
  return text;
}

std::string ports_json(const SwitchSource& source, const PortSurvey& survey) {
  nlohmann::ordered_json ports = nlohmann::ordered_json::array();
  for (const base::PortId port : survey.choice.ports) {
    ports.push_back(base::index(port));
  }
  const RoundSurvey& rounds = survey.rounds;
  nlohmann::ordered_json json{{"title", source.title()},
                              {"verdict", verdict_text(survey.choice.verdict)},
                              {"ports", ports},
                              {"usable", survey.usable},
                              {"matchings", survey.choice.matchings},
                              {"sets", survey.choice.sets}};
  if (survey.line) {
    json["narrowest_line"] = {{"lets_pass", survey.line->lets_pass},
                              {"needed", survey.line->needed}};
  }
  json["all_to_all"] = {
      {"rounds", rounds.rounds},         {"routed", rounds.routed},
      {"lost_circuits", rounds.lost},    {"longest_cells", rounds.longest_cells},
      {"most_cells", rounds.most_cells}, {"worst_loss_dB", rounds.worst_loss.value()},
      {"worst_crosstalk_dB", nullptr}};
  json["all_to_all"]["rows"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < rounds.robin.rounds.size(); ++i) {
    std::string circuits;
    for (const photonics::MeshPair& pair : rounds.robin.rounds[i]) {
      circuits += (circuits.empty() ? "" : ",") + std::to_string(base::index(pair.a)) + ":" +
                  std::to_string(base::index(pair.b));
    }
    json["all_to_all"]["rows"].push_back(
        {{"circuits", circuits}, {"states", state_text(rounds.robin.results[i].states)}});
  }
  if (rounds.worst_crosstalk) {
    json["all_to_all"]["worst_crosstalk_dB"] = rounds.worst_crosstalk->value();
  }
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
