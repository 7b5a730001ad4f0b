// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace heliograph::photonics {

/// Hexagonal meshes by their definition on positions of hexagons, with no drawing: cells, joins
/// and ports with their numbers. A second way to what make_mesh_layout() builds from edges.
///
/// A position is (row, x), x in half hexagon widths; side s leads to the neighbour at kSides[s],
/// corner k lies between sides k - 1 and k. A cell lies on the side that two positions share, a < b
/// in reading order, and has the terminals n0 n1 | n2 n3, each a corner of one of the two.
class PipLattice {
 public:
  using Place = std::pair<int, int>;
  using Terminal = std::pair<Place, int>;  // position and corner

  struct Cell {
    Place a, b;
    std::array<Terminal, 4> terminals;
  };

  /// All sides of the given hexagons.
  explicit PipLattice(const std::set<Place>& hexagons) {
    std::set<std::pair<Place, Place>> sides;
    for (const Place& place : hexagons) {
      for (const Place& side : kSides) {
        const Place other{place.first + side.first, place.second + side.second};
        sides.insert({std::min(place, other), std::max(place, other)});
      }
    }
    build(sides);
  }
  /// The given sides.
  explicit PipLattice(const std::set<std::pair<Place, Place>>& sides) { build(sides); }

  /// R x C: each row shifted by a half (`slant`), or every second.
  static PipLattice rows(int rows, int columns, bool slant) {
    std::set<Place> hexagons;
    for (int r = 0; r < rows; ++r) {
      for (int k = 0; k < columns; ++k) {
        hexagons.insert({r, 2 * k + (slant ? r : r % 2)});
      }
    }
    return PipLattice(hexagons);
  }
  static PipLattice rings(int rings) {
    std::set<Place> hexagons;
    for (int r = 1 - rings; r < rings; ++r) {
      const int count = 2 * rings - 1 - std::abs(r);
      for (int k = 0; k < count; ++k) {
        hexagons.insert({r, 2 * k - (count - 1)});
      }
    }
    return PipLattice(hexagons);
  }
  /// W rows (odd), H hexagons in the longest.
  static PipLattice lattice(int w, int h) {
    std::set<Place> places;
    for (int r = 0; r < w + 2; ++r) {
      const bool outermost = r == 0 || r == w + 1;
      const int count = outermost ? h : r % 2 == 1 ? h + 1 : h + 2;
      const int first = outermost ? 2 : r % 2 == 1 ? 1 : 0;
      for (int k = 0; k < count; ++k) {
        places.insert({r, first + 2 * k});
      }
    }
    const auto closed = [&](const Place& place) {
      return std::all_of(kSides.begin(), kSides.end(), [&](const Place& side) {
        return places.count({place.first + side.first, place.second + side.second}) > 0;
      });
    };
    std::set<std::pair<Place, Place>> sides;
    for (const Place& place : places) {
      for (int s = 1; s <= 3; ++s) {
        const Place other{place.first + kSides.at(static_cast<std::size_t>(s)).first,
                          place.second + kSides.at(static_cast<std::size_t>(s)).second};
        const bool stands_out = s < 3 && (place.first == 0 || place.first == w);
        if (places.count(other) > 0 && (stands_out || closed(place) || closed(other))) {
          sides.insert({place, other});
        }
      }
    }
    return PipLattice(sides);
  }

  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }
  /// (cell, k of its terminals) that are the same terminal.
  using End = std::pair<std::size_t, std::size_t>;
  [[nodiscard]] const std::vector<std::pair<End, End>>& joins() const { return joins_; }
  [[nodiscard]] const std::vector<End>& ports() const { return ports_; }

 private:
  static constexpr std::array<Place, 6> kSides = {Place{0, -2}, Place{1, -1}, Place{1, 1},
                                                  Place{0, 2},  Place{-1, 1}, Place{-1, -1}};

  void build(const std::set<std::pair<Place, Place>>& sides) {
    // Row by row: first the cells within it, then those to the next row.
    std::vector<std::pair<Place, Place>> order(sides.begin(), sides.end());
    std::stable_sort(order.begin(), order.end(), [](const auto& x, const auto& y) {
      const auto key = [](const auto& s) {
        return std::make_pair(s.first.first, s.second.first != s.first.first);
      };
      return key(x) < key(y);
    });
    std::map<Terminal, std::vector<End>> at;
    for (const auto& [a, b] : order) {
      std::array<Terminal, 4> terminals;
      if (b.first == a.first) {
        terminals = {Terminal{a, 3}, {a, 4}, {b, 0}, {b, 1}};
      } else if (b.second < a.second) {
        terminals = {Terminal{a, 1}, {a, 2}, {b, 4}, {b, 5}};
      } else {
        terminals = {Terminal{a, 2}, {a, 3}, {b, 5}, {b, 0}};
      }
      for (std::size_t k = 0; k < 4; ++k) {
        at[terminals[k]].push_back({cells_.size(), k});
      }
      cells_.push_back({a, b, terminals});
    }
    std::map<Terminal, End> outside;
    for (const auto& [terminal, ends] : at) {
      if (ends.size() == 2) {
        joins_.emplace_back(ends[0], ends[1]);
      } else {
        outside.insert({terminal, ends[0]});
      }
    }
    number_ports(outside, sides);
  }

  static Place vertex(const Terminal& t) {
    constexpr std::array<int, 6> kX = {-1, -1, 0, 1, 1, 0};
    constexpr std::array<int, 6> kY = {-1, 1, 2, 1, -1, -2};
    const auto k = static_cast<std::size_t>(t.second);
    return {t.first.second + kX.at(k), 3 * t.first.first + kY.at(k)};
  }

  void number_ports(const std::map<Terminal, End>& outside,
                    const std::set<std::pair<Place, Place>>& sides) {
    const auto has_side = [&](const Place& place, int side) {
      const Place& step = kSides.at(static_cast<std::size_t>((side + 12) % 6));
      const Place other{place.first + step.first, place.second + step.second};
      return sides.count({std::min(place, other), std::max(place, other)}) > 0;
    };
    std::set<Terminal> done;
    Terminal t = outside.begin()->first;
    while (done.size() < outside.size()) {
      done.insert(t);
      ports_.push_back(outside.at(t));
      for (const auto& [other, end] : outside) {
        if (!(other == t) && vertex(other) == vertex(t)) {
          t = other;
          break;
        }
      }
      done.insert(t);
      ports_.push_back(outside.at(t));
      // Corner k lies between sides k - 1 and k; the run of sides goes on one way from it.
      const auto& [place, corner] = t;
      int k = corner;
      if (has_side(place, corner)) {
        while (has_side(place, k)) {
          ++k;
        }
      } else {
        while (has_side(place, k - 1)) {
          --k;
        }
      }
      t = {place, (k + 12) % 6};
    }
  }

  std::vector<Cell> cells_;
  std::vector<std::pair<End, End>> joins_;
  std::vector<End> ports_;
};

}  // namespace heliograph::photonics
