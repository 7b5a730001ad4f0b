// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/rank_circuit.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// When circuits change: a sequence of matchings, and for each send the first of them in which it
/// may go. Every rank sends in at most one circuit of a matching and receives in at most one.
class EpochPlan {
 public:
  /// Plans greedily in dependency order: a send goes into the earliest matching, not before those
  /// that it depends on, which has its circuit or room for it; a new matching is opened when there
  /// is none. A circuit then stays up in later matchings while nothing needs its ends.
  /// Precondition: the schedule passed the checker.
  explicit EpochPlan(const Schedule& schedule);

  /// Of a machine on which every pair can always send: no matchings.
  [[nodiscard]] static EpochPlan without_circuits() { return {}; }

  [[nodiscard]] std::size_t matchings() const { return matchings_.size(); }
  /// Sorted. Precondition: matching < matchings().
  [[nodiscard]] const std::vector<base::RankCircuit>& circuits(std::size_t matching) const {
    return matchings_[matching];
  }
  [[nodiscard]] bool contains(std::size_t matching, base::RankCircuit circuit) const;

  /// The matching from which on a sending step may go; of other steps the value means nothing.
  [[nodiscard]] std::size_t matching_of(base::RankId rank, base::StreamId stream,
                                        std::int64_t step) const;

  /// The first later matching that no longer has the circuit of a send of `matching`, or nothing:
  /// it may be asked for only when the send is done.
  [[nodiscard]] std::optional<std::size_t> first_without(std::size_t matching,
                                                         base::RankCircuit circuit) const;
  /// How many sends must be done before `matching` may be asked for.
  [[nodiscard]] std::int64_t sends_before(std::size_t matching) const {
    return sends_before_[matching];
  }

 private:
  class Builder;

  EpochPlan() = default;

  std::vector<std::vector<base::RankCircuit>> matchings_;
  std::vector<std::int64_t> sends_before_;
  /// By rank, stream and step; left empty when there is only one matching.
  std::vector<std::vector<std::vector<std::uint32_t>>> of_step_;
};

}  // namespace heliograph::testbenches
