// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/round_schedule.hpp"

#include <utility>

namespace heliograph::testbenches {

RoundSchedule::RoundSchedule(std::unique_ptr<const RoundPlan> plan, std::int64_t chunks)
    : plan_(std::move(plan)),
      shape_(plan_->shape()),
      has_lanes_(plan_->has_lanes()),
      chunks_(chunks) {}

std::string RoundSchedule::name() const {
  return shape_.algorithm + "_" + std::string(to_string(shape_.op)) + "_" +
         std::to_string(shape_.ranks);
}

BufferChunks RoundSchedule::buffer_chunks(base::RankId) const {
  const std::int64_t whole = chunks_per_loop();
  const std::int64_t share = whole / shape_.ranks;
  const std::int64_t scratch = shape_.scratch * chunks_;
  switch (shape_.op) {
    case CollectiveOp::all_gather:
      return {share, whole, scratch};
    case CollectiveOp::reduce_scatter:
      return {whole, shape_.in_place ? 0 : share, scratch};
    default:
      return {whole, shape_.in_place ? 0 : whole, scratch};
  }
}

std::uint32_t RoundSchedule::streams(base::RankId rank) const {
  const std::uint32_t groups = plan_->groups(rank);
  if (!has_lanes_) {
    return groups;
  }
  std::uint32_t streams = 0;
  for (std::uint32_t group = 0; group < groups; ++group) {
    streams += plan_->lanes(rank, group);
  }
  return streams;
}

RoundSchedule::Place RoundSchedule::locate(base::RankId rank, base::StreamId stream) const {
  const auto index = static_cast<std::uint32_t>(stream);
  if (!has_lanes_) {
    return {index, 0, index, index == 0 ? 0 : index - 1};
  }
  Place at;
  while (index - at.first_stream >= plan_->lanes(rank, at.group)) {
    at.first_of_before = at.first_stream;
    at.first_stream += plan_->lanes(rank, at.group);
    ++at.group;
  }
  at.lane = index - at.first_stream;
  return at;
}

std::uint32_t RoundSchedule::waits(base::RankId rank, std::uint32_t group) const {
  if (group == 0) {
    return 0;
  }
  // The last lane of a chained group is done when all are.
  return plan_->chained(rank, group - 1) ? 1 : plan_->lanes(rank, group - 1);
}

std::int64_t RoundSchedule::nops(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                                 const Leg& leg) const {
  const std::int64_t all = waits(rank, group);
  const bool first_step_reduces = leg.flow == Flow::receive || leg.flow == Flow::forward;
  const bool first_step_is_taken = lane > 0 && first_step_reduces && plan_->chained(rank, group);
  return first_step_is_taken || all == 0 ? all : all - 1;
}

std::int64_t RoundSchedule::steps(base::RankId rank, std::uint32_t group, std::uint32_t lane,
                                  const Leg& leg) const {
  const std::int64_t moves = leg.flow == Flow::exchange ? 2 * leg.rounds : leg.rounds;
  return nops(rank, group, lane, leg) + moves;
}

StreamInfo RoundSchedule::stream(base::RankId rank, base::StreamId stream) const {
  const Place at = locate(rank, stream);
  const Leg leg = plan_->leg(rank, at.group, at.lane);
  return {leg.to, leg.from, leg.channel, steps(rank, at.group, at.lane, leg)};
}

StepDependency RoundSchedule::awaited(base::RankId rank, const Place& at,
                                      std::uint32_t number) const {
  const std::uint32_t group = at.group - 1;
  const std::uint32_t lane = plan_->chained(rank, group) ? plan_->lanes(rank, group) - 1 : number;
  return {base::StreamId{at.first_of_before + lane},
          steps(rank, group, lane, plan_->leg(rank, group, lane)) - 1};
}

ChunkRange RoundSchedule::range(const Blocks& blocks) const {
  return {blocks.buffer, blocks.first * chunks_};
}

Step RoundSchedule::move(const Leg& leg, const Round& round, bool second) const {
  const ChunkRange sent = range(round.sent);
  const ChunkRange received = range(round.received);
  if (leg.flow == Flow::copy) {
    return {StepKind::copy, sent, received, round.sent.count * chunks_, std::nullopt};
  }
  if (leg.flow == Flow::send || (leg.flow == Flow::exchange && !second)) {
    return {StepKind::send, sent, sent, round.sent.count * chunks_, std::nullopt};
  }
  StepKind kind = round.reducing ? StepKind::receive_reduce_copy : StepKind::receive;
  if (leg.flow == Flow::forward && !round.reducing) {
    kind = StepKind::receive_copy_send;
  } else if (leg.flow == Flow::forward) {
    kind = leg.stores ? StepKind::receive_reduce_copy_send : StepKind::receive_reduce_send;
  }
  return {kind, received, received, round.received.count * chunks_, std::nullopt};
}

Step RoundSchedule::step(base::RankId rank, base::StreamId stream, std::int64_t step) const {
  const Place at = locate(rank, stream);
  const Leg leg = plan_->leg(rank, at.group, at.lane);
  const std::int64_t idle = nops(rank, at.group, at.lane, leg);
  if (step < idle) {
    Step wait;
    wait.count = 0;
    wait.dependency = awaited(rank, at, static_cast<std::uint32_t>(step));
    return wait;
  }
  const std::int64_t number = step - idle;
  const bool exchanges = leg.flow == Flow::exchange;
  const std::int64_t round = exchanges ? number / 2 : number;
  const bool second = exchanges && number % 2 == 1;
  Step made = move(leg, plan_->round(rank, at.group, at.lane, round), second);
  if (at.lane > 0 && reduces(made.kind) && plan_->chained(rank, at.group)) {
    const Leg before = plan_->leg(rank, at.group, at.lane - 1);
    made.dependency = {base::StreamId{at.first_stream + at.lane - 1},
                       nops(rank, at.group, at.lane - 1, before) + number};
  } else if (number == 0 && at.group > 0) {
    made.dependency = awaited(rank, at, waits(rank, at.group) - 1);
  }
  return made;
}

}  // namespace heliograph::testbenches
