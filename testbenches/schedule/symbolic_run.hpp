// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
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
  /// What a chunk holds, and which step wrote it (none: it is input data).
  struct Cell {
    ValueId value = kNothing;
    std::uint32_t writer_stream = 0;
    std::int64_t writer_step = -1;
  };

  /// Which of the streams that can move goes first.
  enum class Order { first_stream_first, last_stream_first };

  SymbolicRun(const Schedule& schedule, Order order);

  /// Runs to the end. The first fault, or nothing: all steps are done, no message is left over.
  [[nodiscard]] std::optional<CheckFault> run();

  /// Nothing when that chunk does not exist.
  [[nodiscard]] const Cell* find(base::RankId rank, ChunkRange chunk) const;
  [[nodiscard]] const ContributionPool& pool() const { return pool_; }
  [[nodiscard]] const std::vector<RankCounts>& counts() const { return counts_; }
  /// The first sum of contributions to different chunks, in words, or nothing. Where a collective
  /// sums chunk by chunk it is where things went wrong.
  [[nodiscard]] const std::string& first_mixed_sum() const { return first_mixed_sum_; }

 private:
  static constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

  struct Connection {
    std::deque<std::vector<ValueId>> messages;
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
  struct Memory {
    std::vector<Cell> input;
    std::vector<Cell> output;
    std::vector<Cell> scratch;
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
  [[nodiscard]] ValueId sum(const Stream& stream, ValueId a, ValueId b);
  [[nodiscard]] std::vector<ValueId> take_message(const Stream& stream, const Step& step);
  void post_message(const Stream& stream, std::vector<ValueId> values);
  [[nodiscard]] std::vector<ValueId> read(const Stream& stream, ChunkRange range,
                                          std::int64_t count);
  void write(const Stream& stream, ChunkRange range, const std::vector<ValueId>& values);
  [[nodiscard]] Cell* cell(base::RankId rank, ChunkRange chunk);
  [[nodiscard]] bool in_range(const Stream& stream, ChunkRange range, std::int64_t count);

  [[nodiscard]] std::string place_text(const Stream& stream) const;
  void fail(const Stream& stream, std::optional<std::int64_t> chunk, const std::string& text);
  void fail_deadlock();
  void fail_left_over();
  [[nodiscard]] std::string waiting_text(const Stream& stream) const;
  [[nodiscard]] std::string message_wait_text(const Stream& stream) const;

  const Schedule& schedule_;
  Order order_;
  BufferLayout layout_;
  ContributionPool pool_;
  std::vector<Memory> memory_;
  std::vector<Stream> streams_;
  std::vector<std::size_t> first_stream_;  ///< by rank, into streams_
  std::vector<Connection> connections_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t>, std::size_t> by_ends_;
  std::vector<std::size_t> runnable_;
  std::vector<RankCounts> counts_;
  std::optional<CheckFault> fault_;
  std::string first_mixed_sum_;
};

}  // namespace heliograph::testbenches
