// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "base/ids.hpp"
#include "testbenches/engine/run_log.hpp"

namespace heliograph::testbenches {

/// Where the time went on the way to an operation, from the start of the run.
struct PathSoFar {
  TimeSplit split;
  /// Where it came into the collective that it is in (Engine's entries).
  std::uint32_t entry = 0;
};

/// A message on its way: from its post until its sender knows that it has left and its receiver has
/// taken it.
struct Message {
  MessageRecord* record = nullptr;  ///< in the log, or `own`
  MessageRecord own;
  std::size_t index = 0;      ///< of the record, if it is in the log
  PathSoFar path;             ///< the critical path up to its post
  std::uint64_t address = 0;  ///< where it landed
  bool left = false;
  bool taken = false;
};

/// The messages under way, by connection (sender, receiver, channel) and number on it. Nothing is
/// kept of messages that are over, so that memory goes with what is in flight.
class MessageBoard {
 public:
  /// There is such a connection; may be said several times.
  void add(base::RankId from, base::RankId to, std::int32_t channel);
  /// When all connections have been added, and before anything else.
  void complete();
  [[nodiscard]] std::size_t connections() const { return lines_.size(); }
  /// Throws std::out_of_range when there is none.
  [[nodiscard]] std::size_t find(base::RankId from, base::RankId to, std::int32_t channel) const;

  /// The next message of a connection; its number is `number()`.
  Message& post(std::size_t connection);
  [[nodiscard]] std::uint64_t posted(std::size_t connection) const {
    return lines_[connection].posted;
  }
  /// Precondition: it was posted and is not over.
  [[nodiscard]] Message& message(std::size_t connection, std::uint64_t number);

  /// The message of this number has landed: it may be taken, after those that have landed before.
  void land(std::size_t connection, std::uint64_t number);
  /// The next message to take, or nullptr.
  [[nodiscard]] Message* next_landed(std::size_t connection);
  /// Takes it. It stays valid until its sender has seen it leave.
  void take(std::size_t connection);
  /// Its sender has seen it leave.
  void left(Message& message);

 private:
  struct End {
    base::RankId from{};
    std::int32_t channel = 0;
    std::size_t connection = 0;

    friend bool operator<(const End& a, const End& b) {
      return a.from != b.from ? a.from < b.from : a.channel < b.channel;
    }
    friend bool operator==(const End& a, const End& b) {
      return a.from == b.from && a.channel == b.channel;
    }
  };
  struct Line {
    std::uint64_t posted = 0;
    std::uint64_t first = 0;          ///< number of the first in `under_way`
    std::vector<Message*> under_way;  ///< by number; nullptr: it has been taken
    std::vector<Message*> landed;     ///< in the order in which they came
  };
  void release(Message& message);

  std::vector<Line> lines_;
  std::vector<std::vector<End>> ends_;  ///< by receiving rank; sorted
  std::deque<Message> messages_;
  std::vector<Message*> free_;
};

}  // namespace heliograph::testbenches
