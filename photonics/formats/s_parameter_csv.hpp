// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "photonics/circuit/s_parameters.hpp"

namespace heliograph::photonics {

/// S-parameters as comma-separated values (RFC 4180), a line for each frequency and pair of ports:
/// `frequency_Hz,output,input,re,im`. Numbers read back as they are. Throws as require_valid()
/// does.
[[nodiscard]] std::string csv_text(const SParameters& data);

/// A name as a field of such a line: in quotes where it needs them.
[[nodiscard]] std::string csv_field(const std::string& text);

}  // namespace heliograph::photonics
