// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "testbenches/schedule/contribution_pool.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// What one chunk must hold at the end: chunk `chunk` of rank `rank`'s input, or the sum of that
/// chunk over all ranks.
struct PromisedValue {
  bool over_all_ranks = false;
  base::RankId rank{};
  std::int64_t chunk = 0;

  friend bool operator==(const PromisedValue& a, const PromisedValue& b) {
    return a.over_all_ranks == b.over_all_ranks && a.rank == b.rank && a.chunk == b.chunk;
  }
};

/// The outputs that a collective promises. With share = chunks_per_loop / ranks:
///   all_reduce      every rank: output c is the sum over all ranks of input c
///   reduce          the root, as all_reduce; the other ranks promise nothing
///   broadcast       every rank: output c is input c of the root
///   all_gather      every rank: output r * share + c is input c of rank r
///   reduce_scatter  rank r: output c is the sum over all ranks of input r * share + c
///   all_to_all      rank r: output q * share + c is input r * share + c of rank q
///   custom          what Schedule::own_promise says, or nothing
/// In place the output lies in the input's memory as BufferLayout says; the rule is the same.
class CollectivePromise {
 public:
  /// Keeps a reference to the schedule.
  explicit CollectivePromise(const Schedule& schedule);

  /// For broadcast and reduce; rank 0 until it is set.
  void set_root(base::RankId root) { root_ = root; }

  /// The number of output chunks that are promised at `rank`.
  [[nodiscard]] std::int64_t chunks(base::RankId rank) const;
  /// Precondition: 0 <= output_chunk < chunks(rank).
  [[nodiscard]] PromisedValue value(base::RankId rank, std::int64_t output_chunk) const;
  [[nodiscard]] Fingerprint fingerprint(const PromisedValue& value) const;

 private:
  const Schedule& schedule_;
  Collective collective_;
  std::uint32_t ranks_;
  std::int64_t chunks_per_loop_;
  std::int64_t share_;
  base::RankId root_{};
  std::vector<Fingerprint> sums_;  ///< by chunk, over all ranks
};

/// `chunk 5 of rank 3`, or `the sum of chunk 5 over all 8 ranks`.
[[nodiscard]] std::string describe(const PromisedValue& value, std::uint32_t ranks);
/// What a value holds, in words: `chunk 5 of ranks 0-2, 4`; `nothing`.
[[nodiscard]] std::string describe(const ContributionPool::Multiset& held);

}  // namespace heliograph::testbenches
