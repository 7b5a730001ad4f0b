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
  const auto rank = static_cast<base::RankId>(ports_.size());
  ports_.push_back(std::make_unique<systemc::ElectricalPort>(
      ("port" + std::to_string(ports_.size())).c_str(), rank,
      scenario_.platform.electrical.line_rate, network_, observer_));
  ports_.back()->connect(node.nic);
  node.nic.connect(*ports_.back());
  network_.connect(rank, node.nic);
}

void ElectricalInterconnect::expect(const std::vector<base::RankCircuit>& pairs) {
  if (scenario_.fidelity == Fidelity::trains) {
    network_.allow_trains(pairs);
  }
}

}  // namespace heliograph::platforms
