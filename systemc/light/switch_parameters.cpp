// SPDX-License-Identifier: Apache-2.0
#include "systemc/light/switch_parameters.hpp"

namespace heliograph::systemc {

using base::Basis;
using base::Range;

base::Picoseconds OpticalSwitchParameters::dac_write_time() const {
  return base::round_to_picoseconds(
      base::Second(static_cast<double>(dac_frame_bits) / dac_serial_clock.value()));
}

base::ParameterTable<OpticalSwitchParameters> OpticalSwitchParameters::table() {
  using P = OpticalSwitchParameters;
  base::ParameterTable<P> table;
  table
      .number("dac_serial_MHz", &P::dac_serial_clock, {"MHz", 1e6}, Range{0.001, 10'000.0},
              "clock of the serial chains that fill the DACs",
              {Basis::cited, "SPI DACs of bench drivers: 50 MHz (control-and-links D.5)"})
      .integer("dac_frame_bits", &P::dac_frame_bits, Range{1, 256},
               "bits shifted for one code: command, address and data",
               {Basis::cited, "24-bit frames: 8 of command and address, 16 of data"}, "bit")
      .integer("dac_chains", &P::dac_chains, Range{1, 4096},
               "chains that shift in parallel; any chain can reach any DAC",
               {Basis::assumed, "8; sweep from 1"})
      .number("settled_extinction_dB", &P::settled_extinction, {"dB", 1.0}, Range{1.0, 120.0},
              "a fabric counts as settled when the phase that is still missing in any cell would "
              "leak less than this below the signal; until then its error rates are stepped every "
              "quarter of the heater's time constant",
              {Basis::chosen, "40 dB: 5.06 time constants from a swing of pi"});
  return table;
}

}  // namespace heliograph::systemc
