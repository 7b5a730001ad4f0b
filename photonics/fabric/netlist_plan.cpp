// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/netlist_plan.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "base/number_text.hpp"
#include "photonics/circuit/device_model.hpp"
#include "photonics/circuit/elaborate.hpp"
#include "photonics/circuit/singular.hpp"
#include "photonics/circuit/solver.hpp"
#include "photonics/device/interferometer.hpp"
#include "photonics/device/optics.hpp"
#include "photonics/fabric/cell_probe.hpp"
#include "photonics/fabric/netlist_paths.hpp"
#include "photonics/fabric/netlist_ways.hpp"

namespace heliograph::photonics {

namespace {

class Planner {
 public:
  Planner(const NetlistLibrary& library, const ModelLibrary& models,
          const NetlistFabricDescription& description, base::Diagnostics& diagnostics)
      : library_(library), models_(models), description_(description), diagnostics_(diagnostics) {}

  std::optional<NetlistFabricPlan> run(base::Metre wavelength) {
    base::Diagnostics found;
    std::optional<Circuit> circuit = elaborate(library_, models_, found);
    take_over(found);
    if (!circuit) {
      return std::nullopt;
    }
    plan_.circuit = std::move(*circuit);
    plan_.frequency = frequency_of(wavelength);
    try {
      build();
    } catch (const std::out_of_range& fault) {
      fail(description_.location, std::string("the netlist cannot be solved at ") +
                                      base::rounded_number_text(wavelength.value() * 1e9) +
                                      " nm: " + fault.what());
    } catch (const SingularCircuit& fault) {
      fail(description_.location, fault.what());
    }
    return good_ ? std::optional<NetlistFabricPlan>(std::move(plan_)) : std::nullopt;
  }

 private:
  void take_over(const base::Diagnostics& found) {
    for (const base::Diagnostic& entry : found.entries()) {
      if (entry.severity == base::Severity::error) {
        fail(entry.location, entry.message);
      } else {
        diagnostics_.warning(entry.location, entry.message);
      }
    }
  }

  void fail(const base::SourceLocation& location, const std::string& message) {
    diagnostics_.error(location, message);
    good_ = false;
  }

  void build() {
    plan_.inputs = find_externals(description_.inputs, "input");
    plan_.outputs = find_externals(description_.outputs, "output");
    if (description_.inputs.size() != description_.outputs.size()) {
      fail(description_.location, "a switch fabric has as many inputs as outputs; found " +
                                      std::to_string(description_.inputs.size()) + " and " +
                                      std::to_string(description_.outputs.size()));
    } else if (description_.inputs.empty()) {
      fail(description_.location, "a switch fabric has inputs; found none");
    }
    for (const NetlistCell& cell : description_.cells) {
      add_cell(cell);
    }
    if (good_) {
      follow_ways();
    }
    if (good_) {
      number_by_column();
    }
  }

  std::vector<std::size_t> find_externals(const std::vector<std::string>& names, const char* kind) {
    const std::vector<std::string> known = plan_.circuit.external_names();
    std::vector<std::size_t> positions;
    for (const std::string& name : names) {
      const auto found = std::find(known.begin(), known.end(), name);
      if (found == known.end()) {
        fail(description_.location, "there is no external port '" + name + "' to be an " + kind +
                                        base::did_you_mean(name, known));
        continue;
      }
      const auto position = static_cast<std::size_t>(found - known.begin());
      if (!used_externals_.emplace(position, kind).second) {
        fail(description_.location, "external port '" + name + "' is used twice: as an " +
                                        used_externals_[position] + " and as an " + kind);
      }
      positions.push_back(position);
    }
    return positions;
  }

  void add_cell(const NetlistCell& cell) {
    if (find_instance(library_, cell.instance) == nullptr) {
      fail(cell.location, "there is no instance '" + cell.instance + "' to be a cell" +
                              base::did_you_mean(cell.instance, instance_names()));
      return;
    }
    CellEnds ends;
    bool found = true;
    for (std::size_t rail = 0; rail < 2; ++rail) {
      found = find_port(cell, cell.left[rail], ends.left[rail]) && found;
      found = find_port(cell, cell.right[rail], ends.right[rail]) && found;
    }
    if (!found) {
      return;
    }
    const std::optional<CellBehaviour> behaviour =
        probe_cell(library_, models_, cell, plan_.frequency, diagnostics_);
    if (!behaviour) {
      good_ = false;
      return;
    }
    PlannedCell planned;
    planned.name = cell.instance;
    planned.actuator = plan_.circuit.find(cell.actuator).value();
    planned.setting = cell.setting;
    planned.bar = behaviour->bar;
    planned.cross = behaviour->cross;
    planned.is_phase = !cell.bar;
    if (!actuators_.emplace(std::make_pair(cell.actuator, cell.setting), cell.instance).second) {
      fail(cell.location,
           "setting '" + cell.setting + "' of '" + cell.actuator + "' is used twice: by cell '" +
               actuators_[{cell.actuator, cell.setting}] + "' and by cell '" + cell.instance + "'");
    }
    planned.field = behaviour->field;
    for (std::size_t state = 0; state < 2; ++state) {
      for (std::size_t rail = 0; rail < 2; ++rail) {
        WayCost& cost = planned.cost[state][rail];
        cost.length = arm_length(cell);
        cost.delay = behaviour->delay[state][rail];
        cost.loss = behaviour->loss[state][rail];
      }
    }
    plan_.cells.push_back(std::move(planned));
    ends_.push_back(ends);
  }

  [[nodiscard]] std::vector<std::string> instance_names() const {
    std::vector<std::string> names;
    for (const Instance& instance : library_.netlists.front().instances) {
      names.push_back(instance.name);
    }
    return names;
  }

  bool find_port(const NetlistCell& cell, const std::string& port, TerminalId& terminal) {
    const auto found = find_terminal(library_, plan_.circuit, cell.instance, port);
    if (!found) {
      fail(cell.location, "cell '" + cell.instance + "' has no port '" + port + "'");
      return false;
    }
    terminal = *found;
    const auto [entry, fresh] = used_terminals_.emplace(terminal, cell.instance + "," + port);
    if (!fresh) {
      fail(cell.location, "port '" + cell.instance + "," + port + "' is used twice: it is also '" +
                              entry->second + "' of a cell");
    }
    return fresh;
  }

  [[nodiscard]] base::Metre arm_length(const NetlistCell& cell) const {
    const auto id = plan_.circuit.find(cell.instance);
    if (id) {
      if (const auto* model = dynamic_cast<const DeviceModel<InterferometerParameters>*>(
              &plan_.circuit.model(*id))) {
        return model->config().length;
      }
    }
    return base::Metre(0.0);
  }

  void follow_ways() {
    WayFollower follower(plan_.circuit, plan_.frequency, ends_, plan_.outputs);
    const auto follow = [&](TerminalId from, bool outwards, WayEnd& end, WayCost& cost) {
      const std::optional<std::string> problem = follower.follow(from, outwards, end, cost);
      if (problem) {
        fail(description_.location, *problem);
      }
    };
    plan_.input_ways.resize(plan_.inputs.size());
    plan_.graph.inputs.resize(plan_.inputs.size());
    for (std::size_t i = 0; i < plan_.inputs.size(); ++i) {
      follow(plan_.circuit.externals()[plan_.inputs[i]].terminal, false, plan_.graph.inputs[i],
             plan_.input_ways[i]);
    }
    plan_.cell_ways.resize(ends_.size());
    plan_.graph.after.resize(ends_.size());
    for (std::size_t cell = 0; cell < ends_.size(); ++cell) {
      for (std::size_t rail = 0; rail < 2; ++rail) {
        follow(ends_[cell].right[rail], true, plan_.graph.after[cell][rail],
               plan_.cell_ways[cell][rail]);
      }
    }
  }

  void number_by_column() {
    std::vector<base::CellId> order;
    try {
      order = light_order(plan_.graph);
    } catch (const std::invalid_argument& fault) {
      fail(description_.location,
           std::string("the cells do not make a feed-forward fabric: ") + fault.what());
      return;
    }
    std::vector<std::size_t> columns(plan_.cells.size(), 0);
    for (const base::CellId cell : order) {
      for (const WayEnd& end : plan_.graph.after[base::index(cell)]) {
        if (const auto* rail = std::get_if<CellRail>(&end)) {
          std::size_t& column = columns[base::index(rail->cell)];
          column = std::max(column, columns[base::index(cell)] + 1);
        }
      }
    }
    renumber(columns);
  }

  /// Sorts everything that is kept by cell.
  void renumber(const std::vector<std::size_t>& columns) {
    std::vector<std::size_t> old_number(columns.size());
    for (std::size_t i = 0; i < old_number.size(); ++i) {
      old_number[i] = i;
    }
    std::stable_sort(old_number.begin(), old_number.end(),
                     [&](std::size_t a, std::size_t b) { return columns[a] < columns[b]; });
    std::vector<std::size_t> new_number(columns.size());
    std::map<std::size_t, std::size_t> rows;
    std::vector<PlannedCell> cells;
    std::vector<std::array<WayCost, kCellRails>> ways;
    std::vector<std::array<WayEnd, kCellRails>> after;
    for (std::size_t i = 0; i < old_number.size(); ++i) {
      const std::size_t old = old_number[i];
      new_number[old] = i;
      cells.push_back(std::move(plan_.cells[old]));
      cells.back().place = {columns[old], rows[columns[old]]++};
      ways.push_back(plan_.cell_ways[old]);
      after.push_back(plan_.graph.after[old]);
    }
    const auto rename = [&](WayEnd& end) {
      if (auto* rail = std::get_if<CellRail>(&end)) {
        rail->cell = static_cast<base::CellId>(new_number[base::index(rail->cell)]);
      }
    };
    for (std::array<WayEnd, kCellRails>& ends : after) {
      for (WayEnd& end : ends) {
        rename(end);
      }
    }
    for (WayEnd& end : plan_.graph.inputs) {
      rename(end);
    }
    plan_.cells = std::move(cells);
    plan_.cell_ways = std::move(ways);
    plan_.graph.after = std::move(after);
  }

  const NetlistLibrary& library_;
  const ModelLibrary& models_;
  const NetlistFabricDescription& description_;
  base::Diagnostics& diagnostics_;
  NetlistFabricPlan plan_;
  std::vector<CellEnds> ends_;
  std::map<std::size_t, std::string> used_externals_;
  std::map<TerminalId, std::string> used_terminals_;
  std::map<std::pair<std::string, std::string>, std::string> actuators_;
  bool good_ = true;
};

}  // namespace

std::optional<NetlistFabricPlan> plan_netlist_fabric(const NetlistLibrary& library,
                                                     const ModelLibrary& models,
                                                     const NetlistFabricDescription& description,
                                                     base::Metre wavelength,
                                                     base::Diagnostics& diagnostics) {
  return Planner(library, models, description, diagnostics).run(wavelength);
}

}  // namespace heliograph::photonics
