// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/platform.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "platforms/build/link_path.hpp"
#include "platforms/build/switch_calibration.hpp"
#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "systemc/control/verilated/switch_ctrl_rtl.hpp"

namespace heliograph::platforms {

namespace {

systemc::LinkOptics make_optics(const PlatformConfig& config, base::Hertz carrier) {
  LinkPath way = link_path(config, carrier);
  return {photonics::SwitchedLink(std::move(way.design), way.fabric),
          config.transceiver.frame_bits(), config.transceiver.protocol.lock_max_ber};
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
      calibration_(calibrate(scenario.fabric_switch, parts_, scenario.seed)),
      optics_(make_optics(scenario.platform, fabric().design_frequency())),
      switch_("switch", fabric(), driver_,
              photonics::ThermalPlant(fabric().actuators(), scenario.fabric_switch.thermal, driver_,
                                      parts_.couplings),
              photonics::AmbientDrift(fabric().actuators(), scenario.fabric_switch.ambient,
                                      scenario.seed),
              scenario.fabric_switch.plant, open_switch_accounts(scenario), observers.light),
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
                                            scenario.platform, scenario.workload.verify_data,
                                            scenario.seed, pool_, observers.link));
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

systemc::SwitchAccounts Platform::open_switch_accounts(const ScenarioConfig& scenario) {
  const photonics::PowerParameters& power = scenario.platform.power;
  systemc::EnergyAccount& heaters = energy_.open("heaters");
  systemc::EnergyAccount& drivers =
      energy_.open("heater drivers", base::JoulePerBit(0.0), power.dac_write);
  return {heaters, drivers, power.dac_channel};
}

void Platform::open_energy_accounts(const ScenarioConfig& scenario) {
  const photonics::PowerParameters& power = scenario.platform.power;
  const TransceiverConfig& transceiver = scenario.platform.transceiver;
  const int lanes = transceiver.protocol.wavelengths;
  const double wavelengths = static_cast<double>(scenario.platform.accelerators * lanes);
  const base::Watt per_laser =
      photonics::laser_electrical_power(photonics::laser_optical_power(transceiver.transmitter),
                                        photonics::wall_plug_efficiency(power));
  const bool coded = transceiver.fec.scheme != photonics::FecScheme::none ||
                     transceiver.fec.inner != photonics::InnerCode::none;
  energy_.open("controller").set_power(power.controller_static, base::Picoseconds(0));
  energy_.open("lasers").set_power(per_laser * wavelengths, base::Picoseconds(0));
  const bool amplified =
      scenario.platform.amplifier.position.place != photonics::AmplifierPlace::none;
  energy_.open("amplifiers")
      .set_power(amplified ? power.amplifier * static_cast<double>(nodes_.size()) : base::Watt(0.0),
                 base::Picoseconds(0));
  systemc::EnergyAccount& modulators = energy_.open("modulators", power.modulator);
  base::Watt tuning;
  if (transceiver.protocol.modulator == systemc::ModulatorKind::ring) {
    for (const std::unique_ptr<Node>& node : nodes_) {
      tuning += photonics::ring_tuning_power(transceiver.rings, scenario.seed,
                                             node->transmitter.id(), lanes);
    }
  }
  energy_.open("ring tuning").set_power(tuning, base::Picoseconds(0));
  energy_.open("receivers").set_power(power.receiver * wavelengths, base::Picoseconds(0));
  systemc::EnergyAccount& serdes = energy_.open(
      "SerDes", photonics::serdes_energy(power, transceiver.protocol.line_rate, lanes));
  systemc::EnergyAccount& encoders =
      energy_.open("FEC encoders", photonics::encoding_energy(power, coded));
  systemc::EnergyAccount& decoders =
      energy_.open("FEC decoders", photonics::decoding_energy(power, coded));
  systemc::EnergyAccount& interfaces =
      energy_.open("electrical interfaces", power.electrical_interface);
  for (const std::unique_ptr<Node>& node : nodes_) {
    node->transmitter.meter({&modulators, &serdes, &encoders, &interfaces});
    node->receiver.meter({&serdes, &decoders, &interfaces});
  }
}

}  // namespace heliograph::platforms
