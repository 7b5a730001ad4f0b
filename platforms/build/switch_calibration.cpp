// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/switch_calibration.hpp"

#include <stdexcept>

#include "base/random.hpp"

namespace heliograph::platforms {

photonics::MeasuredCalibration measure(const SwitchConfig& config, const SwitchParts& parts,
                                       std::uint64_t seed) {
  const auto* fabric = dynamic_cast<const photonics::FeedForwardFabric*>(parts.fabric.get());
  if (fabric == nullptr) {
    throw std::invalid_argument("only the cells of topologies have monitors");
  }
  base::RandomStream noise(seed, "calibration/monitors");
  return photonics::measure_calibration({*fabric, config.driver, config.thermal, parts.couplings},
                                        config.monitor, noise);
}

photonics::CalibrationTable calibrate(const SwitchConfig& config, const SwitchParts& parts,
                                      std::uint64_t seed) {
  if (config.calibration == CalibrationKind::measured) {
    return measure(config, parts, seed).table;
  }
  return photonics::nominal_calibration(*parts.fabric, photonics::HeaterDriver(config.driver),
                                        parts.rest_phases);
}

}  // namespace heliograph::platforms
