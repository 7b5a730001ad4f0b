// SPDX-License-Identifier: Apache-2.0
#include "testbenches/meshes/round_report.hpp"

#include <fmt/format.h>

#include "testbenches/fabrics/state_text.hpp"

namespace heliograph::testbenches {

std::string report_row(const std::string& name, const std::string& value) {
  return fmt::format("  {:<15}{}\n", name, value);
}

std::string numbers_text(const std::vector<base::PortId>& ports) {
  std::string text;
  for (const base::PortId port : ports) {
    text += (text.empty() ? "" : ", ") + std::to_string(base::index(port));
  }
  return text;
}

nlohmann::ordered_json numbers_json(const std::vector<base::PortId>& ports) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const base::PortId port : ports) {
    json.push_back(base::index(port));
  }
  return json;
}

std::string pairs_text(const std::vector<photonics::MeshPair>& pairs) {
  std::string text;
  for (const photonics::MeshPair& pair : pairs) {
    text +=
        fmt::format("{}{}:{}", text.empty() ? "" : ",", base::index(pair.a), base::index(pair.b));
  }
  return text;
}

std::string round_rows(const RoundSurvey& rounds, const std::string& one) {
  std::string text;
  if (rounds.lost > 0) {
    text +=
        report_row("light", fmt::format("{} circuits of the {}s do not arrive", rounds.lost, one));
  }
  if (rounds.routed > 0) {
    text += report_row("cells", fmt::format("{} on the longest way, {} on all ways of a {} at most",
                                            rounds.longest_cells, rounds.most_cells, one));
    text += report_row("loss",
                       fmt::format("{:.2f} dB at most, by the fields", rounds.worst_loss.value()));
    text +=
        report_row("crosstalk", rounds.worst_crosstalk
                                    ? fmt::format("{:.2f} dB at most, of all other lights together",
                                                  rounds.worst_crosstalk->value())
                                    : std::string("none"));
  }
  return text;
}

nlohmann::ordered_json rounds_json(const RoundSurvey& rounds) {
  nlohmann::ordered_json json{
      {"rounds", rounds.rounds},         {"routed", rounds.routed},
      {"lost_circuits", rounds.lost},    {"longest_cells", rounds.longest_cells},
      {"most_cells", rounds.most_cells}, {"worst_loss_dB", rounds.worst_loss.value()},
      {"worst_crosstalk_dB", nullptr}};
  json["rows"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < rounds.robin.rounds.size(); ++i) {
    json["rows"].push_back({{"circuits", pairs_text(rounds.robin.rounds[i])},
                            {"states", state_text(rounds.robin.results[i].states)}});
  }
  if (rounds.worst_crosstalk) {
    json["worst_crosstalk_dB"] = rounds.worst_crosstalk->value();
  }
  return json;
}

}  // namespace heliograph::testbenches
