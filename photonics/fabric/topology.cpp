// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/topology.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "photonics/fabric/layouts.hpp"

namespace heliograph::photonics {

namespace {

struct TopologyKind {
  Topology topology;
  std::string_view name;
  bool power_of_two;
  bool strictly_non_blocking;
  bool universal;
  FabricLayout (*layout)(std::size_t ports);
};

constexpr std::array<TopologyKind, 8> kTopologies{{
    {Topology::benes, "benes", true, false, false, benes_layout},
    {Topology::dilated_benes, "dilated_benes", true, false, false, dilated_benes_layout},
    {Topology::planar, "planar", false, false, false, planar_layout},
    {Topology::switch_and_select, "switch_and_select", false, true, false,
     switch_and_select_layout},
    {Topology::crossbar, "crossbar", false, true, false, crossbar_layout},
    {Topology::piloss, "piloss", false, true, false, piloss_layout},
    {Topology::clements, "clements", false, false, true, planar_layout},
    {Topology::reck, "reck", false, false, true, reck_layout},
}};

const TopologyKind& kind_of(Topology topology) {
  return kTopologies.at(static_cast<std::size_t>(topology));
}

}  // namespace

std::vector<Topology> all_topologies() {
  std::vector<Topology> all(kTopologies.size());
  std::transform(kTopologies.begin(), kTopologies.end(), all.begin(),
                 [](const TopologyKind& kind) { return kind.topology; });
  return all;
}

std::string_view to_string(Topology topology) { return kind_of(topology).name; }

std::optional<Topology> topology_of(std::string_view name) {
  for (const TopologyKind& kind : kTopologies) {
    if (kind.name == name) {
      return kind.topology;
    }
  }
  return std::nullopt;
}

bool allows(Topology topology, std::size_t ports) {
  const bool fits = ports >= kFewestPorts && ports <= kMostPorts;
  return fits && (!kind_of(topology).power_of_two || (ports & (ports - 1)) == 0);
}

std::string allowed_ports(Topology topology) {
  return std::string(kind_of(topology).power_of_two ? "a power of two" : "a number") + " from " +
         std::to_string(kFewestPorts) + " to " + std::to_string(kMostPorts);
}

bool strictly_non_blocking(Topology topology) { return kind_of(topology).strictly_non_blocking; }

bool universal(Topology topology) { return kind_of(topology).universal; }

FabricLayout make_layout(Topology topology, std::size_t ports) {
  if (!allows(topology, ports)) {
    throw std::invalid_argument("a " + std::string(to_string(topology)) + " fabric has " +
                                allowed_ports(topology) + " of ports, not " +
                                std::to_string(ports));
  }
  return kind_of(topology).layout(ports);
}

}  // namespace heliograph::photonics
