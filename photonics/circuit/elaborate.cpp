// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/elaborate.hpp"

#include <string>
#include <utility>
#include <vector>

#include "photonics/circuit/netlist_checker.hpp"

namespace heliograph::photonics {

namespace {

/// Builds the flat circuit from netlists that are known to be right.
class Flattener {
 public:
  Flattener(const NetlistLibrary& library, const ModelLibrary& models,
            const std::vector<NetlistPlan>& plans)
      : library_(library), models_(models), plans_(plans) {}

  Circuit run() {
    const std::vector<TerminalId> externals = expand(0, "");
    for (std::size_t i = 0; i < externals.size(); ++i) {
      circuit_.expose(library_.netlists.front().ports[i].name, externals[i]);
    }
    return std::move(circuit_);
  }

 private:
  /// Adds the parts of a netlist under `prefix`; returns where its external ports came to be.
  std::vector<TerminalId> expand(std::size_t index, const std::string& prefix) {
    const Netlist& netlist = library_.netlists[index];
    const NetlistPlan& plan = plans_[index];
    std::vector<std::vector<TerminalId>> terminals;
    for (std::size_t i = 0; i < netlist.instances.size(); ++i) {
      const Instance& instance = netlist.instances[i];
      const std::string path = prefix + instance.name;
      if (plan.instances[i].netlist) {
        terminals.push_back(expand(*plan.instances[i].netlist, path + "/"));
      } else {
        terminals.push_back(add_model(instance, path));
      }
    }
    const auto at = [&terminals](PortPlace place) { return terminals[place.instance][place.port]; };
    for (const auto& [a, b] : plan.joins) {
      circuit_.join(at(a), at(b));
    }
    std::vector<TerminalId> externals;
    for (const PortPlace& place : plan.externals) {
      externals.push_back(at(place));
    }
    return externals;
  }

  std::vector<TerminalId> add_model(const Instance& instance, const std::string& path) {
    base::Diagnostics said_before;
    const InstanceId id = circuit_.add(
        path, models_.make(instance.model, instance.settings, instance.location, said_before));
    std::vector<TerminalId> terminals;
    for (std::size_t port = 0; port < circuit_.model(id).ports().size(); ++port) {
      terminals.push_back(circuit_.terminal(id, port));
    }
    return terminals;
  }

  const NetlistLibrary& library_;
  const ModelLibrary& models_;
  const std::vector<NetlistPlan>& plans_;
  Circuit circuit_;
};

}  // namespace

std::optional<Circuit> elaborate(const NetlistLibrary& library, const ModelLibrary& models,
                                 base::Diagnostics& diagnostics,
                                 const ElaborationOptions& options) {
  base::Diagnostics found;
  const std::vector<NetlistPlan> plans = plan_netlists(library, models, options.open_port, found);
  for (const base::Diagnostic& entry : found.entries()) {
    if (entry.severity == base::Severity::error) {
      diagnostics.error(entry.location, entry.message);
    } else {
      diagnostics.warning(entry.location, entry.message);
    }
  }
  if (found.has_errors()) {
    return std::nullopt;
  }
  return Flattener(library, models, plans).run();
}

}  // namespace heliograph::photonics
