// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/contribution_pool.hpp"

#include <functional>
#include <limits>

namespace heliograph::testbenches {

namespace {

/// The finaliser of splitmix64: every input bit moves every output bit.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  return a > kMost - b ? kMost : a + b;
}

}  // namespace

ContributionPool::ContributionPool() : nodes_(1) {}

Fingerprint ContributionPool::fingerprint(base::RankId rank, std::int64_t chunk) {
  const std::uint64_t key =
      (static_cast<std::uint64_t>(base::index(rank)) << 32U) ^ static_cast<std::uint64_t>(chunk);
  return {mixed(mixed(key)), mixed(~key)};
}

ValueId ContributionPool::leaf(base::RankId rank, std::int64_t chunk) {
  nodes_.push_back({fingerprint(rank, chunk), static_cast<std::uint32_t>(rank),
                    static_cast<std::uint32_t>(chunk), chunk});
  ++leaves_;
  return ValueId{leaves_};
}

ValueId ContributionPool::sum(ValueId a, ValueId b) {
  Fingerprint total = fingerprint(a);
  total += fingerprint(b);
  const std::int64_t first = nodes_[base::index(a)].chunk;
  const std::int64_t chunk = first == nodes_[base::index(b)].chunk ? first : kMixed;
  nodes_.push_back({total, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), chunk});
  return ValueId{static_cast<std::uint32_t>(nodes_.size() - 1)};
}

std::optional<std::int64_t> ContributionPool::chunk(ValueId value) const {
  const std::int64_t chunk = nodes_[base::index(value)].chunk;
  return chunk == kMixed ? std::nullopt : std::optional<std::int64_t>(chunk);
}

std::optional<ContributionPool::Contribution> ContributionPool::single(ValueId value) const {
  const auto id = static_cast<std::uint32_t>(value);
  if (id == 0 || !is_leaf(id)) {
    return std::nullopt;
  }
  return Contribution{nodes_[id].first, nodes_[id].second};
}

ContributionPool::Multiset ContributionPool::contributions(ValueId value) const {
  Multiset result;
  // A sum is younger than its parts: taking the youngest first meets each value once.
  std::map<std::uint32_t, std::uint64_t, std::greater<>> open{
      {static_cast<std::uint32_t>(value), 1}};
  while (!open.empty()) {
    const auto [id, times] = *open.begin();
    open.erase(open.begin());
    const Node& node = nodes_[id];
    if (id == 0) {
      continue;
    }
    if (is_leaf(id)) {
      std::uint64_t& count = result[{node.first, node.second}];
      count = saturating_sum(count, times);
      continue;
    }
    for (const std::uint32_t part : {node.first, node.second}) {
      std::uint64_t& count = open[part];
      count = saturating_sum(count, times);
    }
  }
  return result;
}

}  // namespace heliograph::testbenches
