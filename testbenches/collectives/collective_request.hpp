// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// What a generator can be asked for. A barrier moves tokens of one chunk. The operations from
/// `send_receive` on have promises of their own (Schedule::own_promise).
enum class CollectiveOp {
  all_reduce,
  reduce_scatter,
  all_gather,
  broadcast,
  reduce,
  all_to_all,
  barrier,
  send_receive,
  all_to_all_v,
  moe_dispatch,
  moe_combine,
};
[[nodiscard]] std::string_view to_string(CollectiveOp op);  ///< allreduce, reduce_scatter, ...
/// The names of all operations, in the order of the enumeration.
inline constexpr std::array<std::string_view, 11> kCollectiveOpNames{
    "allreduce", "reduce_scatter", "allgather", "broadcast",    "reduce",     "alltoall",
    "barrier",   "send_receive",   "alltoallv", "moe_dispatch", "moe_combine"};
[[nodiscard]] std::optional<CollectiveOp> find_collective_op(std::string_view name);
/// What the schedule of an operation promises.
[[nodiscard]] Collective collective_of(CollectiveOp op);

/// What a schedule is made from. Whatever an algorithm does not use is ignored.
struct CollectiveRequest {
  CollectiveOp op = CollectiveOp::all_reduce;
  std::uint32_t ranks = 2;
  /// An algorithm moves blocks (mostly buffer / ranks); each is cut into so many chunks. Chains
  /// and double trees pass the chunks on one by one.
  std::int64_t chunks = 1;
  base::RankId root{};  ///< of broadcast and reduce; the sender of send_receive
  /// bucket: the sizes of the torus, the first one varying slowest; their product is `ranks`.
  /// Empty: as near to a square as it goes.
  std::vector<std::uint32_t> dimensions;
  /// alltoallv: the chunks that rank r sends to rank q, at r * ranks + q; empty: `chunks` to each.
  /// MoE: the tokens of rank r for expert e, at r * experts + e; empty: as `zipf_exponent` says.
  std::vector<std::int64_t> counts;
  std::int64_t tokens = 64;       ///< MoE: of a rank
  std::int64_t token_chunks = 1;  ///< MoE: chunks of a token; a signal is one chunk
  std::uint32_t experts = 0;      ///< MoE: a multiple of the ranks; 0: one a rank
  std::uint32_t top_k = 2;        ///< MoE: experts that a token goes to
  double zipf_exponent = 0;       ///< MoE: expert e gets a share of (e + 1)^-s; 0: all the same
  std::uint32_t group = 0;  ///< hierarchical: ranks of a group; 0: the divisor next to the root
};

}  // namespace heliograph::testbenches
