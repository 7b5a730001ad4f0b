// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "testbenches/collectives/collective_request.hpp"
#include "testbenches/schedule/round_walk.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// The closed form of an algorithm's cost, in rounds and chunks. A rank sends with its whole
/// bandwidth B; lanes of a group share it. Then the time in the alpha-beta model is
///   T = rounds * alpha + serial_chunks * chunk bytes / B
struct CollectiveCost {
  std::int64_t rounds = 0;         ///< messages that depend on each other, one after the other
  std::int64_t serial_chunks = 0;  ///< the most that a rank sends in a round, summed over rounds
  std::int64_t sent_chunks = 0;    ///< the most that a rank sends in all
};

/// A collective algorithm: what it can do and how to make it. Each is one file of this room.
struct Algorithm {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  std::string_view sizes;                ///< the admitted numbers of ranks, in words
  std::vector<CollectiveOp> operations;  ///< the first is the default
  std::uint32_t default_ranks = 8;
  /// Is the request admitted? Its operation is one of `operations`, ranks and chunks are positive.
  bool (*admits)(const CollectiveRequest& request) = nullptr;
  /// Precondition of both: the request is admitted.
  std::unique_ptr<Schedule> (*make)(const CollectiveRequest& request) = nullptr;
  CollectiveCost (*cost)(const CollectiveRequest& request) = nullptr;
  /// The closed form has a rank take in one message after the other (see ReceivePorts).
  bool takes_turns = false;

  [[nodiscard]] ReceivePorts receive_ports() const {
    return takes_turns ? ReceivePorts::one : ReceivePorts::many;
  }
};

/// 2 to 2^20: what most algorithms admit.
[[nodiscard]] bool admits_any_size(const CollectiveRequest& request);
/// A power of two from 2 to 2^20.
[[nodiscard]] bool admits_powers_of_two(const CollectiveRequest& request);
/// The k with 2^k <= value < 2^(k + 1). Precondition: value > 0.
[[nodiscard]] std::uint32_t floor_log2(std::uint32_t value);
/// The k with 2^(k - 1) < value <= 2^k. Precondition: value > 0.
[[nodiscard]] std::uint32_t ceil_log2(std::uint32_t value);

}  // namespace heliograph::testbenches
