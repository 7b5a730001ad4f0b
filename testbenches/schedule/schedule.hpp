// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/ids.hpp"
#include "base/time.hpp"

namespace heliograph::testbenches {

/// What a schedule promises to compute. `custom` promises what Schedule::own_promise says, mostly
/// nothing; it is checked for well-formedness and for reads of data that nobody wrote.
enum class Collective {
  all_reduce,
  all_gather,
  reduce_scatter,
  all_to_all,
  broadcast,
  reduce,
  custom,
};
[[nodiscard]] std::string_view to_string(Collective collective);

/// The three buffers of a rank. In place, `output` of an AllReduce is the input buffer.
enum class Buffer : std::uint8_t { input, output, scratch };
[[nodiscard]] char letter(Buffer buffer);  ///< i, o, s as in MSCCL

/// The step types of MSCCL (reference: its XML grammar). "receive" lands in a staging buffer; the
/// local operands are named by `source` and `destination`.
enum class StepKind : std::uint8_t {
  send,                      ///< s: source -> peer
  receive,                   ///< r: peer -> destination
  receive_copy_send,         ///< rcs: peer -> destination -> peer
  receive_reduce_send,       ///< rrs: (peer + source) -> peer
  receive_reduce_copy,       ///< rrc: (peer + source) -> destination
  receive_reduce_copy_send,  ///< rrcs: (peer + source) -> destination -> peer
  copy,                      ///< cpy: source -> destination
  reduce,                    ///< re: destination + source -> destination
  nop,                       ///< nop: only waits for its dependency
  compute,                   ///< takes Step::duration; not one of MSCCL's
  wait,  ///< until Step::duration after the first circuits were up; not one of MSCCL's
};
[[nodiscard]] std::string_view to_string(StepKind kind);  ///< the MSCCL word: s, r, rcs, ...
[[nodiscard]] bool receives(StepKind kind);
[[nodiscard]] bool sends(StepKind kind);
[[nodiscard]] bool reduces(StepKind kind);

/// `count` chunks of a buffer from `offset` on.
struct ChunkRange {
  Buffer buffer = Buffer::input;
  std::int64_t offset = 0;
};

/// One chunk of a rank's input.
struct ChunkOrigin {
  base::RankId rank{};
  std::int64_t chunk = 0;
};

/// A step of another stream of the same rank that must be complete first.
struct StepDependency {
  base::StreamId stream{};
  std::int64_t step = 0;
};

struct Step {
  StepKind kind = StepKind::nop;
  ChunkRange source;
  ChunkRange destination;
  std::int64_t count = 1;  ///< chunks moved
  std::optional<StepDependency> dependency;
  base::Picoseconds duration{};  ///< of compute and wait
};

/// An in-order list of steps of one rank (MSCCL's thread block). Its sends all go to one peer and
/// its receives all come from one peer, on one channel. The k-th send of (rank, peer, channel)
/// meets the k-th receive at that peer from that rank on that channel.
struct StreamInfo {
  std::optional<base::RankId> send_peer;
  std::optional<base::RankId> receive_peer;
  std::int32_t channel = 0;
  std::int64_t steps = 0;
};

/// The chunks of each buffer of a rank, in units of the one chunk size of the schedule:
/// a chunk holds ceil(bytes of the collective's buffer / chunks_per_loop) bytes, the last one
/// padded.
struct BufferChunks {
  std::int64_t input = 0;
  std::int64_t output = 0;
  std::int64_t scratch = 0;
};

/// Operations per rank with dependencies. Steps are made on demand, so that a large schedule is
/// never materialised; equal arguments always give equal steps.
class Schedule {
 public:
  Schedule() = default;
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;
  virtual ~Schedule() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual Collective collective() const = 0;
  [[nodiscard]] virtual bool in_place() const = 0;
  [[nodiscard]] virtual std::uint32_t ranks() const = 0;
  /// Into how many chunks the collective's buffer is cut.
  [[nodiscard]] virtual std::int64_t chunks_per_loop() const = 0;
  [[nodiscard]] virtual BufferChunks buffer_chunks(base::RankId rank) const = 0;
  [[nodiscard]] virtual std::uint32_t streams(base::RankId rank) const = 0;
  [[nodiscard]] virtual StreamInfo stream(base::RankId rank, base::StreamId stream) const = 0;
  /// Precondition: 0 <= step < stream(rank, stream).steps.
  [[nodiscard]] virtual Step step(base::RankId rank, base::StreamId stream,
                                  std::int64_t step) const = 0;
  /// Of Collective::custom: what an output chunk must hold at the end. A schedule promises all
  /// outputs of a rank, or none (the default).
  [[nodiscard]] virtual std::optional<ChunkOrigin> own_promise(
      base::RankId /*rank*/, std::int64_t /*output_chunk*/) const {
    return std::nullopt;
  }
  /// How many collectives it is put together from, and which of them a stream belongs to. Most
  /// schedules are one.
  [[nodiscard]] virtual std::size_t parts() const { return 1; }
  [[nodiscard]] virtual std::size_t part_of(base::RankId /*rank*/,
                                            base::StreamId /*stream*/) const {
    return 0;
  }
  /// Where in a file the step stands; line 0 where that is not known, as of steps that are made.
  [[nodiscard]] virtual base::SourceLocation place(base::RankId /*rank*/, base::StreamId /*stream*/,
                                                   std::int64_t /*step*/) const {
    return {};
  }
};

}  // namespace heliograph::testbenches
