// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/circuit/netlist.hpp"

namespace heliograph::photonics {

/// A port of an instance by position, so that two names of one port are one.
struct PortPlace {
  std::size_t instance = 0;
  std::size_t port = 0;

  friend bool operator<(const PortPlace& a, const PortPlace& b) {
    return a.instance != b.instance ? a.instance < b.instance : a.port < b.port;
  }
};

/// What one instance stands for.
struct InstancePlan {
  /// The netlist that it is an instance of; nothing when it is a model.
  std::optional<std::size_t> netlist;
  std::vector<std::string> ports;
  /// All names of its ports with their positions (a model has alternatives).
  std::map<std::string, std::size_t> positions;
};

/// One netlist with every reference resolved.
struct NetlistPlan {
  std::vector<InstancePlan> instances;
  std::vector<std::pair<PortPlace, PortPlace>> joins;
  std::vector<PortPlace> externals;  ///< in the order of Netlist::ports
};

/// Checks the netlists that the top one reaches, each once however often it is used, and resolves
/// them; unreached ones stay empty. The result is meaningful when no error was added.
[[nodiscard]] std::vector<NetlistPlan> plan_netlists(const NetlistLibrary& library,
                                                     const ModelLibrary& models,
                                                     base::Severity open_port,
                                                     base::Diagnostics& diagnostics);

}  // namespace heliograph::photonics
