// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/ids.hpp"

namespace heliograph::testbenches {

/// A symbolic value: a multiset of contributions (rank, chunk of its input).
enum class ValueId : std::uint32_t {};
inline constexpr ValueId kNothing{0};  ///< what a chunk holds that nobody wrote

/// 128 bits that add up as the multiset does. Two different multisets of less than 2^64 members
/// agree with a chance of 2^-128; what a value holds is also known exactly, see contributions().
struct Fingerprint {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  Fingerprint& operator+=(Fingerprint other) {
    high += other.high;
    low += other.low;
    return *this;
  }
  friend bool operator==(Fingerprint a, Fingerprint b) {
    return a.high == b.high && a.low == b.low;
  }
  friend bool operator!=(Fingerprint a, Fingerprint b) { return !(a == b); }
};

/// Owns the values of one check. A value is a contribution or the sum of two older values, so a
/// reduction costs 32 bytes however much it sums.
class ContributionPool {
 public:
  using Contribution = std::pair<std::uint32_t, std::int64_t>;  ///< rank, chunk
  using Multiset = std::map<Contribution, std::uint64_t>;

  ContributionPool();

  [[nodiscard]] static Fingerprint fingerprint(base::RankId rank, std::int64_t chunk);
  [[nodiscard]] Fingerprint fingerprint(ValueId value) const {
    return nodes_[base::index(value)].fingerprint;
  }

  /// One contribution. `chunk` must be below 2^32.
  [[nodiscard]] ValueId leaf(base::RankId rank, std::int64_t chunk);
  [[nodiscard]] ValueId sum(ValueId a, ValueId b);

  /// The one chunk whose contributions a value sums; nothing where it mixes several.
  [[nodiscard]] std::optional<std::int64_t> chunk(ValueId value) const;
  /// The contribution that a value is, when it is one and no sum.
  [[nodiscard]] std::optional<Contribution> single(ValueId value) const;
  /// Exactly what a value sums, with how often (saturating). Iterative.
  [[nodiscard]] Multiset contributions(ValueId value) const;

 private:
  static constexpr std::int64_t kMixed = -1;

  struct Node {
    Fingerprint fingerprint;
    std::uint32_t first = 0;   ///< a value, or the rank of a leaf
    std::uint32_t second = 0;  ///< a value, or the chunk of a leaf
    std::int64_t chunk = kMixed;
  };
  [[nodiscard]] bool is_leaf(std::uint32_t value) const { return value <= leaves_; }

  std::vector<Node> nodes_;
  std::uint32_t leaves_ = 0;  ///< the values 1 .. leaves_ are leaves: they are made first
};

}  // namespace heliograph::testbenches
