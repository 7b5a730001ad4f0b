// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/torus_rack.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "base/diagnostics.hpp"
#include "base/ids.hpp"

namespace heliograph::platforms {

namespace {

constexpr std::size_t kMostServers = 256;

Extent server_grid_of(const TorusRackConfig& config) {
  base::Diagnostics mistakes;
  const Extent rack = config.extent();
  const Extent server = config.server();
  Extent grid;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    if (rack.of[d] < 1 || server.of[d] < 1 || rack.of[d] % server.of[d] != 0) {
      mistakes.error({"rack", 0, 0}, "servers of " + server.text() +
                                         " accelerators do not fill a rack of " + rack.text() +
                                         ": expected a divisor along each dimension");
      break;
    }
    grid.of[d] = rack.of[d] / server.of[d];
  }
  if (!mistakes.has_errors() && static_cast<std::size_t>(grid.volume()) > kMostServers) {
    mistakes.error({"rack", 0, 0}, "found " + std::to_string(grid.volume()) +
                                       " servers; expected at most " +
                                       std::to_string(kMostServers) + " a rack");
  }
  if (config.fibres_per_server_pair < 1) {
    mistakes.error({"rack", 0, 0}, "found " + std::to_string(config.fibres_per_server_pair) +
                                       " fibres per server pair; expected at least 1");
  }
  base::throw_if_errors(mistakes);
  return grid;
}

}  // namespace

std::string Extent::text() const {
  return std::to_string(of[0]) + "x" + std::to_string(of[1]) + "x" + std::to_string(of[2]);
}

Position position_in(const Extent& extent, std::size_t index) {
  const auto at = static_cast<int>(index);
  return {
      {at % extent.of[0], at / extent.of[0] % extent.of[1], at / (extent.of[0] * extent.of[1])}};
}

std::size_t index_in(const Extent& extent, const Position& position) {
  const int index =
      position.of[0] + extent.of[0] * (position.of[1] + extent.of[1] * position.of[2]);
  return static_cast<std::size_t>(index);
}

base::ParameterTable<TorusRackConfig> TorusRackConfig::table() {
  using C = TorusRackConfig;
  const base::Source rack{base::Basis::cited, "Morphlux, arXiv 2508.03674v3, Sec. 2: 4x4x4"};
  const base::Source server{base::Basis::cited, "Morphlux, arXiv 2508.03674v3, Sec. 2: 2x2x1"};
  const base::Range size{1, 64};
  base::ParameterTable<C> table;
  table.integer("x", &C::x, size, "accelerators of the rack's torus along X", rack)
      .integer("y", &C::y, size, "the same along Y", rack)
      .integer("z", &C::z, size, "the same along Z", rack)
      .integer("server_x", &C::server_x, size, "accelerators of a server along X", server)
      .integer("server_y", &C::server_y, size, "the same along Y", server)
      .integer("server_z", &C::server_z, size, "the same along Z", server)
      .boolean("wrap", &C::wrap, "opposite faces of the rack are joined, by optical switches",
               {base::Basis::cited, "Morphlux, arXiv 2508.03674v3, Sec. 2, Fig. 2"})
      .integer("fibres_per_server_pair", &C::fibres_per_server_pair, base::Range{1, 1024},
               "fibres between two servers that are neighbours",
               {base::Basis::cited, "Morphlux, arXiv 2508.03674v3, Sec. 5.2: 4"});
  return table;
}

TorusRack::TorusRack(const TorusRackConfig& config)
    : config_(config),
      extent_(config.extent()),
      server_extent_(config.server()),
      server_grid_(server_grid_of(config)) {
  const auto chips = static_cast<std::size_t>(extent_.volume());
  server_of_.reserve(chips);
  chips_of_.resize(static_cast<std::size_t>(server_grid_.volume()));
  for (std::size_t chip = 0; chip < chips; ++chip) {
    Position at = position_in(extent_, chip);
    for (std::size_t d = 0; d < kDimensions; ++d) {
      at.of[d] /= server_extent_.of[d];
    }
    const std::size_t server = index_in(server_grid_, at);
    server_of_.push_back(ServerId{static_cast<std::uint32_t>(server)});
    chips_of_[server].push_back(ChipId{static_cast<std::uint32_t>(chip)});
  }
  join_servers();
  measure();
}

ServerId TorusRack::server_of(ChipId chip) const { return server_of_[base::index(chip)]; }

const std::vector<ChipId>& TorusRack::chips_of(ServerId server) const {
  return chips_of_[base::index(server)];
}

std::optional<ChipId> TorusRack::neighbour(ChipId chip, Dimension dimension, bool upward) const {
  const std::size_t d = base::index(dimension);
  const int size = extent_.of[d];
  Position at = position_in(extent_, base::index(chip));
  const int next = at.of[d] + (upward ? 1 : -1);
  if (size == 1 || (!config_.wrap && (next < 0 || next == size))) {
    return std::nullopt;
  }
  at.of[d] = (next + size) % size;
  return ChipId{static_cast<std::uint32_t>(index_in(extent_, at))};
}

int TorusRack::links(Dimension dimension) const {
  int count = 0;
  for (std::size_t chip = 0; chip < chips(); ++chip) {
    count += neighbour(ChipId{static_cast<std::uint32_t>(chip)}, dimension, true) ? 1 : 0;
  }
  return count;
}

std::optional<TrunkId> TorusRack::trunk_between(ServerId first, ServerId second) const {
  for (const auto& [server, trunk] : next_to_[base::index(first)]) {
    if (server == second) {
      return trunk;
    }
  }
  return std::nullopt;
}

const std::vector<std::pair<ServerId, TrunkId>>& TorusRack::next_to(ServerId server) const {
  return next_to_[base::index(server)];
}

std::size_t TorusRack::distance(ServerId from, ServerId to) const {
  return distance_[base::index(from) * servers() + base::index(to)];
}

void TorusRack::join_servers() {
  std::map<std::pair<ServerId, ServerId>, Trunk> found;
  for (std::size_t at = 0; at < chips(); ++at) {
    for (std::uint32_t d = 0; d < kDimensions; ++d) {
      const ChipId chip{static_cast<std::uint32_t>(at)};
      const std::optional<ChipId> other = neighbour(chip, Dimension{d}, true);
      if (!other || server_of(chip) == server_of(*other)) {
        continue;
      }
      const auto [first, second] = std::minmax({server_of(chip), server_of(*other)});
      Trunk& trunk = found[{first, second}];
      trunk.first = first;
      trunk.second = second;
      trunk.dimension = Dimension{d};
      ++trunk.chip_links;
    }
  }
  next_to_.resize(servers());
  trunks_.reserve(found.size());
  for (const auto& [ends, trunk] : found) {
    const TrunkId id{static_cast<std::uint32_t>(trunks_.size())};
    next_to_[base::index(trunk.first)].emplace_back(trunk.second, id);
    next_to_[base::index(trunk.second)].emplace_back(trunk.first, id);
    trunks_.push_back(trunk);
  }
  for (auto& near : next_to_) {
    std::sort(near.begin(), near.end());
  }
}

void TorusRack::measure() {
  distance_.assign(servers() * servers(), servers());
  for (std::size_t from = 0; from < servers(); ++from) {
    std::deque<ServerId> waiting{ServerId{static_cast<std::uint32_t>(from)}};
    distance_[from * servers() + from] = 0;
    while (!waiting.empty()) {
      const ServerId at = waiting.front();
      waiting.pop_front();
      const std::size_t far = distance_[from * servers() + base::index(at)] + 1;
      for (const auto& [next, trunk] : next_to(at)) {
        std::size_t& best = distance_[from * servers() + base::index(next)];
        if (far < best) {
          best = far;
          waiting.push_back(next);
        }
      }
    }
  }
}

}  // namespace heliograph::platforms
