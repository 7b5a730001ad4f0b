// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "photonics/circuit/circuit.hpp"
#include "photonics/circuit/netlist.hpp"

namespace heliograph::photonics {

/// The netlist of that name, or null.
[[nodiscard]] const Netlist* find_netlist(const NetlistLibrary& library, const std::string& name);

/// The instance at a path that begins in the top netlist (`row_1/cell_3`), or null.
[[nodiscard]] const Instance* find_instance(const NetlistLibrary& library, const std::string& path);

/// The port of the flat circuit that `port` of the instance at `path` is; the instance may be one
/// of a netlist. Nothing when one of the two is not there.
[[nodiscard]] std::optional<TerminalId> find_terminal(const NetlistLibrary& library,
                                                      const Circuit& circuit,
                                                      const std::string& path,
                                                      const std::string& port);

}  // namespace heliograph::photonics
