// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/critical_path.hpp"

#include <algorithm>
#include <optional>

namespace heliograph::testbenches {

namespace {

class Walk {
 public:
  Walk(const RunLog& log, base::Picoseconds startup, const std::vector<DarkWindow>& dark)
      : log_(log), startup_(startup), dark_(dark) {}

  TimeSplit run() {
    std::optional<std::size_t> at = log_.last_operation;
    bool whole = true;  // of the first operation all counts; of a sender only what led to its post
    while (at) {
      const OperationRecord& operation = log_.operations[*at];
      if (whole && operation.sent) {
        leave(log_.messages[*operation.sent]);
      }
      at = before_post(operation, whole);
    }
    return split_;
  }

 private:
  /// Up to the post of its message (or its end): waiting for a circuit, computation, and what it
  /// needed before that. Says where to go on, and whether all of that operation counts.
  std::optional<std::size_t> before_post(const OperationRecord& operation, bool& whole) {
    if (operation.sent) {
      const base::Picoseconds could_post =
          receives(operation.kind) ? operation.computed : operation.ready;
      wait(could_post, log_.messages[*operation.sent].posted);
    }
    const bool waited_for_message = operation.received && operation.operand >= operation.ready;
    if (operation.computed != base::Picoseconds::never()) {
      const base::Picoseconds start = waited_for_message ? operation.operand : operation.ready;
      split_.computation += operation.computed - start;
    }
    if (!waited_for_message) {
      whole = true;
      return operation.after;
    }
    const MessageRecord& message = log_.messages[*operation.received];
    split_.reception += message.in_memory - message.arrived;
    split_.propagation += message.arrived - message.last_bit;
    leave(message);
    whole = false;
    return message.sender;
  }

  /// From the post of a message until its last bit has left.
  void leave(const MessageRecord& message) {
    split_.serialisation += message.last_bit - message.first_bit;
    split_.startup += startup_;
    wait(message.posted + startup_, message.first_bit);
  }

  void wait(base::Picoseconds from, base::Picoseconds to) {
    base::Picoseconds dark;
    for (const DarkWindow& window : dark_) {
      const base::Picoseconds begin = std::max(from, window.from);
      const base::Picoseconds end = std::min(to, window.to);
      if (begin < end) {
        dark += end - begin;
      }
    }
    split_.dark_exposed += dark;
    split_.waiting += to - from - dark;
  }

  const RunLog& log_;
  base::Picoseconds startup_;
  const std::vector<DarkWindow>& dark_;
  TimeSplit split_;
};

}  // namespace

TimeSplit critical_path(const RunLog& log, base::Picoseconds startup,
                        const std::vector<DarkWindow>& dark) {
  return Walk(log, startup, dark).run();
}

}  // namespace heliograph::testbenches
