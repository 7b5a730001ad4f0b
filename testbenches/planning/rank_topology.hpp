// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/rank_circuit.hpp"

namespace heliograph::testbenches {

/// Circuits between ranks that are up at the same time: a named directed graph. Ranks pass on what
/// is not for them, so that a topology carries whatever its graph connects.
class RankTopology {
 public:
  /// Each rank to the next and to the one before; of two ranks one circuit each way.
  [[nodiscard]] static RankTopology ring(std::uint32_t ranks);
  /// Each rank to the next one only.
  [[nodiscard]] static RankTopology ring_one_way(std::uint32_t ranks);
  /// Rings both ways along each dimension, the first one varying slowest. Throws
  /// std::invalid_argument when there is no dimension or one is 0.
  [[nodiscard]] static RankTopology torus(const std::vector<std::uint32_t>& dimensions);
  [[nodiscard]] static RankTopology full_mesh(std::uint32_t ranks);
  /// No circuit at all.
  [[nodiscard]] static RankTopology none(std::uint32_t ranks);
  /// These circuits, of which repeated ones count once; ways are sought in their order. Throws
  /// std::invalid_argument for a rank that is not there and a circuit of a rank to itself.
  [[nodiscard]] static RankTopology of_circuits(std::string name, std::uint32_t ranks,
                                                std::vector<base::RankCircuit> circuits);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint32_t ranks() const { return ranks_; }
  /// Sorted, each once.
  [[nodiscard]] const std::vector<base::RankCircuit>& circuits() const { return sorted_; }
  [[nodiscard]] bool contains(base::RankCircuit circuit) const;
  /// The ports that a rank needs: the most circuits out of one, or into one.
  [[nodiscard]] std::uint32_t degree() const { return degree_; }

  /// What one of its circuits carries, over what a circuit carries that a planner sets.
  [[nodiscard]] double bandwidth_scale() const { return bandwidth_scale_; }
  void set_bandwidth_scale(double scale) { bandwidth_scale_ = scale; }

  /// The circuits out of a rank are numbered first_out(rank) .. first_out(rank + 1) - 1, in the
  /// order in which they were given.
  [[nodiscard]] std::size_t first_out(std::uint32_t rank) const { return first_out_[rank]; }
  [[nodiscard]] std::uint32_t target(std::size_t circuit) const { return targets_[circuit]; }

 private:
  RankTopology(std::string name, std::uint32_t ranks, std::vector<base::RankCircuit> circuits);

  std::string name_;
  std::uint32_t ranks_;
  std::vector<base::RankCircuit> sorted_;
  std::vector<std::size_t> first_out_;
  std::vector<std::uint32_t> targets_;
  std::uint32_t degree_ = 0;
  double bandwidth_scale_ = 1;
};

}  // namespace heliograph::testbenches
