// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "testbenches/collective_report/plan_survey.hpp"

namespace heliograph::testbenches {

namespace {

using PlanJson = nlohmann::ordered_json;

PlanJson split_json(const PlanTime& time) {
  return {{"time_us", time.total_us()},          {"start_up_us", time.start_up_us},
          {"dilation_us", time.dilation_us},     {"serialisation_us", time.serialisation_us},
          {"congestion_us", time.congestion_us}, {"dark_us", time.dark_us}};
}

std::string_view word(PlanDecision decision) {
  switch (decision) {
    case PlanDecision::stay:
      return "stay";
    case PlanDecision::change:
      return "change";
    case PlanDecision::back:
      return "back";
  }
  return "";
}

PlanJson runs_json(const PlanSurvey& survey) {
  PlanJson rows = PlanJson::array();
  for (const PlannedRun& run : survey.runs) {
    const PlannedRound& round = run.first;
    PlanJson row = {{"round", round.round},
                    {"last_round", run.last_round},
                    {"count", run.count},
                    {"part", round.part},
                    {"parts", round.parts},
                    {"decision", word(round.decision)},
                    {"topology", run.topology},
                    {"flows", round.flows},
                    {"hops", round.load.hops},
                    {"largest_flow_chunks", round.largest_flow},
                    {"most_chunks_of_a_circuit", round.load.most_chunks},
                    {"hidden_us", round.hidden_us},
                    {"bound_us", run.bound_us}};
    row.update(split_json(round.time));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string plan_json(const PlanSurvey& survey) {
  PlanJson json;
  json["policy"] = to_string(survey.question.policy);
  json["letters"] = survey.letters;
  json["start"] = {{"name", survey.start_name},
                   {"circuits", survey.start_circuits},
                   {"most_of_a_rank", survey.start_degree},
                   {"circuit_GBps", survey.start_GBps}};
  json["circuit_GBps"] = survey.model.circuit_GBps;
  json["hop_us"] = survey.model.hop_us;
  json["reconfiguration_us"] = survey.reconfiguration_us;
  json["per_circuit_us"] = survey.question.per_circuit_us;
  json["trigger"] = to_string(survey.question.trigger);
  json["mean_wait_us"] = survey.skew.mean_wait_us;
  json["exact"] = survey.exact;
  json["circuit_sets"] = survey.circuit_sets;
  if (survey.relayed_messages) {
    json["messages_with_relays"] = *survey.relayed_messages;
  }
  json["ideal_us"] = survey.ideal_us;
  PlanJson policies;
  for (const PolicyFigures& figures : survey.policies) {
    PlanJson& row = policies[std::string(to_string(figures.policy))];
    if (figures.time) {
      row = split_json(*figures.time);
      row["waiting_us"] = figures.time->waiting_us;
      row["hidden_us"] = figures.hidden_us;
      row["changes"] = figures.changes;
    } else {
      row = nullptr;
    }
  }
  json["policies"] = std::move(policies);
  json["rounds"] = runs_json(survey);
  return json.dump();
}

}  // namespace heliograph::testbenches
