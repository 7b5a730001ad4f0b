// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <utility>

#include "photonics/fabric/netlist_description.hpp"
#include "photonics/fabric/netlist_paths.hpp"

namespace heliograph::photonics {

namespace {

/// What says that a setting of a two-armed cell is the heater of its upper arm.
constexpr const char* kUpperArm = "phase_upper_rad";

/// The number behind a prefix (`I12`, `in0`), or nothing.
std::optional<unsigned long> number_behind(const std::string& name, const std::string& prefix) {
  if (name.size() <= prefix.size() || name.size() > prefix.size() + 9 ||
      name.compare(0, prefix.size(), prefix) != 0 ||
      name.find_first_not_of("0123456789", prefix.size()) != std::string::npos) {
    return std::nullopt;
  }
  return std::stoul(name.substr(prefix.size()));
}

using Numbered = std::vector<std::pair<unsigned long, std::string>>;

bool add_numbered(const std::string& name, const std::vector<std::string>& prefixes,
                  Numbered& ports) {
  for (const std::string& prefix : prefixes) {
    if (const auto number = number_behind(name, prefix)) {
      ports.emplace_back(*number, name);
      return true;
    }
  }
  return false;
}

std::vector<std::string> in_order(Numbered ports) {
  std::sort(ports.begin(), ports.end());
  std::vector<std::string> names;
  for (auto& port : ports) {
    names.push_back(std::move(port.second));
  }
  return names;
}

class CellFinder {
 public:
  CellFinder(const NetlistLibrary& library, const ModelLibrary& models)
      : library_(library), models_(models) {}

  std::vector<NetlistCell> find() {
    find_cells(library_.netlists.front(), "");
    return std::move(cells_);
  }

 private:
  void find_cells(const Netlist& netlist, const std::string& prefix) {
    for (const Instance& instance : netlist.instances) {
      const std::string path = prefix + instance.name;
      const Netlist* inner = find_netlist(library_, instance.model);
      std::optional<NetlistCell> cell =
          inner != nullptr ? netlist_cell(*inner, path) : model_cell(instance, path);
      if (cell) {
        cell->instance = path;
        cell->location = instance.location;
        cells_.push_back(std::move(*cell));
      } else if (inner != nullptr) {
        find_cells(*inner, path + "/");
      }
    }
  }

  std::optional<NetlistCell> model_cell(const Instance& instance, const std::string& path) const {
    base::Diagnostics said_before;
    const std::unique_ptr<ScatteringModel> model =
        models_.make(instance.model, instance.settings, instance.location, said_before);
    const std::optional<std::string> setting = phase_setting(instance.model);
    if (model == nullptr || model->ports().size() != 4 || !setting) {
      return std::nullopt;
    }
    for (std::size_t to = 0; to < 4; ++to) {
      for (std::size_t from = 0; from < 4; ++from) {
        if ((to < 2) == (from < 2) && model->couples(to, from)) {
          return std::nullopt;
        }
      }
    }
    NetlistCell cell;
    cell.left = {model->ports()[0], model->ports()[1]};
    cell.right = {model->ports()[2], model->ports()[3]};
    cell.actuator = path;
    cell.setting = *setting;
    return cell;
  }

  std::optional<NetlistCell> netlist_cell(const Netlist& netlist, const std::string& path) const {
    const std::vector<std::vector<std::string>> usual{
        {"in0", "in1", "out0", "out1"}, {"I1", "I2", "O1", "O2"}, {"o1", "o2", "o4", "o3"}};
    const auto has = [&](const std::string& name) {
      return std::any_of(netlist.ports.begin(), netlist.ports.end(),
                         [&](const ExternalPort& port) { return port.name == name; });
    };
    const auto names = std::find_if(usual.begin(), usual.end(), [&](const auto& list) {
      return netlist.ports.size() == 4 && std::all_of(list.begin(), list.end(), has);
    });
    if (names == usual.end()) {
      return std::nullopt;
    }
    std::vector<std::pair<std::string, std::string>> actuators;
    find_shifters(netlist, path + "/", actuators);
    if (actuators.size() != 1) {
      return std::nullopt;
    }
    NetlistCell cell;
    cell.left = {(*names)[0], (*names)[1]};
    cell.right = {(*names)[2], (*names)[3]};
    cell.actuator = actuators.front().first;
    cell.setting = actuators.front().second;
    return cell;
  }

  /// Parts that have one phase to set, whatever their ports: a netlist with cells in it is none.
  void find_shifters(const Netlist& netlist, const std::string& prefix,
                     std::vector<std::pair<std::string, std::string>>& found) const {
    for (const Instance& instance : netlist.instances) {
      if (const Netlist* inner = find_netlist(library_, instance.model)) {
        find_shifters(*inner, prefix + instance.name + "/", found);
      } else if (const auto setting = phase_setting(instance.model)) {
        found.emplace_back(prefix + instance.name, *setting);
      }
    }
  }

  std::optional<std::string> phase_setting(const std::string& model) const {
    std::optional<std::string> found;
    for (const base::ParameterInfo& info : models_.settings(model)) {
      if (info.name == kUpperArm) {
        return info.name;
      }
      if (info.name.compare(0, 5, "phase") == 0 && info.unit == "rad") {
        if (found) {
          return std::nullopt;
        }
        found = info.name;
      }
    }
    return found;
  }

  const NetlistLibrary& library_;
  const ModelLibrary& models_;
  std::vector<NetlistCell> cells_;
};

}  // namespace

void discover_ports(const NetlistLibrary& library, NetlistFabricDescription& description,
                    base::Diagnostics& diagnostics) {
  Numbered inputs;
  Numbered outputs;
  for (const ExternalPort& port : library.netlists.front().ports) {
    if (!add_numbered(port.name, {"I", "in"}, inputs) &&
        !add_numbered(port.name, {"O", "out"}, outputs)) {
      diagnostics.error(port.location, "external port '" + port.name +
                                           "' is neither an input (I1, in0, ...) nor an output "
                                           "(O1, out0, ...) of a switch fabric");
    }
  }
  description.inputs = in_order(std::move(inputs));
  description.outputs = in_order(std::move(outputs));
}

void discover_cells(const NetlistLibrary& library, const ModelLibrary& models,
                    NetlistFabricDescription& description, base::Diagnostics& diagnostics) {
  description.cells = CellFinder(library, models).find();
  if (description.cells.empty()) {
    diagnostics.error(library.netlists.front().location,
                      "the netlist has no switching cells; expected instances with two ports on "
                      "either side and one phase setting");
  }
}

NetlistFabricDescription discover_fabric(const NetlistLibrary& library, const ModelLibrary& models,
                                         base::Diagnostics& diagnostics) {
  NetlistFabricDescription description;
  description.location = library.netlists.front().location;
  discover_ports(library, description, diagnostics);
  discover_cells(library, models, description, diagnostics);
  return description;
}

}  // namespace heliograph::photonics
