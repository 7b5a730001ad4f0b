// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/platform.hpp"

#include <string>

namespace heliograph::platforms {

Platform::Platform(const sc_core::sc_module_name& name, const ScenarioConfig& scenario,
                   const ControllerFactory& make_controller, const PlatformObservers& observers)
    : sc_core::sc_module(name), sideband_("sideband", scenario.platform.sideband, scenario.seed) {
  if (scenario.platform.electrical_machine()) {
    electrical_ = std::make_unique<ElectricalInterconnect>("electrical", scenario, observers.link,
                                                           pool_, energy_);
  } else {
    optical_ = std::make_unique<OpticalInterconnect>("optical", scenario, make_controller,
                                                     observers, sideband_, pool_, energy_);
  }
  for (int n = 0; n < scenario.platform.accelerators; ++n) {
    nodes_.push_back(std::make_unique<Node>(("node" + std::to_string(n)).c_str(),
                                            static_cast<base::RankId>(n), scenario.platform,
                                            scenario.workload.verify_data, pool_));
    nodes_.back()->nic.connect(sideband_);
    if (electrical_) {
      electrical_->attach(*nodes_.back());
    } else {
      optical_->attach(*nodes_.back());
    }
  }
  if (optical_) {
    optical_->complete();
  }
}

}  // namespace heliograph::platforms
