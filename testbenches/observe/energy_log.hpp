// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/time.hpp"
#include "photonics/thermal/heater_driver.hpp"

namespace heliograph::testbenches {

/// All heaters' codes from an instant on.
struct LatchRecord {
  base::Picoseconds when;
  std::vector<photonics::DacCode> codes;  ///< by actuator
};

/// What cost energy in a run, one by one, as observers were told of it.
struct EnergyLog {
  std::vector<LatchRecord> latches;  ///< in the order of time
  std::int64_t codes_written = 0;    ///< shifted towards DACs
  std::int64_t frames_sent = 0;
  std::int64_t frames_arrived = 0;  ///< at receivers, copies of split light included
};

}  // namespace heliograph::testbenches
