// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collective_report/collective_survey.hpp"

#include <stdexcept>
#include <utility>

#include "testbenches/planning/epoch_plan.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::int64_t kMostMessagesToWalk = std::int64_t{1} << 20;

/// How often the buffer must leave a rank at least, whatever the algorithm.
double bus_factor(CollectiveOp op, double ranks) {
  switch (op) {
    case CollectiveOp::all_reduce:
      return 2 * (ranks - 1) / ranks;
    case CollectiveOp::reduce_scatter:
    case CollectiveOp::all_gather:
    case CollectiveOp::all_to_all:
      return (ranks - 1) / ranks;
    default:
      return 1;
  }
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
         bus_factor(question.request.op, static_cast<double>(question.request.ranks));
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
  survey.check = check_schedule(*schedule);
  if (!survey.check.correct()) {
    const std::string& fault = survey.check.fault->text;
    if (fault.rfind("too large to check", 0) == 0) {
      throw base::InputError({"--ranks", 0, 0}, fault);
    }
    throw std::logic_error(survey.name + ": " + fault);
  }
  survey.cost = question.algorithm.cost(question.request);
  survey.cover = cover_by_matchings(circuits_of(*schedule), question.model.ports);
  if (survey.check.messages <= kMostMessagesToWalk) {
    survey.rounds = profile_rounds(
        *schedule, question.algorithm.takes_turns ? ReceivePorts::one : ReceivePorts::many);
    survey.circuit_sets = EpochPlan(*schedule).matchings();
  }
  survey.question = std::move(question);
  return survey;
}

}  // namespace heliograph::testbenches
