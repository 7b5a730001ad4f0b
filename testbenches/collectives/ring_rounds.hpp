// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "testbenches/collectives/collective_request.hpp"

namespace heliograph::testbenches {

/// How the parts of a buffer go round a ring of `size` members, in steps of one member. `hops` says
/// how far behind the own number the part lies that a member sends in a round; it receives the one
/// before that.
///   allreduce       own part first; after size - 1 rounds the member has all of part own + 1
///   reduce_scatter  the part behind it first, so that the member ends with its own
///   allgather       own part first
struct RingRounds {
  CollectiveOp op = CollectiveOp::all_reduce;
  std::int64_t size = 2;

  [[nodiscard]] std::int64_t rounds() const {
    return op == CollectiveOp::all_reduce ? 2 * (size - 1) : size - 1;
  }
  [[nodiscard]] bool reducing(std::int64_t round) const {
    return op != CollectiveOp::all_gather && round < size - 1;
  }
  [[nodiscard]] std::int64_t sent(std::int64_t own, std::int64_t round) const {
    const std::int64_t hops = op == CollectiveOp::reduce_scatter ? round + 1 : round;
    return (own - hops + 2 * size) % size;
  }
  [[nodiscard]] std::int64_t received(std::int64_t own, std::int64_t round) const {
    return sent(own, round + 1);
  }
  /// The same, the other way round.
  [[nodiscard]] std::int64_t sent_backwards(std::int64_t own, std::int64_t round) const {
    return (2 * own - sent(own, round) + size) % size;
  }
};

}  // namespace heliograph::testbenches
