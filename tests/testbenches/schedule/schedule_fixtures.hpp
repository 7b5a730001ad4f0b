// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <string>

#include "base/diagnostics.hpp"
#include "testbenches/schedule/explicit_schedule.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::testbenches::fixtures {

inline std::string file_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// All of a schedule in words: two schedules are equal when this is.
inline std::string dump(const Schedule& schedule) {
  std::ostringstream out;
  out << schedule.name() << ' ' << to_string(schedule.collective()) << ' ' << schedule.in_place()
      << ' ' << schedule.ranks() << ' ' << schedule.chunks_per_loop() << '\n';
  for (std::uint32_t index = 0; index < schedule.ranks(); ++index) {
    const base::RankId rank{index};
    const BufferChunks chunks = schedule.buffer_chunks(rank);
    out << "rank " << chunks.input << ' ' << chunks.output << ' ' << chunks.scratch << '\n';
    for (std::uint32_t id = 0; id < schedule.streams(rank); ++id) {
      const StreamInfo info = schedule.stream(rank, base::StreamId{id});
      out << "stream " << (info.send_peer ? int(base::index(*info.send_peer)) : -1) << ' '
          << (info.receive_peer ? int(base::index(*info.receive_peer)) : -1) << ' ' << info.channel
          << '\n';
      for (std::int64_t number = 0; number < info.steps; ++number) {
        const Step step = schedule.step(rank, base::StreamId{id}, number);
        out << to_string(step.kind) << ' ' << letter(step.source.buffer) << step.source.offset
            << ' ' << letter(step.destination.buffer) << step.destination.offset << ' '
            << step.count;
        if (step.dependency) {
          out << " after " << base::index(step.dependency->stream) << '.' << step.dependency->step;
        }
        out << '\n';
      }
    }
  }
  return out.str();
}

/// What `build` says about a draft: its messages, or nothing.
inline std::string build_errors(const ScheduleDraft& draft) {
  try {
    (void)ExplicitSchedule::build(draft);
    return "";
  } catch (const base::InputError& error) {
    return error.what();
  }
}

/// A valid schedule of any shape: work is dealt out in one global order, so that it cannot
/// deadlock, and dependencies point backwards in that order.
class RandomDraft {
 public:
  explicit RandomDraft(std::uint64_t seed) : engine_(seed) {}

  ScheduleDraft make() {
    const std::int64_t ranks = pick(1, 5);
    draft_.name = "random <&\"'> \xC3\xA9 " + std::to_string(pick(0, 9));
    draft_.in_place = pick(0, 1) == 1;
    draft_.chunks_per_loop = pick(1, 6);
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
      add_rank(static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(ranks));
    }
    const std::int64_t actions = pick(0, 40);
    for (std::int64_t action = 0; action < actions; ++action) {
      act();
    }
    return draft_;
  }

 private:
  std::int64_t pick(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }

  /// A stream for each peer, both ways, and one for local work.
  void add_rank(std::uint32_t rank, std::uint32_t ranks) {
    RankDraft part{{8, 8, 8}, {}, true};
    for (std::uint32_t peer = 0; peer < ranks; ++peer) {
      StreamDraft stream;
      stream.channel = 3;
      if (peer != rank) {
        stream.send_peer = base::RankId{peer};
        stream.receive_peer = base::RankId{peer};
      }
      part.streams.push_back(stream);
    }
    draft_.ranks.push_back(part);
  }

  ChunkRange range(std::int64_t count) {
    return {static_cast<Buffer>(pick(0, 2)), pick(0, 8 - count)};
  }

  void act() {
    const std::int64_t ranks = static_cast<std::int64_t>(draft_.ranks.size());
    const std::int64_t from = pick(0, ranks - 1);
    const std::int64_t to = pick(0, ranks - 1);
    const std::int64_t count = pick(1, 4);
    if (from == to) {
      constexpr StepKind kLocal[] = {StepKind::copy, StepKind::reduce, StepKind::nop};
      add(from, from, kLocal[pick(0, 2)], count);
      return;
    }
    constexpr StepKind kReceiving[] = {StepKind::receive, StepKind::receive_reduce_copy};
    add(from, to, StepKind::send, count);
    if (pick(0, 3) > 0) {
      add(to, from, kReceiving[pick(0, 1)], count);
      return;
    }
    constexpr StepKind kFused[] = {StepKind::receive_copy_send, StepKind::receive_reduce_send,
                                   StepKind::receive_reduce_copy_send};
    add(to, from, kFused[pick(0, 2)], count);
    add(from, to, StepKind::receive, count);
  }

  void add(std::int64_t rank, std::int64_t stream, StepKind kind, std::int64_t count) {
    RankDraft& part = draft_.ranks[static_cast<std::size_t>(rank)];
    Step step{kind, range(count), range(count), count, std::nullopt};
    if (kind == StepKind::nop) {
      step = {kind, {}, {}, 0, std::nullopt};
    }
    const std::size_t other =
        static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(part.streams.size()) - 1));
    const auto done = static_cast<std::int64_t>(part.streams[other].steps.size());
    if (done > 0 && pick(0, 2) == 0) {
      step.dependency = {base::StreamId{static_cast<std::uint32_t>(other)}, pick(0, done - 1)};
    }
    part.streams[static_cast<std::size_t>(stream)].steps.push_back(step);
  }

  std::mt19937_64 engine_;
  ScheduleDraft draft_;
};

}  // namespace heliograph::testbenches::fixtures
