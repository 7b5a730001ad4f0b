// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/thermal/ambient_drift.hpp"
#include "photonics/thermal/heater_driver.hpp"
#include "photonics/thermal/thermal_plant.hpp"
#include "systemc/kernel/energy_meter.hpp"
#include "systemc/light/dac_bank.hpp"
#include "systemc/light/fabric_light.hpp"
#include "systemc/light/light_observer.hpp"
#include "systemc/light/switch_parameters.hpp"

namespace heliograph::systemc {

/// Where a switch books what it draws.
struct SwitchAccounts {
  EnergyAccount& heaters;  ///< the power in them
  EnergyAccount& drivers;  ///< what drivers and DACs take besides; an event for each code written
  base::Watt dac_channel;  ///< static power of one DAC and its driver
};

/// The plant that a switch controller drives: DACs, heaters, heat, and the field matrix that
/// follows from them. After each latch the field moves; the switch announces it in intervals of a
/// quarter time constant until every cell is within the settled extinction, then in a few that
/// double in length until nothing of the change is left, then as one last
/// interval without end. Where drivers end an overdrive an interval ends too.
///
/// While the ambient temperature moves, the field never rests: no interval is so long that drift
/// moves a phase by more than the settled tolerance, and each sample of a loop that
/// compensates the drift begins one.
class OpticalSwitch : public sc_core::sc_module, public FabricLight {
 public:
  SC_HAS_PROCESS(OpticalSwitch);
  /// All references must outlive the switch.
  OpticalSwitch(const sc_core::sc_module_name& name, const photonics::SwitchFabric& fabric,
                const photonics::HeaterDriver& driver, photonics::ThermalPlant plant,
                photonics::AmbientDrift drift, const OpticalSwitchParameters& parameters,
                const SwitchAccounts& accounts, LightObserver& observer);

  DacBank dacs;

  void connect(FabricListener& listener) { listener_ = &listener; }

  [[nodiscard]] std::size_t ports() const override { return fabric_.ports(); }
  void field_at(base::Picoseconds at, Eigen::MatrixXcd& matrix) override;
  [[nodiscard]] base::Picoseconds interval_end() const override;
  [[nodiscard]] LightPath path(base::PortId input) const override;

 private:
  void latched(const std::vector<photonics::DacCode>& codes);
  void drive_changed();
  void begin_interval();
  void update_paths();
  void look_at_phases(base::Picoseconds at);

  const photonics::SwitchFabric& fabric_;
  const photonics::HeaterDriver& driver_;
  photonics::ThermalPlant plant_;
  photonics::AmbientDrift drift_;
  base::Radian settled_tolerance_;
  SwitchAccounts accounts_;
  LightObserver& observer_;
  FabricListener* listener_ = nullptr;
  sc_core::sc_event interval_event_;
  base::Picoseconds settled_at_;
  base::Picoseconds next_drive_change_ = base::Picoseconds::never();
  int intervals_after_settling_ = 0;
  bool settled_announced_ = false;
  base::Picoseconds interval_end_;
  base::Picoseconds drift_step_;
  base::Picoseconds loop_sample_;  ///< the last one; holds to the very end of the interval
  std::vector<base::Radian> phases_;
  std::vector<LightPath> paths_;
};

}  // namespace heliograph::systemc
