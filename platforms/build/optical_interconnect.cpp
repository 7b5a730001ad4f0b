// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/optical_interconnect.hpp"

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

OpticalInterconnect::Transceiver::Transceiver(const sc_core::sc_module_name& name,
                                              base::TransceiverId id,
                                              const TransceiverConfig& config, std::uint64_t seed,
                                              systemc::FramePool& pool,
                                              systemc::LinkObserver& observer)
    : sc_core::sc_module(name),
      transmitter("transmitter", id, config.protocol, observer, seed),
      receiver("receiver", id, config.protocol,
               config.fec.decode_latency(config.protocol.line_rate), seed, pool, observer) {}

OpticalInterconnect::OpticalInterconnect(const sc_core::sc_module_name& name,
                                         const ScenarioConfig& scenario,
                                         const ControllerFactory& make_controller,
                                         const PlatformObservers& observers,
                                         systemc::Sideband& sideband, systemc::FramePool& pool,
                                         systemc::EnergyMeter& energy)
    : sc_core::sc_module(name),
      scenario_(scenario),
      observer_(observers.link),
      pool_(pool),
      energy_(energy),
      parts_(build_switch(scenario.fabric_switch, scenario.seed)),
      driver_(scenario.fabric_switch.driver),
      calibration_(calibrate(scenario.fabric_switch, parts_, scenario.seed)),
      optics_(make_optics(scenario.platform, fabric().design_frequency())),
      switch_("switch", fabric(), driver_,
              photonics::ThermalPlant(fabric().actuators(), scenario.fabric_switch.thermal, driver_,
                                      parts_.couplings),
              photonics::AmbientDrift(fabric().actuators(), scenario.fabric_switch.ambient,
                                      scenario.seed),
              scenario.fabric_switch.plant, open_switch_accounts(), observers.light),
      light_("light", optics_, pool, observers.link, observers.light),
      environment_(switch_),
      controller_("controller", make_controller(static_cast<unsigned>(fabric().ports())),
                  scenario.controller.period(), scenario.controller.skip_idle_clocks, environment_,
                  observers.control),
      link_layer_observer_(observers.link_layer != nullptr ? *observers.link_layer : nobody_),
      sideband_(sideband) {
  if (scenario.platform.link_layer.active()) {
    neighbours_ = std::make_unique<systemc::LinkNeighbours>(sideband_);
  }
  switch_.connect(light_);
  light_.add_fabric(switch_);
}

void OpticalInterconnect::attach(Node& node) {
  nodes_.push_back(&node);
  for (std::size_t port = 0; port < node.nic.ports(); ++port) {
    attach_port(node, port);
  }
}

void OpticalInterconnect::attach_port(Node& node, std::size_t port) {
  const std::size_t place = transceivers_.size();
  const FibreConfig& fibre = scenario_.platform.fibre;
  const systemc::LightSpan span{fibre.delay(), fibre.total_loss()};
  transceivers_.push_back(std::make_unique<Transceiver>(
      ("transceiver" + std::to_string(place)).c_str(), static_cast<base::TransceiverId>(place),
      scenario_.platform.transceiver, scenario_.seed, pool_, observer_));
  systemc::Transmitter& transmitter = transceivers_.back()->transmitter;
  systemc::Receiver& receiver = transceivers_.back()->receiver;
  if (neighbours_) {
    put_link_layer(*transceivers_.back(), node, port);
  } else {
    transmitter.connect(node.nic.port(port));
    receiver.connect(node.nic.port(port));
    node.nic.connect(transmitter, port);
  }
  transmitter.send_trains(scenario_.fidelity == Fidelity::trains);
  transmitter.set_fabric_exit_delay(base::round_to_picoseconds(span.delay + parts_.longest_delay));
  light_.add_transmitter(transmitter, switch_, static_cast<base::PortId>(place), span);
  light_.add_receiver(receiver, switch_, static_cast<base::PortId>(place), span);
  environment_.attach(transmitter, receiver);
}

void OpticalInterconnect::put_link_layer(Transceiver& transceiver, Node& node, std::size_t port) {
  const systemc::TransceiverParameters& protocol = scenario_.platform.transceiver.protocol;
  const base::TransceiverId id = transceiver.transmitter.id();
  const base::RankId rank = scenario_.platform.rank_at(base::index(id));
  transceiver.link_layer = std::make_unique<systemc::LinkLayer>(
      ("link_layer" + std::to_string(base::index(id))).c_str(), id, rank,
      scenario_.platform.link_layer, protocol.frame_payload + protocol.frame_overhead,
      protocol.rx_latency + scenario_.platform.transceiver.fec.decode_latency(protocol.line_rate),
      pool_, *neighbours_, link_layer_observer_);
  systemc::LinkLayer& layer = *transceiver.link_layer;
  systemc::Transmitter& transmitter = transceiver.transmitter;
  systemc::Receiver& receiver = transceiver.receiver;
  layer.connect(node.nic.port(port), node.nic.port(port));
  layer.connect(transmitter);
  layer.on_ask_again([&transmitter] { transmitter.ask_again(); });
  receiver.look_at_first_frames();
  layer.on_watch([&receiver](bool closely) { receiver.watch_closely(closely); });
  layer.on_reach([this, rank, port](base::RankId peer) {
    return std::any_of(circuits_.begin(), circuits_.end(), [&](const PortCircuit& circuit) {
      return circuit.ranks.from == rank && circuit.ranks.to == peer && circuit.from_port == port;
    });
  });
  transmitter.connect(layer);
  receiver.connect(layer);
  node.nic.connect(layer, port);
  node.nic.obey(layer, port);
}

void OpticalInterconnect::circuits_are(std::vector<PortCircuit> circuits) {
  circuits_ = std::move(circuits);
  for (const std::unique_ptr<Transceiver>& each : transceivers_) {
    if (each->link_layer) {
      each->link_layer->circuit_changed();
    }
  }
}

void OpticalInterconnect::when_quiet(const PortCircuit& circuit, std::function<void()> then) {
  const Transceiver& transceiver =
      *transceivers_[scenario_.platform.place(circuit.ranks.from, circuit.from_port)];
  if (transceiver.link_layer) {
    transceiver.link_layer->when_quiet(circuit.ranks.to, std::move(then));
  } else {
    then();
  }
}

void OpticalInterconnect::complete() {
  open_energy_accounts();
  environment_.connect(controller_);
}

systemc::SwitchAccounts OpticalInterconnect::open_switch_accounts() {
  const photonics::PowerParameters& power = scenario_.platform.power;
  systemc::EnergyAccount& heaters = energy_.open("heaters");
  systemc::EnergyAccount& drivers =
      energy_.open("heater drivers", base::JoulePerBit(0.0), power.dac_write);
  return {heaters, drivers, power.dac_channel};
}

void OpticalInterconnect::open_energy_accounts() {
  const photonics::PowerParameters& power = scenario_.platform.power;
  const TransceiverConfig& transceiver = scenario_.platform.transceiver;
  const int lanes = transceiver.protocol.wavelengths;
  const double wavelengths = static_cast<double>(scenario_.platform.transceivers() * lanes);
  const base::Watt per_laser =
      photonics::laser_electrical_power(photonics::laser_optical_power(transceiver.transmitter),
                                        photonics::wall_plug_efficiency(power));
  const bool coded = transceiver.fec.scheme != photonics::FecScheme::none ||
                     transceiver.fec.inner != photonics::InnerCode::none;
  energy_.open("controller").set_power(power.controller_static, base::Picoseconds(0));
  energy_.open("lasers").set_power(per_laser * wavelengths, base::Picoseconds(0));
  const bool amplified =
      scenario_.platform.amplifier.position.place != photonics::AmplifierPlace::none;
  energy_.open("amplifiers")
      .set_power(
          amplified ? power.amplifier * static_cast<double>(transceivers_.size()) : base::Watt(0.0),
          base::Picoseconds(0));
  systemc::EnergyAccount& modulators = energy_.open("modulators", power.modulator);
  base::Watt tuning;
  if (transceiver.protocol.modulator == systemc::ModulatorKind::ring) {
    for (const std::unique_ptr<Transceiver>& each : transceivers_) {
      tuning += photonics::ring_tuning_power(transceiver.rings, scenario_.seed,
                                             each->transmitter.id(), lanes);
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
  for (const std::unique_ptr<Transceiver>& each : transceivers_) {
    each->transmitter.meter({&modulators, &serdes, &encoders, &interfaces});
    each->receiver.meter({&serdes, &decoders, &interfaces});
  }
  if (neighbours_) {
    sideband_.meter(
        &energy_.open("sideband", base::JoulePerBit(0.0), scenario_.platform.sideband.energy));
  }
}

}  // namespace heliograph::platforms
