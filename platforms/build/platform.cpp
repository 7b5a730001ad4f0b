// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/platform.hpp"

#include <algorithm>
#include <string>

#include "base/random.hpp"
#include "photonics/fabric/benes.hpp"
#include "photonics/routing/benes_router.hpp"
#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "systemc/control/verilated/switch_ctrl_rtl.hpp"

namespace heliograph::platforms {

namespace {

std::unique_ptr<photonics::SwitchFabric> make_fabric(const ScenarioConfig& scenario) {
  const SwitchConfig& config = scenario.fabric_switch;
  const auto ports = static_cast<std::size_t>(config.ports);
  base::RandomStream random(scenario.seed, "fabrication/switch");
  return std::make_unique<photonics::BenesFabric>(
      ports, config.benes,
      photonics::draw_phase_errors(photonics::BenesLayout(ports).cells(),
                                   config.benes.phase_error_sigma, random));
}

photonics::ThermalPlant make_plant(const SwitchConfig& config,
                                   const photonics::SwitchFabric& fabric,
                                   const photonics::HeaterDriver& driver) {
  return photonics::ThermalPlant(
      fabric.actuators(), config.thermal, driver,
      photonics::column_couplings(fabric.actuators(), static_cast<std::size_t>(config.ports) / 2,
                                  config.thermal));
}

systemc::LinkOptics make_optics(const TransceiverConfig& config) {
  return systemc::LinkOptics(config.transmitter, config.receiver, config.fec.scheme,
                             config.frame_bits(), config.protocol.lock_max_ber);
}

/// The longest way through the fabric, whatever its cells do: for the drain acknowledgement.
base::Second longest_path(const photonics::SwitchFabric& fabric) {
  base::Second longest;
  for (const photonics::CellState state :
       {photonics::CellState::bar, photonics::CellState::cross}) {
    const std::vector<photonics::CellState> states(fabric.cells(), state);
    for (std::size_t port = 0; port < fabric.ports(); ++port) {
      longest = std::max(longest, fabric.trace(static_cast<base::PortId>(port), states).delay);
    }
  }
  return longest;
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
      fabric_(make_fabric(scenario)),
      router_(std::make_unique<photonics::BenesRouter>(fabric_->ports())),
      driver_(scenario.fabric_switch.driver),
      calibration_(photonics::nominal_calibration(*fabric_, driver_)),
      optics_(make_optics(scenario.platform.transceiver)),
      switch_("switch", *fabric_, driver_, make_plant(scenario.fabric_switch, *fabric_, driver_),
              scenario.fabric_switch.plant, energy_.open("heaters"), observers.light),
      light_("light", optics_, pool_, observers.link, observers.light),
      environment_(switch_),
      controller_("controller", make_controller(static_cast<unsigned>(fabric_->ports())),
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
      base::round_to_picoseconds(span.delay + longest_path(*fabric_));
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
  const base::Watt per_laser = photonics::laser_electrical_power(
      photonics::laser_optical_power(transceiver.transmitter), power.laser_efficiency);
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
