// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "photonics/calibration/calibration_table.hpp"
#include "photonics/routing/circuit_router.hpp"
#include "platforms/build/controller_factory.hpp"
#include "platforms/build/node.hpp"
#include "platforms/build/platform_observers.hpp"
#include "platforms/build/port_circuit.hpp"
#include "platforms/build/switch_builder.hpp"
#include "platforms/build/switch_environment.hpp"
#include "platforms/description/scenario_config.hpp"
#include "systemc/control/controller_clock.hpp"
#include "systemc/kernel/energy_meter.hpp"
#include "systemc/light/light_map.hpp"
#include "systemc/light/optical_switch.hpp"
#include "systemc/link/link_layer.hpp"
#include "systemc/link/link_layer_observer.hpp"
#include "systemc/link/link_neighbours.hpp"
#include "systemc/link/receiver.hpp"
#include "systemc/link/sideband.hpp"
#include "systemc/link/transmitter.hpp"

namespace heliograph::platforms {

/// What joins nodes by light: a transceiver for each port of their NICs, one switch, and its
/// controller. Transceivers have the numbers of their switch ports (PlatformConfig::place).
class OpticalInterconnect : public sc_core::sc_module {
 public:
  /// References must outlive it.
  OpticalInterconnect(const sc_core::sc_module_name& name, const ScenarioConfig& scenario,
                      const ControllerFactory& make_controller, const PlatformObservers& observers,
                      systemc::Sideband& sideband, systemc::FramePool& pool,
                      systemc::EnergyMeter& energy);

  /// Joins the node of the next rank to the next switch ports.
  void attach(Node& node);
  /// When all are.
  void complete();

  /// These circuits are up now, and no others: link layers send to nobody else.
  void circuits_are(std::vector<PortCircuit> circuits);
  /// Calls `then` once, at once or later, when nothing on this circuit waits for an
  /// acknowledgement.
  void when_quiet(const PortCircuit& circuit, std::function<void()> then);
  /// The host software of a rank's NIC.
  [[nodiscard]] systemc::NicDriver& driver(base::RankId rank) {
    return nodes_[base::index(rank)]->driver;
  }
  /// Notes that went over the sideband so far.
  [[nodiscard]] std::int64_t notes() const { return sideband_.sent(); }

  [[nodiscard]] const photonics::SwitchFabric& fabric() const { return *parts_.fabric; }
  [[nodiscard]] const photonics::CircuitRouter& router() const { return *parts_.router; }
  [[nodiscard]] const photonics::HeaterDriver& heater_driver() const { return driver_; }
  [[nodiscard]] const photonics::CalibrationTable& calibration() const { return calibration_; }
  [[nodiscard]] const systemc::Transmitter& transmitter(base::TransceiverId id) const {
    return transceivers_[base::index(id)]->transmitter;
  }
  [[nodiscard]] systemc::ControllerClock& controller() { return controller_; }
  [[nodiscard]] SwitchEnvironment& environment() { return environment_; }

 private:
  struct Transceiver : sc_core::sc_module {
    Transceiver(const sc_core::sc_module_name& name, base::TransceiverId id,
                const TransceiverConfig& config, std::uint64_t seed, systemc::FramePool& pool,
                systemc::LinkObserver& observer);
    systemc::Transmitter transmitter;
    systemc::Receiver receiver;
    std::unique_ptr<systemc::LinkLayer> link_layer;
  };

  void attach_port(Node& node, std::size_t port);
  void put_link_layer(Transceiver& transceiver, Node& node, std::size_t port);

  [[nodiscard]] systemc::SwitchAccounts open_switch_accounts();
  void open_energy_accounts();

  const ScenarioConfig& scenario_;
  systemc::LinkObserver& observer_;
  systemc::FramePool& pool_;
  systemc::EnergyMeter& energy_;
  SwitchParts parts_;
  photonics::HeaterDriver driver_;
  photonics::CalibrationTable calibration_;
  systemc::LinkOptics optics_;
  systemc::OpticalSwitch switch_;
  systemc::LightMap light_;
  SwitchEnvironment environment_;
  systemc::ControllerClock controller_;
  // Where there is a link layer.
  systemc::LinkLayerObserver nobody_;
  systemc::LinkLayerObserver& link_layer_observer_;
  systemc::Sideband& sideband_;
  std::unique_ptr<systemc::LinkNeighbours> neighbours_;
  std::vector<PortCircuit> circuits_;

  std::vector<Node*> nodes_;  // by rank
  std::vector<std::unique_ptr<Transceiver>> transceivers_;
};

}  // namespace heliograph::platforms
