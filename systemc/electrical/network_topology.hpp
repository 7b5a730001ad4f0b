// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace heliograph::systemc {

/// A one-way link between two places of a network. Nodes are places 0 to nodes - 1; switches
/// follow.
struct LinkEnds {
  std::size_t from = 0;
  std::size_t to = 0;
};

/// Who is joined to whom, and the one way from each node to each other.
class NetworkTopology {
 public:
  virtual ~NetworkTopology() = default;
  [[nodiscard]] virtual std::size_t nodes() const = 0;
  [[nodiscard]] virtual std::size_t links() const = 0;
  [[nodiscard]] virtual LinkEnds ends(std::size_t link) const = 0;
  /// How many links leave a node; the same for all. Those of node n are the links from
  /// n * links_of_node() on.
  [[nodiscard]] virtual std::size_t links_of_node() const = 0;
  /// The link on which a frame for the node `destination` leaves the place `at`. Precondition:
  /// at != destination.
  [[nodiscard]] virtual std::size_t next_link(std::size_t at, std::size_t destination) const = 0;
};

/// One switch in the middle: link n goes from node n to it, link nodes + n from it to node n.
[[nodiscard]] std::unique_ptr<NetworkTopology> make_star(std::size_t nodes);
/// A link for each ordered pair.
[[nodiscard]] std::unique_ptr<NetworkTopology> make_full_mesh(std::size_t nodes);
/// A torus, routed along the first dimension first, the shorter way round (of two equal ways the
/// one up). Along a dimension of 2 there is one link each way, along one of 1 none. One dimension
/// is a ring.
[[nodiscard]] std::unique_ptr<NetworkTopology> make_torus(const std::vector<std::size_t>& dims);

/// The links of the way from one node to another.
[[nodiscard]] std::vector<std::size_t> way(const NetworkTopology& topology, std::size_t from,
                                           std::size_t to);

}  // namespace heliograph::systemc
