// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/mesh_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

#include "photonics/fabric/mesh_geometry.hpp"

namespace heliograph::photonics {

namespace {

constexpr double kRailOffset = kMeshEdgeUnits / 15.0;
constexpr double kRailMargin = kMeshEdgeUnits / 4.0;
/// Less than half an edge, so that ports that look at each other over a hole stay apart.
constexpr double kPortReach = 0.4 * kMeshEdgeUnits;

/// One end of a cell, at a vertex.
struct End {
  base::CellId cell{};
  bool right = false;
  int twelfth = 0;  ///< direction from the vertex
};

class MeshBuilder {
 public:
  MeshBuilder(MeshLattice lattice, const std::vector<MeshEdge>& edges)
      : angle_(lattice_angle(lattice)) {
    layout_.lattice = lattice;
    place_cells(edges);
    join_ends();
    number_ports();
    make_graph();
    draw_ways();
  }

  MeshLayout build() { return std::move(layout_); }

 private:
  using Vertex = std::pair<int, int>;  // y, x: in the order of reading

  /// What a terminal is joined to: another one, or across a gap in the lattice the next port.
  struct Link {
    MeshTerminal to;
    bool joined = false;
  };

  static std::size_t key(const MeshTerminal& t) {
    return 4 * base::index(t.cell) + (t.right ? 2U : 0U) + t.rail;
  }

  void place_cells(std::vector<MeshEdge> edges) {
    if (edges.empty()) {
      throw std::invalid_argument("a mesh has at least one cell");
    }
    for (MeshEdge& edge : edges) {
      const bool swapped =
          edge.to.x != edge.from.x ? edge.to.x < edge.from.x : edge.to.y > edge.from.y;
      if (swapped) {
        std::swap(edge.from, edge.to);
      }
    }
    const auto order = [](const MeshEdge& e) {
      return std::make_tuple(e.from.y + e.to.y, e.from.x + e.to.x, e.from.x, e.from.y);
    };
    std::sort(edges.begin(), edges.end(),
              [&](const MeshEdge& a, const MeshEdge& b) { return order(a) < order(b); });
    edges_ = std::move(edges);
    int first_x = edges_.front().from.x + edges_.front().to.x;
    for (const MeshEdge& edge : edges_) {
      first_x = std::min(first_x, edge.from.x + edge.to.x);
    }
    const int first_y = edges_.front().from.y + edges_.front().to.y;
    const DrawingPoint step = place_step(layout_.lattice);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const MeshEdge& edge = edges_[i];
      check_edge(i);
      const int x = edge.from.x + edge.to.x - first_x;
      const int y = edge.from.y + edge.to.y - first_y;
      layout_.places.push_back(
          {static_cast<std::size_t>(x / (2 * step.x)), static_cast<std::size_t>(y / (2 * step.y))});
      layout_.cell_names.push_back("cell " + std::to_string(i));
      const auto cell = static_cast<base::CellId>(i);
      const Direction along = direction_of(edge.from, edge.to);
      const Direction upper = turned(along, kRightAngle);
      const auto rail_end = [&](const DrawingPoint& vertex, double distance, double offset) {
        return moved(vertex, along, distance, upper, offset);
      };
      layout_.drawing.cells.push_back({{rail_end(edge.from, kRailMargin, kRailOffset),
                                        rail_end(edge.from, kRailMargin, -kRailOffset)},
                                       {rail_end(edge.to, -kRailMargin, kRailOffset),
                                        rail_end(edge.to, -kRailMargin, -kRailOffset)}});
      ends_[{edge.from.y, edge.from.x}].push_back({cell, false, twelfth_of(along)});
      ends_[{edge.to.y, edge.to.x}].push_back(
          {cell, true, twelfth_of(direction_of(edge.to, edge.from))});
    }
    layout_.vertices = ends_.size();
  }

  void check_edge(std::size_t i) const {
    const MeshEdge& edge = edges_[i];
    if (!is_edge_of(layout_.lattice, edge)) {
      throw std::invalid_argument("(" + std::to_string(edge.from.x) + ", " +
                                  std::to_string(edge.from.y) + ") to (" +
                                  std::to_string(edge.to.x) + ", " + std::to_string(edge.to.y) +
                                  ") is no edge of the lattice");
    }
    if (i > 0 && edges_[i - 1].from == edge.from && edges_[i - 1].to == edge.to) {
      throw std::invalid_argument("two cells lie on the same edge of the lattice");
    }
  }

  /// The terminal on the side of an end that comes next against the clock (or before). Rail 0 is
  /// that side of a left end.
  static MeshTerminal beside(const End& end, bool next) {
    return {end.cell, end.right, next != end.right ? std::size_t{0} : std::size_t{1}};
  }

  void join_ends() {
    links_.resize(4 * edges_.size());
    for (auto& [vertex, ends] : ends_) {
      std::sort(ends.begin(), ends.end(),
                [](const End& a, const End& b) { return a.twelfth < b.twelfth; });
      for (std::size_t i = 0; i < ends.size(); ++i) {
        const End& end = ends[i];
        const End& next = ends[(i + 1) % ends.size()];
        int gap = next.twelfth - end.twelfth;
        gap += gap <= 0 ? kTwelfths : 0;
        if (gap % angle_ != 0) {
          throw std::invalid_argument("at (" + std::to_string(vertex.second) + ", " +
                                      std::to_string(vertex.first) +
                                      ") edges meet that are not of one lattice");
        }
        const MeshTerminal a = beside(end, true);
        const MeshTerminal b = beside(next, false);
        const bool joined = gap == angle_;
        links_[key(a)] = {b, joined};
        links_[key(b)] = {a, joined};
        if (joined) {
          layout_.joins.emplace_back(a, b);
        } else {
          // Against the clock the boundary comes to the vertex at a and goes on at b.
          starts_.push_back(a);
        }
      }
    }
  }

  /// Round the boundary: along the outer side of a cell, over joins to the next cell, until the
  /// boundary's next gap. `starts_` is in the order of the vertices.
  void number_ports() {
    if (layout_.lattice == MeshLattice::hexagonal) {
      std::stable_sort(starts_.begin(), starts_.end(),
                       [&](const MeshTerminal& a, const MeshTerminal& b) {
                         return hexagon_corner(a) < hexagon_corner(b);
                       });
    }
    std::vector<bool> done(links_.size(), false);
    for (const MeshTerminal& start : starts_) {
      MeshTerminal at = start;
      while (!done[key(at)]) {
        done[key(at)] = true;
        layout_.ports.push_back(at);
        at = links_[key(at)].to;  // across the gap
        done[key(at)] = true;
        layout_.ports.push_back(at);
        at.right = !at.right;
        while (links_[key(at)].joined) {
          at = links_[key(at)].to;
          at.right = !at.right;
        }
      }
    }
  }

  /// The place of the hexagon on whose inside a terminal lies, in reading order, and which of its
  /// corners that is: against the clock from the upper left one.
  [[nodiscard]] std::tuple<long, long, std::size_t> hexagon_corner(const MeshTerminal& t) const {
    // In half widths of a hexagon and half edges, from a vertex of the lattice.
    const double half_width = std::sqrt(3.0) / 2.0 * kMeshEdgeUnits;
    const double half_edge = kMeshEdgeUnits / 2.0;
    const MeshEdge& edge = edges_[base::index(t.cell)];
    const DrawingPoint& origin = edges_.front().from;
    const DrawingPoint& vertex = t.right ? edge.to : edge.from;
    const Direction inside =
        turned(direction_of(edge.from, edge.to), t.rail == 0 ? kRightAngle : -kRightAngle);
    const double x = (edge.from.x + edge.to.x) / 2.0 - origin.x + inside.x * half_width;
    const double y = (edge.from.y + edge.to.y) / 2.0 - origin.y + inside.y * half_width;
    const long column = std::lround(x / half_width);
    const long row = std::lround(y / half_edge);
    const long across = std::lround((vertex.x - origin.x) / half_width) - column;
    const long down = std::lround((vertex.y - origin.y) / half_edge) - row;
    constexpr std::array<std::pair<long, long>, 6> kCorners = {
        std::pair<long, long>{-1, -1}, {-1, 1}, {0, 2}, {1, 1}, {1, -1}, {0, -2}};
    const auto* const corner =
        std::find(kCorners.begin(), kCorners.end(), std::make_pair(across, down));
    return {row, column, static_cast<std::size_t>(corner - kCorners.begin())};
  }

  void make_graph() {
    layout_.graph.after.resize(edges_.size());
    const auto end_at = [&](const MeshTerminal& t) -> WayEnd& {
      return layout_.graph.after[base::index(t.cell)][leaving_rail(t)];
    };
    for (const auto& [a, b] : layout_.joins) {
      end_at(a) = entering(b);
      end_at(b) = entering(a);
    }
    for (std::size_t port = 0; port < layout_.ports.size(); ++port) {
      layout_.graph.inputs.emplace_back(entering(layout_.ports[port]));
      end_at(layout_.ports[port]) = static_cast<base::PortId>(port);
    }
  }

  [[nodiscard]] const DrawingPoint& drawn(const MeshTerminal& t) const {
    const DrawnCell& cell = layout_.drawing.cells[base::index(t.cell)];
    return t.right ? cell.right[t.rail] : cell.left[t.rail];
  }

  void draw_ways() {
    FabricDrawing& drawing = layout_.drawing;
    drawing.ways.resize(edges_.size());
    const auto way_at = [&](const MeshTerminal& t) -> DrawnWay& {
      return drawing.ways[base::index(t.cell)][leaving_rail(t)];
    };
    for (const auto& [a, b] : layout_.joins) {
      way_at(a) = {drawn(a), drawn(b)};
      way_at(b) = {drawn(b), drawn(a)};
    }
    for (const MeshTerminal& port : layout_.ports) {
      const DrawnWay outwards = way_out(port);
      way_at(port) = outwards;
      drawing.input_ways.emplace_back(outwards.rbegin(), outwards.rend());
      drawing.inputs.push_back(outwards.back());
      drawing.outputs.push_back(outwards.back());
    }
  }

  /// A port's waveguide bends to where the edge that is left out would have its rail.
  [[nodiscard]] DrawnWay way_out(const MeshTerminal& port) const {
    const MeshEdge& edge = edges_[base::index(port.cell)];
    const DrawingPoint& vertex = port.right ? edge.to : edge.from;
    const Direction inwards =
        port.right ? direction_of(edge.to, edge.from) : direction_of(edge.from, edge.to);
    // On which side of the end the port is: +1 against the clock.
    const double side = (port.rail == 0) != port.right ? 1.0 : -1.0;
    const Direction missing = turned(inwards, side * 2.0 * base::kPi * angle_ / kTwelfths);
    const Direction aside = turned(missing, -side * kRightAngle);
    return {drawn(port), moved(vertex, missing, kRailMargin, aside, kRailOffset),
            moved(vertex, missing, kPortReach, aside, kRailOffset)};
  }

  int angle_;
  MeshLayout layout_;
  std::vector<MeshEdge> edges_;  // by cell, from the left end to the right end
  std::map<Vertex, std::vector<End>> ends_;
  std::vector<Link> links_;  // by terminal
  std::vector<MeshTerminal> starts_;
};

}  // namespace

MeshLayout make_mesh_layout(MeshLattice lattice, const std::vector<MeshEdge>& edges) {
  return MeshBuilder(lattice, edges).build();
}

MeshLayout make_mesh_layout(const MeshShape& shape) {
  return make_mesh_layout(lattice_of(shape.outline), mesh_edges(shape));
}

}  // namespace heliograph::photonics
