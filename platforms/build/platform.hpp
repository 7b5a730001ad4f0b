// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "platforms/build/electrical_interconnect.hpp"
#include "platforms/build/node.hpp"
#include "platforms/build/optical_interconnect.hpp"
#include "platforms/build/platform_observers.hpp"
#include "platforms/description/scenario_config.hpp"
#include "systemc/kernel/energy_meter.hpp"
#include "systemc/link/sideband.hpp"
#include "systemc/link/frame_pool.hpp"

namespace heliograph::platforms {

/// The machine of a scenario, built and bound: nodes, and one interconnect that joins them. On an
/// optical one with p ports a node rank r sits at ports r * p and following of the switch.
class Platform : public sc_core::sc_module {
 public:
  /// What is passed must outlive it. An electrical machine has no controller.
  Platform(const sc_core::sc_module_name& name, const ScenarioConfig& scenario,
           const ControllerFactory& make_controller, const PlatformObservers& observers);

  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  [[nodiscard]] Node& node(base::RankId rank) { return *nodes_[base::index(rank)]; }
  /// nullptr on electrical machines.
  [[nodiscard]] OpticalInterconnect* optical() { return optical_.get(); }
  [[nodiscard]] const OpticalInterconnect* optical() const { return optical_.get(); }
  /// nullptr on optical machines.
  [[nodiscard]] ElectricalInterconnect* electrical() { return electrical_.get(); }
  [[nodiscard]] const systemc::EnergyMeter& energy() const { return energy_; }
  /// Frames on their way or kept to be sent again.
  [[nodiscard]] std::int64_t frames_under_way() const {
    return static_cast<std::int64_t>(pool_.in_flight());
  }

 private:
  systemc::FramePool pool_;
  systemc::EnergyMeter energy_;
  systemc::Sideband sideband_;
  std::unique_ptr<OpticalInterconnect> optical_;
  std::unique_ptr<ElectricalInterconnect> electrical_;
  std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace heliograph::platforms
