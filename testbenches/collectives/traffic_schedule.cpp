// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/traffic_schedule.hpp"

#include <algorithm>
#include <utility>

namespace heliograph::testbenches {

TrafficSchedule::TrafficSchedule(std::string name, Traffic traffic)
    : name_(std::move(name)),
      traffic_(std::move(traffic)),
      buffers_(traffic_.ranks()),
      input_at_(std::size_t{traffic_.ranks()} * traffic_.ranks()),
      output_at_(input_at_.size()),
      used_lanes_(traffic_.ranks()) {
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
    BufferChunks& own = buffers_[rank];
    for (std::uint32_t other = 0; other < ranks(); ++other) {
      input_at_[pair(rank, other)] = own.input;
      own.input += traffic_.chunks(rank, other);
      output_at_[pair(other, rank)] = own.output;
      own.output += traffic_.chunks(other, rank);
      if (is_used(rank, other)) {
        used_lanes_[rank].push_back(other);
      }
    }
    chunks_per_loop_ = std::max({chunks_per_loop_, own.input, own.output});
  }
}

TrafficSchedule::Peers TrafficSchedule::peers(std::uint32_t rank, std::uint32_t lane) const {
  return {(rank + lane) % ranks(), (rank + ranks() - lane) % ranks()};
}

bool TrafficSchedule::is_used(std::uint32_t rank, std::uint32_t lane) const {
  const Peers with = peers(rank, lane);
  return traffic_.chunks(rank, with.to) > 0 || traffic_.chunks(with.from, rank) > 0;
}

BufferChunks TrafficSchedule::buffer_chunks(base::RankId rank) const {
  return buffers_[base::index(rank)];
}

std::uint32_t TrafficSchedule::streams(base::RankId rank) const {
  return static_cast<std::uint32_t>(used_lanes_[base::index(rank)].size());
}

StreamInfo TrafficSchedule::stream(base::RankId rank, base::StreamId stream) const {
  const auto own = static_cast<std::uint32_t>(rank);
  const std::uint32_t lane = used_lanes_[own][base::index(stream)];
  if (lane == 0) {
    return {std::nullopt, std::nullopt, 0, 1};
  }
  const Peers with = peers(own, lane);
  const std::size_t sent = traffic_.messages(own, with.to).size();
  const std::size_t received = traffic_.messages(with.from, own).size();
  StreamInfo info;
  info.steps = static_cast<std::int64_t>(sent + received);
  if (sent > 0) {
    info.send_peer = base::RankId{with.to};
  }
  if (received > 0) {
    info.receive_peer = base::RankId{with.from};
  }
  return info;
}

Step TrafficSchedule::step(base::RankId rank, base::StreamId stream, std::int64_t step) const {
  const auto own = static_cast<std::uint32_t>(rank);
  const std::uint32_t lane = used_lanes_[own][base::index(stream)];
  const Peers with = peers(own, lane);
  ChunkRange source{Buffer::input, input_at_[pair(own, with.to)]};
  ChunkRange destination{Buffer::output, output_at_[pair(with.from, own)]};
  if (lane == 0) {
    return {StepKind::copy, source, destination, traffic_.chunks(own, own), std::nullopt};
  }
  const std::vector<std::int64_t>& sent = traffic_.messages(own, with.to);
  auto number = static_cast<std::size_t>(step);
  if (number < sent.size()) {
    for (std::size_t before = 0; before < number; ++before) {
      source.offset += sent[before];
    }
    return {StepKind::send, source, source, sent[number], std::nullopt};
  }
  number -= sent.size();
  const std::vector<std::int64_t>& received = traffic_.messages(with.from, own);
  for (std::size_t before = 0; before < number; ++before) {
    destination.offset += received[before];
  }
  return {StepKind::receive, destination, destination, received[number], std::nullopt};
}

std::optional<ChunkOrigin> TrafficSchedule::own_promise(base::RankId rank,
                                                        std::int64_t output_chunk) const {
  const auto own = static_cast<std::uint32_t>(rank);
  if (output_chunk < 0 || output_chunk >= buffers_[own].output) {
    return std::nullopt;
  }
  // The last sender whose chunks start there or before; one that sends nothing starts where the
  // next one does, and is not the last.
  std::uint32_t from = 0;
  for (std::uint32_t end = ranks(); end - from > 1;) {
    const std::uint32_t middle = from + (end - from) / 2;
    (output_at_[pair(middle, own)] <= output_chunk ? from : end) = middle;
  }
  return ChunkOrigin{base::RankId{from},
                     input_at_[pair(from, own)] + output_chunk - output_at_[pair(from, own)]};
}

}  // namespace heliograph::testbenches
