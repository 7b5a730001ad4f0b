// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/round_robin.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

namespace heliograph::photonics {

std::vector<std::vector<MeshPair>> round_robin(const std::vector<base::PortId>& ports) {
  if (std::set<base::PortId>(ports.begin(), ports.end()).size() != ports.size()) {
    throw std::invalid_argument("a port is given twice");
  }
  const std::size_t n = ports.size();
  std::vector<std::vector<MeshPair>> rounds;
  if (n < 2) {
    return rounds;
  }
  // On a circle of an odd number of places, two meet in the round that is the sum of their places;
  // of an even number of ports the last stands in the middle and meets whoever would meet itself.
  const std::size_t circle = n % 2 == 0 ? n - 1 : n;
  for (std::size_t round = 0; round < circle; ++round) {
    std::vector<MeshPair> pairs;
    for (std::size_t a = 0; a < circle; ++a) {
      const std::size_t b = (round + circle - a) % circle;
      if (a < b) {
        pairs.push_back({ports[a], ports[b]});
      } else if (a == b && n % 2 == 0) {
        pairs.push_back({ports[a], ports[n - 1]});
      }
    }
    rounds.push_back(std::move(pairs));
  }
  return rounds;
}

std::optional<std::size_t> RoundRobin::first_failure() const {
  const auto failed = std::find_if(results.begin(), results.end(), [](const MeshResult& result) {
    return result.verdict != MeshVerdict::routed;
  });
  if (failed == results.end()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(failed - results.begin());
}

RoundRobin route_round_robin(const MeshRouter& router, const std::vector<base::PortId>& ports,
                             MeshRequest request) {
  RoundRobin robin;
  robin.rounds = round_robin(ports);
  for (const std::vector<MeshPair>& pairs : robin.rounds) {
    request.pairs = pairs;
    robin.results.push_back(router.route(request));
  }
  return robin;
}

std::vector<base::PortId> spread_ports(const MeshRouter& router, std::size_t count,
                                       const std::vector<bool>& usable) {
  std::vector<base::PortId> all;
  const std::size_t ports = router.graph().ports();
  if (!usable.empty() && usable.size() != ports) {
    throw std::invalid_argument("usable ports: " + std::to_string(usable.size()) +
                                " elements, where the mesh has " + std::to_string(ports));
  }
  for (std::size_t port = 0; port < ports; ++port) {
    if (usable.empty() || usable[port]) {
      all.push_back(static_cast<base::PortId>(port));
    }
  }
  if (count > all.size()) {
    throw std::invalid_argument("asked for " + std::to_string(count) + " of " +
                                std::to_string(all.size()) + " usable ports");
  }
  std::vector<base::PortId> chosen;
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(all[i * all.size() / count]);
  }
  return chosen;
}

}  // namespace heliograph::photonics
