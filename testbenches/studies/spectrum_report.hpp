// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/studies/spectrum.hpp"

namespace heliograph::testbenches {

/// Tables for people, one an input: a line a frequency, a column an output, power in decibel.
[[nodiscard]] std::string spectrum_text(const Spectrum& spectrum);

/// `wavelength_nm,frequency_THz,input,output,power_dB,phase_rad,re,im`, a line for each frequency
/// and pair of ports. No light at all leaves power_dB and phase_rad empty.
[[nodiscard]] std::string spectrum_csv(const Spectrum& spectrum);

/// `{"rows": [...]}` with the same columns; null for what is empty there.
[[nodiscard]] std::string spectrum_json(const Spectrum& spectrum);

}  // namespace heliograph::testbenches
