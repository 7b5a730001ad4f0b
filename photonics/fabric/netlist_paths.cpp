// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/netlist_paths.hpp"

#include <algorithm>

namespace heliograph::photonics {

const Netlist* find_netlist(const NetlistLibrary& library, const std::string& name) {
  const auto found = std::find_if(library.netlists.begin(), library.netlists.end(),
                                  [&](const Netlist& netlist) { return netlist.name == name; });
  return found == library.netlists.end() ? nullptr : &*found;
}

const Instance* find_instance(const NetlistLibrary& library, const std::string& path) {
  const Netlist* netlist = library.netlists.empty() ? nullptr : &library.netlists.front();
  const Instance* instance = nullptr;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    if (netlist == nullptr) {
      return nullptr;
    }
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    const auto found =
        std::find_if(netlist->instances.begin(), netlist->instances.end(),
                     [&](const Instance& candidate) { return candidate.name == name; });
    if (found == netlist->instances.end()) {
      return nullptr;
    }
    instance = &*found;
    netlist = find_netlist(library, instance->model);
    begin = end + 1;
  }
  return instance;
}

std::optional<TerminalId> find_terminal(const NetlistLibrary& library, const Circuit& circuit,
                                        const std::string& path, const std::string& port) {
  const Instance* instance = find_instance(library, path);
  if (instance == nullptr) {
    return std::nullopt;
  }
  const Netlist* inner = find_netlist(library, instance->model);
  if (inner != nullptr) {
    const auto external =
        std::find_if(inner->ports.begin(), inner->ports.end(),
                     [&](const ExternalPort& candidate) { return candidate.name == port; });
    if (external == inner->ports.end()) {
      return std::nullopt;
    }
    return find_terminal(library, circuit, path + "/" + external->port.instance,
                         external->port.port);
  }
  const std::optional<InstanceId> id = circuit.find(path);
  if (!id) {
    return std::nullopt;
  }
  const std::optional<std::size_t> position = circuit.model(*id).port(port);
  return position ? std::optional<TerminalId>(circuit.terminal(*id, *position)) : std::nullopt;
}

}  // namespace heliograph::photonics
