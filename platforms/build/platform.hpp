// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "photonics/calibration/calibration_table.hpp"
#include "photonics/routing/circuit_router.hpp"
#include "platforms/build/node.hpp"
#include "platforms/build/switch_builder.hpp"
#include "platforms/build/switch_environment.hpp"
#include "platforms/description/scenario_config.hpp"
#include "systemc/control/controller_clock.hpp"
#include "systemc/kernel/energy_meter.hpp"
#include "systemc/light/light_map.hpp"
#include "systemc/light/optical_switch.hpp"

namespace heliograph::platforms {

/// Those who listen to the hardware; they must outlive the platform.
struct PlatformObservers {
  systemc::LinkObserver& link;
  systemc::LightObserver& light;
  systemc::ControlObserver& control;
};

/// Makes a controller for a switch of so many ports, in reset state.
using ControllerFactory = std::function<std::unique_ptr<systemc::ControllerCore>(unsigned ports)>;
/// The controller that a scenario names: rtl/switch_ctrl or its twin.
[[nodiscard]] ControllerFactory controller_factory(ControllerKind kind);

/// The machine of a scenario, built and bound; rank r sits at port r of the switch.
class Platform : public sc_core::sc_module {
 public:
  Platform(const sc_core::sc_module_name& name, const ScenarioConfig& scenario,
           const ControllerFactory& make_controller, const PlatformObservers& observers);

  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  [[nodiscard]] Node& node(base::RankId rank) { return *nodes_[base::index(rank)]; }
  [[nodiscard]] const photonics::SwitchFabric& fabric() const { return *parts_.fabric; }
  [[nodiscard]] const photonics::CircuitRouter& router() const { return *parts_.router; }
  [[nodiscard]] const photonics::HeaterDriver& heater_driver() const { return driver_; }
  [[nodiscard]] const photonics::CalibrationTable& calibration() const { return calibration_; }
  [[nodiscard]] systemc::LightMap& light() { return light_; }
  [[nodiscard]] systemc::ControllerClock& controller() { return controller_; }
  [[nodiscard]] SwitchEnvironment& environment() { return environment_; }
  [[nodiscard]] const systemc::EnergyMeter& energy() const { return energy_; }

 private:
  void build_nodes(const ScenarioConfig& scenario, const PlatformObservers& observers);
  [[nodiscard]] systemc::SwitchAccounts open_switch_accounts(const ScenarioConfig& scenario);
  void open_energy_accounts(const ScenarioConfig& scenario);

  systemc::FramePool pool_;
  systemc::EnergyMeter energy_;
  SwitchParts parts_;
  photonics::HeaterDriver driver_;
  photonics::CalibrationTable calibration_;
  systemc::LinkOptics optics_;
  systemc::OpticalSwitch switch_;
  systemc::LightMap light_;
  SwitchEnvironment environment_;
  systemc::ControllerClock controller_;
  std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace heliograph::platforms
