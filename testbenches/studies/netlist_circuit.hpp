// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/formats/netlist_file.hpp"

namespace heliograph::testbenches {

/// The circuit of a netlist that was read with `diagnostics`, with the built-in models and, unless
/// `model_map` is empty, those that this file maps. Throws base::InputError with everything that
/// was found when there is an error; warnings stay in `diagnostics`.
[[nodiscard]] photonics::Circuit build_circuit(photonics::NetlistFile file,
                                               const std::string& model_map,
                                               base::Diagnostics& diagnostics);

/// The circuit of a netlist file.
[[nodiscard]] photonics::Circuit read_circuit(const std::string& path, const std::string& model_map,
                                              base::Diagnostics& diagnostics);

/// The circuit of a netlist as text, for those that are part of the program.
[[nodiscard]] photonics::Circuit parse_circuit(std::string_view text, const std::string& name);

}  // namespace heliograph::testbenches
