// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/fabric/mesh_layout.hpp"
#include "photonics/mesh_routing/mesh_router.hpp"

namespace heliograph::photonics {

inline base::PortId port(std::size_t i) { return static_cast<base::PortId>(i); }
inline MeshPair pair_of(std::size_t a, std::size_t b) { return {port(a), port(b)}; }

inline MeshLayout layout_of(MeshOutline outline, std::size_t rows = 1, std::size_t columns = 1) {
  return make_mesh_layout(MeshShape{outline, rows, columns});
}

/// `count` pairs of different ports out of `ports`.
inline std::vector<MeshPair> random_pairs(std::vector<std::size_t> ports, std::size_t count,
                                          base::RandomStream& random) {
  for (std::size_t i = ports.size(); i > 1; --i) {
    std::swap(ports[i - 1],
              ports[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  }
  std::vector<MeshPair> pairs;
  for (std::size_t i = 0; i < count; ++i) {
    pairs.push_back(pair_of(ports.at(2 * i), ports.at(2 * i + 1)));
  }
  return pairs;
}
inline std::vector<std::size_t> first_ports(std::size_t count) {
  std::vector<std::size_t> ports(count);
  for (std::size_t i = 0; i < count; ++i) {
    ports[i] = i;
  }
  return ports;
}

/// What every result that is routed keeps to.
inline void check_routed(const MeshGraph& graph, const MeshRequest& request,
                         const MeshResult& result) {
  REQUIRE(result.verdict == MeshVerdict::routed);
  REQUIRE(result.routes.size() == request.pairs.size());
  const MeshTrace trace = trace_routes(graph, result.states);
  std::int64_t total = 0;
  for (std::size_t i = 0; i < request.pairs.size(); ++i) {
    const MeshPair& pair = request.pairs[i];
    CHECK(trace.joins(pair.a, pair.b));
    CHECK(result.routes[i].from == pair.a);
    CHECK(result.routes[i].to == pair.b);
    CHECK(result.routes[i].cells() == trace.cells[base::index(pair.a)]);
    total += static_cast<std::int64_t>(result.routes[i].cells());
  }
  CHECK_NOTHROW(states_of_routes(graph, result.routes));
  for (const StuckCell& stuck : request.stuck) {
    const auto passes = [&](const MeshRoute& route) {
      return std::any_of(route.hops.begin(), route.hops.end(),
                         [&](const PathHop& hop) { return hop.cell == stuck.cell; });
    };
    if (stuck.at == StuckAt::phase) {
      CHECK(std::none_of(result.routes.begin(), result.routes.end(), passes));
    } else {
      CHECK(result.states[base::index(stuck.cell)] ==
            (stuck.at == StuckAt::bar ? CellState::bar : CellState::cross));
    }
  }
  CHECK(result.lower_bound <= result.value);
  CHECK(result.proved_optimal == (result.lower_bound == result.value));
  if (request.objective == MeshObjective::fewest_pucs) {
    CHECK(result.value == total);
  }
  CHECK(result.closed_loops == trace.loops.size());
}

}  // namespace heliograph::photonics
