// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbenches/schedule/round_walk.hpp"
#include "testbenches/schedule/schedule.hpp"
#include "testbenches/schedule/schedule_checker.hpp"

namespace heliograph::testbenches {

/// What is sent in one round.
struct RoundDemand {
  std::int64_t messages = 0;
  std::int64_t chunks = 0;       ///< by all ranks
  std::int64_t most_chunks = 0;  ///< by one rank
  base::RankId busiest{};        ///< the rank with most ports in use, the lowest of equals
  std::uint32_t most_ports = 0;  ///< ranks that one rank sends to, or receives from
};

/// A schedule cut into rounds by its dependencies alone: a message belongs to the round after the
/// latest one that its sender (with ReceivePorts::one: or its receiver) had to wait for. So the
/// number of rounds is that of messages on the longest chain, and what one rank sends in a round
/// could go side by side.
struct RoundProfile {
  std::vector<RoundDemand> rounds;
  std::int64_t most_sent_chunks = 0;  ///< by one rank, in all rounds

  /// The most that a rank sends in a round, summed over the rounds.
  [[nodiscard]] std::int64_t serial_chunks() const;
  /// The most of all rounds: 1 where every round is a matching.
  [[nodiscard]] std::uint32_t most_ports() const;
};

/// Precondition: the schedule passed the checker. Takes some 32 bytes a message and step.
[[nodiscard]] RoundProfile profile_rounds(const Schedule& schedule,
                                          ReceivePorts ports = ReceivePorts::many);

/// The first round in which a rank needs more circuits at a time, out or in, than it has ports: a
/// port would be used twice. Nothing when every round fits: with one port each round is a matching.
[[nodiscard]] std::optional<CheckFault> fault_of_ports(const RoundProfile& profile,
                                                       std::uint32_t ports);

}  // namespace heliograph::testbenches
