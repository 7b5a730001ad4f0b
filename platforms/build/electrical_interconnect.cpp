// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/electrical_interconnect.hpp"

#include <stdexcept>
#include <string>

namespace heliograph::platforms {

std::unique_ptr<systemc::NetworkTopology> make_topology(const PlatformConfig& platform) {
  const auto nodes = static_cast<std::size_t>(platform.accelerators);
  switch (platform.network) {
    case NetworkKind::ideal_switch:
      return systemc::make_star(nodes);
    case NetworkKind::full_mesh:
      return systemc::make_full_mesh(nodes);
    case NetworkKind::ring:
      return systemc::make_torus({nodes});
    case NetworkKind::torus:
      return systemc::make_torus(
          {platform.electrical.dims.begin(), platform.electrical.dims.end()});
    case NetworkKind::optical:
      break;
  }
  throw std::invalid_argument("an optical machine has no electrical network");
}

ElectricalInterconnect::ElectricalInterconnect(const sc_core::sc_module_name& name,
                                               const ScenarioConfig& scenario,
                                               systemc::LinkObserver& observer,
                                               systemc::FramePool& pool,
                                               systemc::EnergyMeter& energy)
    : sc_core::sc_module(name),
      scenario_(scenario),
      observer_(observer),
      network_("network", make_topology(scenario.platform), scenario.platform.electrical,
               scenario.seed, pool, observer) {
  const systemc::ElectricalParameters& electrical = scenario.platform.electrical;
  systemc::EnergyAccount& links = energy.open("links", electrical.link_energy);
  systemc::EnergyAccount& switches = energy.open("switch", electrical.switch_energy);
  switches.set_power(electrical.switch_static, base::Picoseconds(0));
  network_.meter(links, switches);
}

void ElectricalInterconnect::attach(Node& node) {
  const auto rank = static_cast<base::RankId>(nodes_++);
  const std::size_t ports = node.nic.ports();
  const systemc::ElectricalParameters& electrical = scenario_.platform.electrical;
  const base::BitRate rate = electrical.ports == systemc::NodePorts::per_link
                                 ? electrical.rate_of(network_.topology().links_of_node())
                                 : electrical.line_rate;
  for (std::size_t port = 0; port < ports; ++port) {
    ports_.push_back(std::make_unique<systemc::ElectricalPort>(
        ("port" + std::to_string(ports_.size())).c_str(), rank, rate, network_, observer_));
    ports_.back()->connect(node.nic.port(port));
    node.nic.connect(*ports_.back(), port);
  }
  if (ports > 1) {
    node.nic.route([this, rank](base::RankId peer) { return port_to(rank, peer); });
  }
  network_.connect(rank, node.nic);
}

std::size_t ElectricalInterconnect::port_to(base::RankId rank, base::RankId peer) const {
  const systemc::NetworkTopology& topology = network_.topology();
  return topology.next_link(base::index(rank), base::index(peer)) % topology.links_of_node();
}

void ElectricalInterconnect::expect(const std::vector<base::RankCircuit>& pairs) {
  if (scenario_.fidelity == Fidelity::trains) {
    network_.allow_trains(pairs);
  }
}

}  // namespace heliograph::platforms
