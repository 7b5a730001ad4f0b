// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "photonics/fabric/mesh_layout.hpp"

namespace heliograph::photonics {

/// The published incidence of the 72 PUCs of the Smartlight chip, derived from its users' index
/// arithmetic and checked against what is published of its ports and routes. A PUC lies between
/// hexagon positions a and b; a terminal is (position, corner). Type H has the terminals
/// (a3, a4 | b0, b1), R (a1, a2 | b4, b5), L (a2, a3 | b5, b0), called n0 n1 | n2 n3. Bar joins
/// n0-n1 and n2-n3, cross n0-n2 and n1-n3.
struct SmartlightPuc {
  std::size_t a;
  std::size_t b;
  char type;
};

using SmartlightTerminal = std::pair<std::size_t, std::size_t>;

inline const std::vector<SmartlightPuc>& smartlight_pucs() {
  static const std::vector<SmartlightPuc> pucs = {
      {0, 3, 'R'},   {0, 4, 'L'},   {1, 4, 'R'},   {1, 5, 'L'},   {2, 5, 'R'},   {2, 6, 'L'},
      {3, 4, 'H'},   {4, 5, 'H'},   {5, 6, 'H'},   {3, 8, 'L'},   {4, 8, 'R'},   {4, 9, 'L'},
      {5, 9, 'R'},   {5, 10, 'L'},  {6, 10, 'R'},  {7, 8, 'H'},   {8, 9, 'H'},   {9, 10, 'H'},
      {10, 11, 'H'}, {8, 12, 'R'},  {8, 13, 'L'},  {9, 13, 'R'},  {9, 14, 'L'},  {10, 14, 'R'},
      {10, 15, 'L'}, {12, 13, 'H'}, {13, 14, 'H'}, {14, 15, 'H'}, {12, 17, 'L'}, {13, 17, 'R'},
      {13, 18, 'L'}, {14, 18, 'R'}, {14, 19, 'L'}, {15, 19, 'R'}, {16, 17, 'H'}, {17, 18, 'H'},
      {18, 19, 'H'}, {19, 20, 'H'}, {17, 21, 'R'}, {17, 22, 'L'}, {18, 22, 'R'}, {18, 23, 'L'},
      {19, 23, 'R'}, {19, 24, 'L'}, {21, 22, 'H'}, {22, 23, 'H'}, {23, 24, 'H'}, {21, 26, 'L'},
      {22, 26, 'R'}, {22, 27, 'L'}, {23, 27, 'R'}, {23, 28, 'L'}, {24, 28, 'R'}, {25, 26, 'H'},
      {26, 27, 'H'}, {27, 28, 'H'}, {28, 29, 'H'}, {26, 30, 'R'}, {26, 31, 'L'}, {27, 31, 'R'},
      {27, 32, 'L'}, {28, 32, 'R'}, {28, 33, 'L'}, {30, 31, 'H'}, {31, 32, 'H'}, {32, 33, 'H'},
      {30, 34, 'L'}, {31, 34, 'R'}, {31, 35, 'L'}, {32, 35, 'R'}, {32, 36, 'L'}, {33, 36, 'R'}};
  return pucs;
}

/// n0 n1 n2 n3.
inline std::array<SmartlightTerminal, 4> smartlight_terminals(const SmartlightPuc& puc) {
  switch (puc.type) {
    case 'H':
      return {SmartlightTerminal{puc.a, 3}, {puc.a, 4}, {puc.b, 0}, {puc.b, 1}};
    case 'R':
      return {SmartlightTerminal{puc.a, 1}, {puc.a, 2}, {puc.b, 4}, {puc.b, 5}};
    default:
      return {SmartlightTerminal{puc.a, 2}, {puc.a, 3}, {puc.b, 5}, {puc.b, 0}};
  }
}

/// The port numbers of the mesh core by terminal; 22 to 33 lead to filter blocks and their order
/// is not published.
inline const std::vector<std::pair<std::size_t, SmartlightTerminal>>& smartlight_ports() {
  static const std::vector<std::pair<std::size_t, SmartlightTerminal>> ports = {
      {0, {0, 1}},   {1, {3, 5}},   {2, {3, 2}},   {3, {7, 4}},   {4, {7, 3}},   {5, {12, 5}},
      {6, {12, 2}},  {7, {16, 4}},  {8, {16, 3}},  {9, {21, 5}},  {10, {21, 2}}, {11, {25, 4}},
      {12, {25, 3}}, {13, {30, 5}}, {14, {30, 2}}, {15, {34, 0}}, {16, {34, 4}}, {17, {35, 0}},
      {18, {35, 4}}, {19, {36, 0}}, {20, {36, 4}}, {21, {33, 2}}, {34, {6, 5}},  {35, {2, 3}},
      {36, {2, 1}},  {37, {1, 3}},  {38, {1, 1}},  {39, {0, 3}}};
  return ports;
}

/// n0 to n3 as terminals of a cell.
inline std::array<MeshTerminal, 4> smartlight_ends(std::size_t puc) {
  const auto cell = static_cast<base::CellId>(puc);
  return {MeshTerminal{cell, false, 0}, {cell, true, 0}, {cell, true, 1}, {cell, false, 1}};
}

}  // namespace heliograph::photonics
