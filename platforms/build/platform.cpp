// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/platform.hpp"

#include <algorithm>
#include <string>

#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "systemc/control/verilated/switch_ctrl_rtl.hpp"

namespace heliograph::platforms {

namespace {

systemc::LinkOptics make_optics(const TransceiverConfig& config) {
  return systemc::LinkOptics(config.transmitter, config.receiver, config.fec, config.frame_bits(),
                             config.protocol.lock_max_ber);
}

}  // namespace

ControllerFactory controller_factory(ControllerKind kind) {
  if (kind == ControllerKind::rtl) {
    return systemc::make_switch_ctrl_rtl;
  }
  return [](unsigned ports) { return std::make_unique<systemc::SwitchCtrlTwin>(ports); };
}

Platform::Platform(const sc_core::sc_module_name& name, const ScenarioConfig& scenario,
                   const ControllerFactory& make_controller, const PlatformObservers& observers)
    : sc_core::sc_module(name),
      parts_(build_switch(scenario.fabric_switch, scenario.seed)),
      driver_(scenario.fabric_switch.driver),
      calibration_(photonics::nominal_calibration(fabric(), driver_)),
      optics_(make_optics(scenario.platform.transceiver)),
      switch_("switch", fabric(), driver_,
              photonics::ThermalPlant(fabric().actuators(), scenario.fabric_switch.thermal, driver_,
                                      parts_.couplings),
              scenario.fabric_switch.plant, energy_.open("heaters"), observers.light),
      light_("light", optics_, pool_, observers.link, observers.light),
      environment_(switch_),
      controller_("controller", make_controller(static_cast<unsigned>(fabric().ports())),
                  scenario.controller.period(), scenario.controller.skip_idle_clocks, environment_,
                  observers.control) {
  switch_.connect(light_);
  light_.add_fabric(switch_);
  build_nodes(scenario, observers);
  open_energy_accounts(scenario);
  environment_.connect(controller_);
}

void Platform::build_nodes(const ScenarioConfig& scenario, const PlatformObservers& observers) {
  const FibreConfig& fibre = scenario.platform.fibre;
  const systemc::LightSpan span{fibre.delay(), fibre.total_loss()};
  const base::Picoseconds exit_delay =
      base::round_to_picoseconds(span.delay + parts_.longest_delay);
  for (int n = 0; n < scenario.platform.accelerators; ++n) {
    const auto rank = static_cast<base::RankId>(n);
    const auto port = static_cast<base::PortId>(n);
    nodes_.push_back(std::make_unique<Node>(("node" + std::to_string(n)).c_str(), rank,
                                            scenario.platform, scenario.seed, pool_,
                                            observers.link));
    Node& node = *nodes_.back();
    node.transmitter.set_fabric_exit_delay(exit_delay);
    if (!scenario.workload.verify_data) {
      node.accelerator.memory.discard_below(systemc::RankMemoryMap::kQueues);
    }
    light_.add_transmitter(node.transmitter, switch_, port, span);
    light_.add_receiver(node.receiver, switch_, port, span);
    environment_.attach(node.transmitter, node.receiver);
  }
}

void Platform::open_energy_accounts(const ScenarioConfig& scenario) {
  const photonics::PowerParameters& power = scenario.platform.power;
  const TransceiverConfig& transceiver = scenario.platform.transceiver;
  const double lasers =
      static_cast<double>(scenario.platform.accelerators * transceiver.protocol.wavelengths);
  const base::Watt per_laser =
      photonics::laser_electrical_power(photonics::laser_optical_power(transceiver.transmitter),
                                        photonics::wall_plug_efficiency(power));
  energy_.open("lasers").set_power(per_laser * lasers, base::Picoseconds(0));
  energy_.open("controller").set_power(power.controller_static, base::Picoseconds(0));
  systemc::EnergyAccount& modulators = energy_.open("modulators", power.modulator);
  systemc::EnergyAccount& interfaces =
      energy_.open("electrical interfaces", power.electrical_interface);
  for (const std::unique_ptr<Node>& node : nodes_) {
    node->transmitter.meter({&modulators, &interfaces});
    node->receiver.meter({&interfaces});
  }
}

}  // namespace heliograph::platforms
