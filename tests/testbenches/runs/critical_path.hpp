// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

#include "testbenches/engine/run_log.hpp"

namespace heliograph::tests {

using testbenches::MessageRecord;
using testbenches::OperationRecord;
using testbenches::RunLog;
using testbenches::TimeSplit;

/// A change of circuits: dark from `from` to `to`.
struct DarkWindow {
  base::Picoseconds asked;
  base::Picoseconds draining;
  base::Picoseconds from;
  base::Picoseconds to;
};

/// The engine adds the critical path up as it goes; this walks back from the operation that
/// finished last, each time to what it had to wait for, through the records of a run. `startup`:
/// what a post takes until its first bit when nothing is in its way. All of a message's way counts
/// as propagation.
class CriticalPath {
 public:
  CriticalPath(const RunLog& log, base::Picoseconds startup, const std::vector<DarkWindow>& dark)
      : log_(log), startup_(startup), dark_(dark) {}

  TimeSplit run() {
    std::optional<std::size_t> at = last_operation();
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
  [[nodiscard]] std::optional<std::size_t> last_operation() const {
    std::optional<std::size_t> last;
    const auto order = [this](std::size_t i) {
      const OperationRecord& operation = log_.operations[i];
      // Of those that end together the first in rank, stream and step.
      return std::tuple(-operation.done.count(), operation.rank, operation.stream, operation.step);
    };
    for (std::size_t i = 0; i < log_.operations.size(); ++i) {
      if (!last || order(i) < order(*last)) {
        last = i;
      }
    }
    return last;
  }

  /// Up to the post of its message (or its end): waiting for a circuit, computation, and what it
  /// needed before that. Says where to go on, and whether all of that operation counts.
  std::optional<std::size_t> before_post(const OperationRecord& operation, bool& whole) {
    if (operation.sent) {
      const base::Picoseconds could_post =
          receives(operation.kind) ? operation.computed : operation.ready;
      wait(could_post, log_.messages[*operation.sent].posted, true);
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
    wait(message.posted + startup_, message.first_bit, false);
  }

  static base::Picoseconds overlap(base::Picoseconds from, base::Picoseconds to,
                                   base::Picoseconds begin, base::Picoseconds end) {
    const base::Picoseconds first = std::max(from, begin);
    const base::Picoseconds last = std::min(to, end);
    return first < last ? last - first : base::Picoseconds(0);
  }

  void wait(base::Picoseconds from, base::Picoseconds to, bool for_circuit) {
    base::Picoseconds named;
    for (const DarkWindow& window : dark_) {
      const base::Picoseconds dark = overlap(from, to, window.from, window.to);
      const base::Picoseconds drain = overlap(from, to, window.draining, window.from);
      const base::Picoseconds control =
          for_circuit ? overlap(from, to, window.asked, window.draining) : base::Picoseconds(0);
      split_.dark_exposed += dark;
      split_.drain += drain;
      split_.control += control;
      named += dark + drain + control;
    }
    split_.waiting += to - from - named;
  }

  const RunLog& log_;
  base::Picoseconds startup_;
  const std::vector<DarkWindow>& dark_;
  TimeSplit split_;
};

}  // namespace heliograph::tests
