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

/// When circuits change: a sequence of sets of circuits (matchings, where a rank has one port), and
/// for each send the first of them in which it may go. Every rank sends in at most as many circuits
/// of a set as it has ports, and receives in at most as many.
class EpochPlan {
 public:
  /// Plans greedily in dependency order: a send goes into the earliest matching, not before those
  /// that it depends on, which has its circuit or room for it; a new matching is opened when there
  /// is none. A circuit then stays up in later matchings while nothing needs its ends.
  /// `ports`: circuits that a rank may send in, and receive in, at once; at least 1.
  /// Precondition: the schedule passed the checker.
  explicit EpochPlan(const Schedule& schedule, std::uint32_t ports = 1);

  /// Circuits change through these sets, in this order, as somebody has decided. A send goes into
  /// the first set, not before those that it depends on, in which its circuit is.
  /// Throws std::invalid_argument when there is none for a send, when there are no sets though
  /// something is sent, or when a rank has more than `ports` circuits of a set at one end.
  /// Precondition: the schedule passed the checker.
  [[nodiscard]] static EpochPlan from_sets(const Schedule& schedule, std::uint32_t ports,
                                           const std::vector<std::vector<base::RankCircuit>>& sets);

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
  /// How many ranks have a send of `matching` that waits for nothing that is sent in it: these can
  /// come to wait for it before it is up.
  [[nodiscard]] std::size_t ranks_before(std::size_t matching) const {
    return ranks_before_[matching];
  }
  /// How many sends must be done before `matching` may be asked for.
  [[nodiscard]] std::int64_t sends_before(std::size_t matching) const {
    return sends_before_[matching];
  }

 private:
  class Builder;

  EpochPlan() = default;

  std::vector<std::vector<base::RankCircuit>> matchings_;
  std::vector<std::int64_t> sends_before_;
  std::vector<std::size_t> ranks_before_;
  /// By rank, stream and step; left empty when there is only one matching.
  std::vector<std::vector<std::vector<std::uint32_t>>> of_step_;
};

}  // namespace heliograph::testbenches
