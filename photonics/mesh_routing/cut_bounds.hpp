// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "photonics/mesh_routing/mesh_task.hpp"

namespace heliograph::photonics {

/// How many circuits can cross lines through a mesh. A waveguide carries one circuit, so a line
/// from one place of the boundary to another that cuts n waveguides lets n circuits pass; a cell
/// stuck in bar is cut along its length for nothing, and waveguides of a blocked cell carry none.
/// Through a row of hexagons with m cells the line cuts 2 m waveguides.
///
/// The regions between waveguides (insides of polygons, middles of vertices) are found from the
/// order of terminals round each cell, and the least cuts by a search over them.
class CutBounds {
 public:
  explicit CutBounds(const MeshGraph& graph);

  /// The bound holds for meshes drawn in the plane, whose ports are all on one boundary.
  [[nodiscard]] bool valid() const { return valid_; }

  /// The most circuits between ports boundary()[first] to boundary()[last - 1] and all others.
  /// Precondition: valid(), first < last < ports.
  [[nodiscard]] std::size_t capacity(std::size_t first, std::size_t last) const {
    return cuts_[first * boundary_.size() + last];
  }
  /// The ports in their order round the mesh.
  [[nodiscard]] const std::vector<std::uint32_t>& boundary() const { return boundary_; }

  /// Pairs, by number, of which more cross some line than can: the fewest of all lines. Empty if no
  /// line says so.
  [[nodiscard]] std::vector<std::size_t> too_many(const MeshTask& task) const;

 private:
  struct Edge {
    std::uint32_t to = 0;
    TerminalIndex terminal = 0;  ///< of the waveguide that is crossed
  };

  /// Between the rails of a cell, from the middle of one vertex to that of the other.
  struct Along {
    std::uint32_t to = 0;
    std::uint32_t cell = 0;
  };

  void find_regions();
  void find_boundary();
  void find_cuts();
  void search(std::uint32_t from, const MeshTask* task, std::vector<std::uint16_t>& distance,
              std::vector<std::uint32_t>& queue) const;
  [[nodiscard]] std::size_t regions() const { return edges_.size(); }

  const MeshGraph& graph_;
  bool valid_ = false;
  std::vector<std::uint32_t>
      corner_region_;                      // by terminal: of the corner that follows it clockwise
  std::vector<std::vector<Edge>> edges_;   // by region
  std::vector<std::vector<Along>> along_;  // by region
  std::vector<std::uint32_t> boundary_;    // ports in order
  std::vector<std::uint32_t> gaps_;        // region before boundary_[i]
  std::vector<std::uint16_t> cuts_;        // by gap and gap
};

}  // namespace heliograph::photonics
