// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.hpp"
#include "photonics/mesh_routing/mesh_task.hpp"

namespace heliograph::photonics {

/// Settings of all cells that together join pairs of ports, by simulated annealing (S. Kirkpatrick
/// et al., Science 220, 1983). A move changes one cell of one setting: two circuits that meet in it
/// exchange their ends. What it costs is the weight of the pairs that no setting joins, which grows
/// while that is so (P. Morris, AAAI 1993): pairs across narrow places are the last.
class SettingCover {
 public:
  /// Of all cells; those that are stuck are never changed, and nothing counts as joined through a
  /// blocked one. The task must outlive this; its pairs do not matter.
  SettingCover(const MeshTask& task, const std::vector<MeshPair>& pairs, std::uint64_t seed);

  [[nodiscard]] std::size_t settings() const { return states_.size(); }
  /// Pairs that no setting joins.
  [[nodiscard]] std::size_t missing() const { return missing_; }
  /// The first of them, by number.
  [[nodiscard]] std::optional<std::size_t> first_missing() const;
  [[nodiscard]] std::vector<std::vector<CellState>> all_states() const;

  /// One more setting, and moves of it alone.
  void add_random(std::size_t moves);
  void add(const std::vector<CellState>& states);
  /// So many moves at falling temperatures, unless nothing is missing before: true if so.
  bool anneal(std::size_t moves);

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  using Setting = std::vector<std::uint8_t>;  // by cell: 0 bar, 1 cross

  /// Where light ends that leaves a cell: at a port, or in the cell again.
  struct End {
    bool at_port = false;
    bool blocked = false;
    std::uint32_t where = 0;  ///< port or terminal
  };
  /// At most two pairs, by number; kNone for one that is not asked for.
  using Joined = std::array<std::uint32_t, 2>;

  [[nodiscard]] std::size_t below(std::size_t n);
  [[nodiscard]] End follow(const Setting& states, TerminalIndex leaving) const;
  [[nodiscard]] std::uint32_t number_of(const End& a, const End& b) const;
  [[nodiscard]] Joined joined_at(TerminalIndex first, const std::array<End, 4>& ends,
                                 unsigned state) const;
  /// The pairs that a setting joins, by number.
  void collect(const Setting& states, std::vector<std::uint32_t>& numbers) const;
  /// One setting more or less joins them; by how much the cost grows.
  double count(const Joined& joined, bool more);
  void raise_weights();
  void move(Setting& states, double temperature);
  bool anneal(std::size_t moves, std::optional<std::size_t> only);

  const MeshTask& task_;
  const MeshGraph& graph_;
  base::RandomStream random_;
  std::vector<std::uint32_t> free_;     // cells
  std::vector<std::uint32_t> numbers_;  // by ports * a + b
  std::vector<std::uint32_t> times_;    // by pair: settings that join it
  std::vector<double> weights_;         // by pair, 1 in the mean
  std::size_t missing_ = 0;
  bool blocked_ = false;  // some cell is
  std::vector<Setting> states_;
};

}  // namespace heliograph::photonics
