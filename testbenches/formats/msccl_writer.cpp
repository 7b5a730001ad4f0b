// SPDX-License-Identifier: Apache-2.0
#include "testbenches/formats/msccl_writer.hpp"

#include <algorithm>
#include <ostream>
#include <set>
#include <sstream>
#include <utility>

namespace heliograph::testbenches {

namespace {

/// The steps of a rank that another one waits for.
using Awaited = std::set<std::pair<base::StreamId, std::int64_t>>;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::int64_t channels_of(const Schedule& schedule) {
  std::int64_t channels = 1;
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    for (std::uint32_t id = 0; id < schedule.streams(base::RankId{rank}); ++id) {
      const StreamInfo info = schedule.stream(base::RankId{rank}, base::StreamId{id});
      channels = std::max<std::int64_t>(channels, info.channel + std::int64_t{1});
    }
  }
  return channels;
}

Awaited awaited_steps(const Schedule& schedule, base::RankId rank) {
  Awaited awaited;
  for (std::uint32_t id = 0; id < schedule.streams(rank); ++id) {
    const std::int64_t steps = schedule.stream(rank, base::StreamId{id}).steps;
    for (std::int64_t number = 0; number < steps; ++number) {
      const Step step = schedule.step(rank, base::StreamId{id}, number);
      if (step.dependency) {
        awaited.emplace(step.dependency->stream, step.dependency->step);
      }
    }
  }
  return awaited;
}

std::int64_t peer_number(std::optional<base::RankId> peer) {
  return peer ? static_cast<std::int64_t>(base::index(*peer)) : -1;
}

void write_step(std::ostream& out, const Step& step, std::int64_t number, bool awaited) {
  const bool nop = step.kind == StepKind::nop;
  const std::int64_t stream =
      step.dependency ? static_cast<std::int64_t>(base::index(step.dependency->stream)) : -1;
  out << "      <step s=\"" << number << "\" type=\"" << to_string(step.kind) << "\" srcbuf=\""
      << letter(nop ? Buffer::input : step.source.buffer) << "\" srcoff=\""
      << (nop ? -1 : step.source.offset) << "\" dstbuf=\""
      << letter(nop ? Buffer::output : step.destination.buffer) << "\" dstoff=\""
      << (nop ? -1 : step.destination.offset) << "\" cnt=\"" << (nop ? 0 : step.count)
      << "\" depid=\"" << stream << "\" deps=\"" << (step.dependency ? step.dependency->step : -1)
      << "\" hasdep=\"" << (awaited ? 1 : 0) << "\"/>\n";
}

void write_rank(std::ostream& out, const Schedule& schedule, base::RankId rank) {
  const BufferChunks chunks = schedule.buffer_chunks(rank);
  const Awaited awaited = awaited_steps(schedule, rank);
  out << "  <gpu id=\"" << base::index(rank) << "\" i_chunks=\"" << chunks.input << "\" o_chunks=\""
      << chunks.output << "\" s_chunks=\"" << chunks.scratch << "\">\n";
  for (std::uint32_t index = 0; index < schedule.streams(rank); ++index) {
    const base::StreamId id{index};
    const StreamInfo info = schedule.stream(rank, id);
    out << "    <tb id=\"" << index << "\" send=\"" << peer_number(info.send_peer) << "\" recv=\""
        << peer_number(info.receive_peer) << "\" chan=\"" << info.channel << "\">\n";
    for (std::int64_t number = 0; number < info.steps; ++number) {
      write_step(out, schedule.step(rank, id, number), number, awaited.count({id, number}) > 0);
    }
    out << "    </tb>\n";
  }
  out << "  </gpu>\n";
}

}  // namespace

void write_msccl(const Schedule& schedule, std::ostream& out, std::string_view protocol) {
  out << "<algo name=\"" << escaped(schedule.name()) << "\" proto=\"" << protocol
      << "\" nchannels=\"" << channels_of(schedule) << "\" nchunksperloop=\""
      << schedule.chunks_per_loop() << "\" ngpus=\"" << schedule.ranks() << "\" coll=\""
      << to_string(schedule.collective()) << "\" inplace=\"" << (schedule.in_place() ? 1 : 0)
      << "\" outofplace=\"" << (schedule.in_place() ? 0 : 1) << "\">\n";
  for (std::uint32_t rank = 0; rank < schedule.ranks(); ++rank) {
    write_rank(out, schedule, base::RankId{rank});
  }
  out << "</algo>\n";
}

std::string msccl_text(const Schedule& schedule, std::string_view protocol) {
  std::ostringstream out;
  write_msccl(schedule, out, protocol);
  return out.str();
}

}  // namespace heliograph::testbenches
