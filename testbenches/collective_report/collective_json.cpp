// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "testbenches/collective_report/collective_text.hpp"

namespace heliograph::testbenches {

namespace {

using CollectiveJson = nlohmann::ordered_json;

CollectiveJson matchings_json(const MatchingCover& cover) {
  CollectiveJson matchings = CollectiveJson::array();
  for (const std::vector<base::RankCircuit>& matching : cover.matchings) {
    CollectiveJson circuits = CollectiveJson::array();
    for (const base::RankCircuit circuit : matching) {
      circuits.push_back({base::index(circuit.from), base::index(circuit.to)});
    }
    matchings.push_back(std::move(circuits));
  }
  return matchings;
}

CollectiveJson circuits_json(const CollectiveSurvey& survey) {
  CollectiveJson circuits;
  circuits["needed"] = survey.cover.circuits.size();
  circuits["most_of_a_rank"] = survey.cover.degree;
  circuits["ports"] = survey.question.model.ports;
  circuits["fewest_matchings"] = survey.fewest_matchings;
  if (survey.circuit_sets) {
    circuits["sets_in_order"] = *survey.circuit_sets;
    circuits["reconfiguration_us"] = survey.question.model.reconfiguration_us;
    circuits["reconfigured_time_us"] = *survey.reconfigured_time_us();
  }
  if (survey.cover.matchings.size() == survey.fewest_matchings) {
    circuits["matchings"] = matchings_json(survey.cover);
  }
  return circuits;
}

CollectiveJson rounds_json(const RoundProfile& profile) {
  CollectiveJson rows = CollectiveJson::array();
  for (std::size_t round = 0; round < profile.rounds.size(); ++round) {
    const RoundDemand& demand = profile.rounds[round];
    rows.push_back({{"round", round},
                    {"messages", demand.messages},
                    {"chunks", demand.chunks},
                    {"most_chunks_of_a_rank", demand.most_chunks},
                    {"most_ports_of_a_rank", demand.most_ports}});
  }
  return rows;
}

}  // namespace

std::string collective_json(const CollectiveSurvey& survey) {
  const CollectiveQuestion& question = survey.question;
  CollectiveJson json;
  json["algorithm"] = question.algorithm.name;
  json["operation"] = to_string(question.request.op);
  json["ranks"] = question.request.ranks;
  json["bytes"] = question.bytes;
  json["chunks"] = survey.buffer_chunks;
  json["chunk_bytes"] = survey.chunk_bytes;
  json["correct"] = survey.check.correct();
  json["steps"] = survey.check.steps;
  json["messages"] = survey.check.messages;
  json["chunks_moved"] = survey.check.chunks_moved;
  if (survey.check.root) {
    json["root"] = base::index(*survey.check.root);
  }
  json["closed_form"] = {{"rounds", survey.cost.rounds},
                         {"serial_bytes", survey.cost.serial_chunks * survey.chunk_bytes},
                         {"most_sent_bytes", survey.cost.sent_chunks * survey.chunk_bytes},
                         {"alpha_us", question.model.alpha_us},
                         {"bandwidth_GBps", question.model.bandwidth_GBps},
                         {"start_up_us", survey.start_up_us()},
                         {"serialisation_us", survey.serialisation_us()},
                         {"time_us", survey.time_us()},
                         {"algorithm_bandwidth_GBps", survey.algorithm_bandwidth_GBps()},
                         {"bus_bandwidth_GBps", survey.bus_bandwidth_GBps()}};
  json["circuits"] = circuits_json(survey);
  if (survey.rounds) {
    json["rows"] = rounds_json(*survey.rounds);
  }
  if (survey.plan) {
    json["plan"] = CollectiveJson::parse(plan_json(*survey.plan));
  }
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
