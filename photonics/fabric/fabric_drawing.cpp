// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/fabric_drawing.hpp"

#include <algorithm>
#include <cstdint>

namespace heliograph::photonics {

namespace {

struct Piece {
  DrawingPoint from;  // from.x <= to.x
  DrawingPoint to;
  std::size_t way = 0;
};

/// Twice the signed area of the triangle: on which side of a to b the point c lies.
std::int64_t side(const DrawingPoint& a, const DrawingPoint& b, const DrawingPoint& c) {
  const auto wide = [](int value) { return static_cast<std::int64_t>(value); };
  return (wide(b.x) - a.x) * (wide(c.y) - a.y) - (wide(b.y) - a.y) * (wide(c.x) - a.x);
}

bool opposite(std::int64_t a, std::int64_t b) { return (a < 0 && b > 0) || (a > 0 && b < 0); }

bool cross(const Piece& a, const Piece& b) {
  return opposite(side(a.from, a.to, b.from), side(a.from, a.to, b.to)) &&
         opposite(side(b.from, b.to, a.from), side(b.from, b.to, a.to));
}

void add_pieces(const DrawnWay& way, std::size_t number, std::vector<Piece>& pieces) {
  for (std::size_t i = 1; i < way.size(); ++i) {
    Piece piece{way[i - 1], way[i], number};
    if (piece.from.x > piece.to.x) {
      std::swap(piece.from, piece.to);
    }
    pieces.push_back(piece);
  }
}

}  // namespace

DrawnCrossings count_crossings(const FabricDrawing& drawing) {
  std::vector<Piece> pieces;
  std::size_t ways = 0;
  for (const DrawnWay& way : drawing.input_ways) {
    add_pieces(way, ways++, pieces);
  }
  for (const std::array<DrawnWay, kCellRails>& after : drawing.ways) {
    for (const DrawnWay& way : after) {
      add_pieces(way, ways++, pieces);
    }
  }
  // From the left to the right, each piece meets those that have begun and not ended.
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.from.x < b.from.x; });
  std::vector<std::size_t> counts(ways, 0);
  DrawnCrossings result;
  std::vector<Piece> open;
  for (const Piece& piece : pieces) {
    open.erase(std::remove_if(open.begin(), open.end(),
                              [&](const Piece& other) { return other.to.x < piece.from.x; }),
               open.end());
    for (const Piece& other : open) {
      if (other.way != piece.way && cross(piece, other)) {
        ++counts[piece.way];
        ++counts[other.way];
        ++result.total;
      }
    }
    open.push_back(piece);
  }
  std::size_t next = 0;
  result.input_ways.assign(counts.begin(),
                           counts.begin() + static_cast<std::ptrdiff_t>(drawing.input_ways.size()));
  next = drawing.input_ways.size();
  result.ways.resize(drawing.ways.size());
  for (std::array<std::size_t, kCellRails>& after : result.ways) {
    for (std::size_t& count : after) {
      count = counts[next++];
    }
  }
  return result;
}

}  // namespace heliograph::photonics
