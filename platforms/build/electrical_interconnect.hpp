// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "base/rank_circuit.hpp"
#include "platforms/build/node.hpp"
#include "platforms/description/scenario_config.hpp"
#include "systemc/electrical/electrical_network.hpp"
#include "systemc/electrical/electrical_port.hpp"
#include "systemc/kernel/energy_meter.hpp"

namespace heliograph::platforms {

/// The network of an electrical machine, by its description.
[[nodiscard]] std::unique_ptr<systemc::NetworkTopology> make_topology(
    const PlatformConfig& platform);

/// What joins nodes by copper: a port for each, or one for each of its links, and a network, over
/// which every pair of ranks can always send.
class ElectricalInterconnect : public sc_core::sc_module {
 public:
  /// References must outlive it. Precondition: scenario.platform.electrical_machine().
  ElectricalInterconnect(const sc_core::sc_module_name& name, const ScenarioConfig& scenario,
                         systemc::LinkObserver& observer, systemc::FramePool& pool,
                         systemc::EnergyMeter& energy);

  /// Joins the node of the next rank.
  void attach(Node& node);
  /// Who sends to whom in this run, so that what meets nobody may travel as trains, if the scenario
  /// has them. Before the simulation starts.
  void expect(const std::vector<base::RankCircuit>& pairs);

  [[nodiscard]] const systemc::ElectricalNetwork& network() const { return network_; }

 private:
  /// The NIC port for what goes to `peer`: that of the link on which it leaves.
  [[nodiscard]] std::size_t port_to(base::RankId rank, base::RankId peer) const;

  const ScenarioConfig& scenario_;
  systemc::LinkObserver& observer_;
  systemc::ElectricalNetwork network_;
  std::uint32_t nodes_ = 0;
  std::vector<std::unique_ptr<systemc::ElectricalPort>> ports_;
};

}  // namespace heliograph::platforms
