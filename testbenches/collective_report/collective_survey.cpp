// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collective_report/collective_survey.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "testbenches/planning/epoch_plan.hpp"
#include "testbenches/schedule/bus_factor.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::int64_t kMostMessagesToWalk = std::int64_t{1} << 20;
constexpr std::int64_t kMostPlanWork = std::int64_t{1} << 27;
constexpr std::int64_t kMostStreams = std::int64_t{1} << 21;
constexpr std::uint64_t kMostCoverWork = std::uint64_t{1} << 28U;
constexpr std::int64_t kMostMessagesToPlan = std::int64_t{1} << 22;

/// A proof would take minutes beyond this.
void check_size(const Schedule& schedule) {
  std::int64_t streams = 0;
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    streams += schedule.streams(base::RankId{rank});
  }
  if (streams > kMostStreams) {
    throw base::InputError({"--ranks", 0, 0}, "found " + std::to_string(schedule.ranks()) +
                                                  ", which makes " + std::to_string(streams) +
                                                  " pairs of ranks that talk; expected at " +
                                                  "most " + std::to_string(kMostStreams));
  }
}

/// Without its matchings where it would take long.
MatchingCover cover_of(const Schedule& schedule, std::uint32_t ports) {
  MatchingCover cover;
  cover.circuits = circuits_of(schedule);
  std::vector<std::uint32_t> out(schedule.ranks(), 0);
  std::vector<std::uint32_t> into(schedule.ranks(), 0);
  for (const base::RankCircuit circuit : cover.circuits) {
    cover.degree =
        std::max({cover.degree, ++out[base::index(circuit.from)], ++into[base::index(circuit.to)]});
  }
  const std::uint64_t work =
      cover.circuits.size() * (std::uint64_t{schedule.ranks()} + cover.degree);
  return work <= kMostCoverWork ? cover_by_matchings(std::move(cover.circuits), ports) : cover;
}

PlanSurvey plan_of(const Schedule& schedule, const CollectiveQuestion& question,
                   const CollectiveSurvey& survey) {
  if (survey.check.messages > kMostMessagesToPlan) {
    throw base::InputError({"--policy", 0, 0}, "found " + std::to_string(survey.check.messages) +
                                                   " messages; expected at most " +
                                                   std::to_string(kMostMessagesToPlan) +
                                                   " to plan circuits for");
  }
  RoundCostModel model;
  model.alpha_us = question.model.alpha_us;
  model.hop_us = question.plan->hop_us.value_or(model.alpha_us);
  model.circuit_GBps = question.model.bandwidth_GBps / question.model.ports;
  model.chunk_bytes = static_cast<double>(survey.chunk_bytes);
  return survey_plan(schedule, question.algorithm.receive_ports(), *question.plan, model,
                     question.model.reconfiguration_us, question.model.ports);
}

}  // namespace

double CollectiveSurvey::start_up_us() const {
  return static_cast<double>(cost.rounds) * question.model.alpha_us;
}

double CollectiveSurvey::serialisation_us() const {
  const auto bytes = static_cast<double>(cost.serial_chunks) * static_cast<double>(chunk_bytes);
  return bytes / question.model.bandwidth_GBps * 1e-3;
}

std::optional<double> CollectiveSurvey::reconfigured_time_us() const {
  if (!circuit_sets) {
    return std::nullopt;
  }
  const std::size_t changes = *circuit_sets > 0 ? *circuit_sets - 1 : 0;
  return time_us() + static_cast<double>(changes) * question.model.reconfiguration_us;
}

double CollectiveSurvey::algorithm_bandwidth_GBps() const {
  return static_cast<double>(question.bytes) / time_us() * 1e-3;
}

double CollectiveSurvey::bus_bandwidth_GBps() const {
  return algorithm_bandwidth_GBps() *
         bus_factor(collective_of(question.request.op), question.request.ranks);
}

CollectiveSurvey survey_collective(CollectiveQuestion question) {
  CollectiveSurvey survey;
  const auto schedule = make_collective(question.algorithm, question.request, {"collective", 0, 0});
  survey.name = schedule->name();
  survey.buffer_chunks = schedule->chunks_per_loop();
  if (question.bytes < survey.buffer_chunks) {
    throw base::InputError({"--bytes", 0, 0}, "found " + std::to_string(question.bytes) +
                                                  "; expected at least one byte for each of the " +
                                                  std::to_string(survey.buffer_chunks) + " chunks");
  }
  survey.chunk_bytes = (question.bytes + survey.buffer_chunks - 1) / survey.buffer_chunks;
  check_size(*schedule);
  survey.check = check_schedule(*schedule);
  if (!survey.check.correct()) {
    const std::string& fault = survey.check.fault->text;
    if (fault.rfind("too large to check", 0) == 0) {
      throw base::InputError({"--ranks", 0, 0}, fault);
    }
    throw std::logic_error(survey.name + ": " + fault);
  }
  survey.cost = question.algorithm.cost(question.request);
  survey.cover = cover_of(*schedule, question.model.ports);
  survey.fewest_matchings = (survey.cover.degree + question.model.ports - 1) / question.model.ports;
  if (survey.check.messages <= kMostMessagesToWalk) {
    survey.rounds = profile_rounds(*schedule, question.algorithm.receive_ports());
    if (survey.check.messages * survey.cover.degree <= kMostPlanWork) {
      survey.circuit_sets = EpochPlan(*schedule).matchings();
    }
  }
  if (question.plan) {
    survey.plan = plan_of(*schedule, question, survey);
  }
  survey.question = std::move(question);
  return survey;
}

}  // namespace heliograph::testbenches
