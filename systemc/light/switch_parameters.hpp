// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::systemc {

/// How actuator codes get into the DACs, and how finely settling is resolved.
struct OpticalSwitchParameters {
  base::Hertz dac_serial_clock{50e6};
  int dac_frame_bits = 24;
  int dac_chains = 8;
  base::Decibel settled_extinction{40.0};

  /// Time to shift one code into its DAC.
  [[nodiscard]] base::Picoseconds dac_write_time() const;
  [[nodiscard]] static base::ParameterTable<OpticalSwitchParameters> table();
};

}  // namespace heliograph::systemc
