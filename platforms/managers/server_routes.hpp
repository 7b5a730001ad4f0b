// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "platforms/managers/torus_rack.hpp"

namespace heliograph::platforms {

/// A way without loops over the server graph: trunks in order.
using ServerRoute = std::vector<TrunkId>;

/// The `count` shortest loopless ways between two different servers, by length, of equal ones by
/// the servers that they pass; fewer if there are no more. Precondition: from != to.
[[nodiscard]] std::vector<ServerRoute> shortest_routes(const TorusRack& rack, ServerId from,
                                                       ServerId to, std::size_t count);

/// The same, found once for each pair. The rack must outlive it.
class RouteTable {
 public:
  RouteTable(const TorusRack& rack, std::size_t count) : rack_(&rack), count_(count) {}

  /// From the lower to the higher server; the ways are the same in the other direction.
  [[nodiscard]] const std::vector<ServerRoute>& between(ServerId one, ServerId other);

 private:
  const TorusRack* rack_;
  std::size_t count_;
  std::map<std::pair<ServerId, ServerId>, std::vector<ServerRoute>> found_;
};

}  // namespace heliograph::platforms
