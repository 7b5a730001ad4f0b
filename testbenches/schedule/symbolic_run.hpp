// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "testbenches/schedule/buffer_layout.hpp"
#include "testbenches/schedule/contribution_pool.hpp"
#include "testbenches/schedule/schedule.hpp"
#include "testbenches/schedule/schedule_checker.hpp"

namespace heliograph::testbenches {

/// Executes a schedule on symbolic values: streams advance until nothing moves. A connection is a
/// FIFO without bound per (source, destination, channel).
class SymbolicRun {
 public:
  /// What is known of a value: its fingerprint alone (16 bytes a chunk), or exactly what it sums
  /// and who wrote it (some 80 bytes a chunk, and as much again for each sum).
  enum class Detail { fingerprints, exact };

  /// What a chunk holds exactly, and which step wrote it (none: it is input data).
  struct Cell {
    ValueId value = kNothing;
    std::uint32_t writer_stream = 0;
    std::int64_t writer_step = -1;
  };

  /// Which of the streams that can move goes first.
  enum class Order { first_stream_first, last_stream_first };

  SymbolicRun(const Schedule& schedule, Order order, Detail detail);

  /// A chunk whose last writer is to be remembered, whatever the detail. To be called before run().
  void watch(base::RankId rank, ChunkRange chunk);

  /// Runs to the end. The first fault, or nothing: all steps are done, no message is left over.
  [[nodiscard]] std::optional<CheckFault> run();

  /// Nothing when that chunk does not exist.
  [[nodiscard]] const Fingerprint* fingerprint(base::RankId rank, ChunkRange chunk) const;
  /// Nothing when that chunk does not exist. Precondition: the detail is exact.
  [[nodiscard]] const Cell* find(base::RankId rank, ChunkRange chunk) const;
  /// The watched chunk; of its value nothing is known.
  [[nodiscard]] const Cell& watched() const { return watched_; }
  [[nodiscard]] const ContributionPool& pool() const { return pool_; }
  [[nodiscard]] const std::vector<RankCounts>& counts() const { return counts_; }
  /// The first sum of contributions to different chunks, in words, or nothing. Where a collective
  /// sums chunk by chunk it is where things went wrong.
  [[nodiscard]] const std::string& first_mixed_sum() const { return first_mixed_sum_; }

 private:
  static constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

  /// The values of some chunks; `exact` is empty when the detail is fingerprints.
  struct Values {
    std::vector<Fingerprint> prints;
    std::vector<ValueId> exact;
  };
  struct Connection {
    std::vector<Values> messages;  ///< from `taken` on they are in flight
    std::size_t taken = 0;
    std::size_t sender = kNoIndex;    ///< index into streams_
    std::size_t receiver = kNoIndex;  ///< index into streams_
    std::int64_t sent = 0;
    std::int64_t received = 0;
  };
  struct Stream {
    base::RankId rank{};
    base::StreamId id{};
    StreamInfo info;
    std::size_t send_connection = kNoIndex;
    std::size_t receive_connection = kNoIndex;
    std::int64_t next = 0;
    bool waits_for_message = false;
    /// Streams of this rank that wait for a step of this one, by that step.
    std::multimap<std::int64_t, std::size_t> waiters;
  };
  /// One buffer; `exact` is empty when the detail is fingerprints.
  struct Cells {
    std::vector<Fingerprint> prints;
    std::vector<Cell> exact;
  };
  struct Memory {
    Cells input;
    Cells output;
    Cells scratch;
    std::array<std::int64_t, 3> sizes{};  ///< by Buffer: how many chunks steps may name
  };

  void prepare();
  void make_memory(base::RankId rank);
  void make_stream(base::RankId rank, base::StreamId id);
  std::size_t connection(std::uint32_t from, std::uint32_t to, std::int32_t channel);
  void claim(std::size_t& end, const Stream& stream, std::string_view what);

  void advance(std::size_t index);
  [[nodiscard]] bool ready(std::size_t index, const Step& step);
  void execute(std::size_t index, const Step& step);
  void complete(std::size_t index);
  /// Adds `local` to what is in `values`, chunk by chunk.
  void add(const Stream& stream, Values& values, const Values& local);
  [[nodiscard]] ValueId sum(const Stream& stream, ValueId a, ValueId b);
  [[nodiscard]] Values take_message(const Stream& stream, const Step& step);
  void post_message(const Stream& stream, Values values);
  [[nodiscard]] Values read(const Stream& stream, ChunkRange range, std::int64_t count);
  void write(const Stream& stream, ChunkRange range, const Values& values);
  void resize(Cells& cells, std::int64_t chunks) const;
  [[nodiscard]] bool exact() const { return detail_ == Detail::exact; }
  [[nodiscard]] const Cells& cells(base::RankId rank, Buffer buffer) const;
  [[nodiscard]] Cells& cells(base::RankId rank, Buffer buffer);
  [[nodiscard]] bool in_range(const Stream& stream, ChunkRange range, std::int64_t count);

  [[nodiscard]] std::string place_text(const Stream& stream) const;
  void fail(const Stream& stream, std::optional<std::int64_t> chunk, const std::string& text);
  void fail_deadlock();
  void fail_left_over();
  [[nodiscard]] std::string waiting_text(const Stream& stream) const;
  [[nodiscard]] std::string message_wait_text(const Stream& stream) const;

  const Schedule& schedule_;
  Order order_;
  Detail detail_;
  BufferLayout layout_;
  ContributionPool pool_;
  std::vector<Memory> memory_;
  std::vector<Stream> streams_;
  std::vector<std::size_t> first_stream_;  ///< by rank, into streams_
  std::vector<Connection> connections_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t>, std::size_t> by_ends_;
  std::vector<std::size_t> runnable_;
  std::optional<std::pair<base::RankId, ChunkRange>> watch_;
  Cell watched_;
  std::vector<RankCounts> counts_;
  std::optional<CheckFault> fault_;
  std::string first_mixed_sum_;
};

}  // namespace heliograph::testbenches
