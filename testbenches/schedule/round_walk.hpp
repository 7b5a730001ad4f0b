// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// How many messages a rank takes in at a time, where it takes one after the other (a binomial
/// tree) or in any order (a direct exchange, whose sums are chained): a schedule does not say
/// which.
enum class ReceivePorts {
  many,  ///< all that are there
  one,   ///< receives that depend on each other are in different rounds
};

/// A message with the round that it belongs to, see walk_rounds().
struct SentMessage {
  std::size_t round = 0;
  base::RankId from{};
  base::RankId to{};
  std::int64_t chunks = 0;
  base::StreamId stream{};  ///< of the sender
  std::int64_t step = 0;    ///< of that stream
};

/// Walks a schedule in an order that works and gives each message its round, by the dependencies
/// alone: the one after the latest that its sender (with ReceivePorts::one: or its receiver) had to
/// wait for. In no particular order. Precondition: the schedule passed the checker. Takes some 48
/// bytes a message and 16 a step.
[[nodiscard]] std::vector<SentMessage> walk_rounds(const Schedule& schedule, ReceivePorts ports);

}  // namespace heliograph::testbenches
