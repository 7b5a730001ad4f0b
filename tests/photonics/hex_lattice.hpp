// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "photonics/circuit/netlist.hpp"

namespace heliograph::photonics {

/// A hexagonal mesh of tunable 2x2 cells as a netlist: `rows` (odd) rows of hexagons with at most
/// `longest` in a row. 7 x 3 is the lattice of the 72-cell Smartlight chip: 40 ports.
///
/// A position is a place of a hexagon, in rows from the top; corner k of a position lies between
/// its sides k - 1 and k, sides counted from the left over the lower left to the upper left. A
/// cell lies on the side that two positions share and has the terminals n0 n1 | n2 n3, each a
/// corner of one of the two; bar joins n0-n1 and n2-n3, cross n0-n2 and n1-n3. Terminals that two
/// cells have in common are joined, all others are external.
class HexLattice {
 public:
  using Terminal = std::pair<std::size_t, std::size_t>;  // position, corner

  struct Cell {
    std::size_t a = 0;
    std::size_t b = 0;
    char type = 'H';  // b is to the right (H), lower left (R) or lower right (L) of a
    std::array<Terminal, 4> terminals;
  };

  HexLattice(int rows, int longest) {
    place_positions(rows, longest);
    place_cells(rows);
  }

  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }

  static std::string terminal_name(Terminal t) {
    return std::to_string(t.first) + "." + std::to_string(t.second);
  }
  static std::string cell_name(std::size_t cell) { return "cell_" + std::to_string(cell); }

  /// `settings(cell)` gives the settings of a cell.
  template <class SettingsOf>
  [[nodiscard]] Netlist netlist(const std::string& model, SettingsOf&& settings) const {
    constexpr std::array<const char*, 4> kPorts = {"in0", "out0", "out1", "in1"};
    Netlist netlist;
    netlist.name = "hex_lattice";
    std::map<Terminal, std::vector<PortReference>> at;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      netlist.instances.push_back({cell_name(c), model, settings(c), {}});
      for (std::size_t k = 0; k < 4; ++k) {
        at[cells_[c].terminals[k]].push_back({cell_name(c), kPorts[k]});
      }
    }
    for (const auto& [terminal, ends] : at) {
      if (ends.size() == 2) {
        netlist.connections.push_back({ends[0], ends[1], {}});
      } else {
        netlist.ports.push_back({terminal_name(terminal), ends[0], {}});
      }
    }
    return netlist;
  }

 private:
  using Place = std::pair<int, int>;  // row, x in half hexagon widths

  void place_positions(int rows, int longest) {
    for (int row = 0; row < rows + 2; ++row) {
      const bool edge = row == 0 || row == rows + 1;
      const int count = edge ? longest : row % 2 == 1 ? longest + 1 : longest + 2;
      const int first = edge ? 2 : row % 2 == 1 ? 1 : 0;
      for (int i = 0; i < count; ++i) {
        const Place place{row, first + 2 * i};
        const std::size_t index = index_.size();
        index_[place] = index;
        places_.push_back(place);
      }
    }
  }

  [[nodiscard]] bool closed(Place p) const {
    constexpr std::array<Place, 6> kSides = {Place{0, -2}, Place{1, -1}, Place{1, 1},
                                             Place{0, 2},  Place{-1, 1}, Place{-1, -1}};
    for (const Place& side : kSides) {
      if (index_.count({p.first + side.first, p.second + side.second}) == 0) {
        return false;
      }
    }
    return true;
  }

  void add(Place from, Place step, char type, bool always) {
    const Place to{from.first + step.first, from.second + step.second};
    if (index_.count(to) == 0 || (!always && !closed(from) && !closed(to))) {
      return;
    }
    const std::size_t a = index_[from];
    const std::size_t b = index_[to];
    std::array<Terminal, 4> terminals;
    if (type == 'H') {
      terminals = {Terminal{a, 3}, {a, 4}, {b, 0}, {b, 1}};
    } else if (type == 'R') {
      terminals = {Terminal{a, 1}, {a, 2}, {b, 4}, {b, 5}};
    } else {
      terminals = {Terminal{a, 2}, {a, 3}, {b, 5}, {b, 0}};
    }
    cells_.push_back({a, b, type, terminals});
  }

  void place_cells(int rows) {
    for (int row = 0; row < rows + 2; ++row) {
      for (const Place& place : places_) {
        if (place.first == row) {
          add(place, {0, 2}, 'H', false);
        }
      }
      for (const Place& place : places_) {
        if (place.first == row) {
          const bool always = row == 0 || row == rows;
          add(place, {1, -1}, 'R', always);
          add(place, {1, 1}, 'L', always);
        }
      }
    }
  }

  std::map<Place, std::size_t> index_;
  std::vector<Place> places_;
  std::vector<Cell> cells_;
};

}  // namespace heliograph::photonics
