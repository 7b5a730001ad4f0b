// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/server_routes.hpp"

#include <algorithm>

#include "base/ids.hpp"

namespace heliograph::platforms {

namespace {

/// Walks all loopless ways of exactly one length, cut short where the end is too far away.
class RouteWalk {
 public:
  RouteWalk(const TorusRack& rack, ServerId to, std::size_t count, std::vector<ServerRoute>& found)
      : rack_(rack), to_(to), count_(count), found_(found), passed_(rack.servers(), false) {}

  void walk(ServerId at, std::size_t left) {
    if (at == to_) {
      if (left == 0) {
        found_.push_back(route_);
      }
      return;
    }
    passed_[base::index(at)] = true;
    for (const auto& [next, trunk] : rack_.next_to(at)) {
      if (found_.size() < count_ && left > 0 && !passed_[base::index(next)] &&
          rack_.distance(next, to_) < left) {
        route_.push_back(trunk);
        walk(next, left - 1);
        route_.pop_back();
      }
    }
    passed_[base::index(at)] = false;
  }

 private:
  const TorusRack& rack_;
  ServerId to_;
  std::size_t count_;
  std::vector<ServerRoute>& found_;
  std::vector<bool> passed_;
  ServerRoute route_;
};

}  // namespace

std::vector<ServerRoute> shortest_routes(const TorusRack& rack, ServerId from, ServerId to,
                                         std::size_t count) {
  std::vector<ServerRoute> found;
  // Length by length, so that the first found are the shortest; no loopless way is longer than
  // this.
  for (std::size_t length = rack.distance(from, to);
       length < rack.servers() && found.size() < count; ++length) {
    RouteWalk(rack, to, count, found).walk(from, length);
  }
  return found;
}

const std::vector<ServerRoute>& RouteTable::between(ServerId one, ServerId other) {
  const auto [low, high] = std::minmax({one, other});
  const auto [place, is_new] = found_.try_emplace({low, high});
  if (is_new) {
    place->second = shortest_routes(*rack_, low, high, count_);
  }
  return place->second;
}

}  // namespace heliograph::platforms
