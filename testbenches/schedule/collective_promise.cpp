// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/collective_promise.hpp"

#include <vector>

namespace heliograph::testbenches {

namespace {

/// `0-2, 4`.
std::string ranges_text(const std::vector<std::uint32_t>& sorted) {
  std::string text;
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t last = first;
    while (last + 1 < sorted.size() && sorted[last + 1] == sorted[last] + 1) {
      ++last;
    }
    text += text.empty() ? "" : ", ";
    text += std::to_string(sorted[first]);
    text += last > first ? "-" + std::to_string(sorted[last]) : "";
    first = last + 1;
  }
  return text;
}

}  // namespace

CollectivePromise::CollectivePromise(const Schedule& schedule)
    : schedule_(schedule),
      collective_(schedule.collective()),
      ranks_(schedule.ranks()),
      chunks_per_loop_(schedule.chunks_per_loop()),
      share_(schedule.chunks_per_loop() / schedule.ranks()) {
  const bool sums = collective_ == Collective::all_reduce || collective_ == Collective::reduce ||
                    collective_ == Collective::reduce_scatter;
  for (std::int64_t chunk = 0; sums && chunk < chunks_per_loop_; ++chunk) {
    Fingerprint total;
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      total += ContributionPool::fingerprint(base::RankId{rank}, chunk);
    }
    sums_.push_back(total);
  }
}

std::int64_t CollectivePromise::chunks(base::RankId rank) const {
  switch (collective_) {
    case Collective::all_reduce:
    case Collective::broadcast:
    case Collective::all_gather:
    case Collective::all_to_all:
      return chunks_per_loop_;
    case Collective::reduce:
      return rank == root_ ? chunks_per_loop_ : 0;
    case Collective::reduce_scatter:
      return share_;
    case Collective::custom:
      return schedule_.own_promise(rank, 0) ? schedule_.buffer_chunks(rank).output : 0;
  }
  return 0;
}

PromisedValue CollectivePromise::value(base::RankId rank, std::int64_t output_chunk) const {
  const std::int64_t own_part = static_cast<std::int64_t>(base::index(rank)) * share_;
  switch (collective_) {
    case Collective::broadcast:
      return {false, root_, output_chunk};
    case Collective::all_gather:
      return {false, base::RankId{static_cast<std::uint32_t>(output_chunk / share_)},
              output_chunk % share_};
    case Collective::all_to_all:
      return {false, base::RankId{static_cast<std::uint32_t>(output_chunk / share_)},
              own_part + output_chunk % share_};
    case Collective::reduce_scatter:
      return {true, {}, own_part + output_chunk};
    case Collective::all_reduce:
    case Collective::reduce:
      return {true, {}, output_chunk};
    case Collective::custom: {
      const ChunkOrigin origin = schedule_.own_promise(rank, output_chunk).value_or(ChunkOrigin{});
      return {false, origin.rank, origin.chunk};
    }
  }
  return {};
}

Fingerprint CollectivePromise::fingerprint(const PromisedValue& value) const {
  return value.over_all_ranks ? sums_[static_cast<std::size_t>(value.chunk)]
                              : ContributionPool::fingerprint(value.rank, value.chunk);
}

std::string describe(const PromisedValue& value, std::uint32_t ranks) {
  const std::string chunk = "chunk " + std::to_string(value.chunk);
  return value.over_all_ranks
             ? "the sum of " + chunk + " over all " + std::to_string(ranks) + " ranks"
             : chunk + " of rank " + std::to_string(base::index(value.rank));
}

std::string describe(const ContributionPool::Multiset& held) {
  constexpr std::size_t kMostGroups = 4;
  // Contributions that differ by their rank alone are named together.
  std::map<std::pair<std::int64_t, std::uint64_t>, std::vector<std::uint32_t>> groups;
  for (const auto& [contribution, times] : held) {
    groups[{contribution.second, times}].push_back(contribution.first);
  }
  std::string text;
  std::size_t named = 0;
  for (const auto& [group, ranks] : groups) {
    if (named++ == kMostGroups) {
      return text + " and more";
    }
    const auto& [chunk, times] = group;
    text += text.empty() ? "" : " + ";
    text += times > 1 ? std::to_string(times) + " times " : "";
    text += "chunk " + std::to_string(chunk) + (ranks.size() > 1 ? " of ranks " : " of rank ") +
            ranges_text(ranks);
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace heliograph::testbenches
