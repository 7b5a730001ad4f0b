// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "base/diagnostics.hpp"
#include "base/units.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/circuit/netlist.hpp"
#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/fabric_layout.hpp"
#include "photonics/fabric/netlist_description.hpp"
#include "photonics/fabric/way_cost.hpp"

namespace heliograph::photonics {

/// A cell of a NetlistFabric.
struct PlannedCell {
  std::string name;
  InstanceId actuator{};
  std::string setting;
  double bar = 0.0;  ///< values of the setting
  double cross = 0.0;
  bool is_phase = true;  ///< the setting is a phase in radian, its values were computed
  CellPlace place;
  std::array<std::array<WayCost, 2>, 2> cost;  ///< by state (bar first) and rail of entry
  std::array<Eigen::Matrix2cd, 2> field;       ///< by state (bar first): (right rail, left rail)
};

/// A netlist whose parts are known to make a switch fabric: what a NetlistFabric is made of. Cells
/// are numbered in the order of their columns (the most cells that light can meet before them) and,
/// in a column, of the description.
struct NetlistFabricPlan {
  Circuit circuit;
  base::Hertz frequency;
  std::vector<std::size_t> inputs;  ///< positions among the circuit's externals
  std::vector<std::size_t> outputs;
  std::vector<PlannedCell> cells;
  CellGraph graph;
  std::vector<WayCost> input_ways;  ///< from an input to the end in the graph
  std::vector<std::array<WayCost, kCellRails>> cell_ways;  ///< by cell and rail of leaving
};

/// Checks that the netlist is a feed-forward fabric of the described cells: ports and settings that
/// are there and used once, as many inputs as outputs, cells that reach both of their states, and
/// between them nothing but parts with one way through (two ports, or a crossing). Every mistake
/// is added to `diagnostics`, those that elaborate() finds included; nothing is returned then.
[[nodiscard]] std::optional<NetlistFabricPlan> plan_netlist_fabric(
    const NetlistLibrary& library, const ModelLibrary& models,
    const NetlistFabricDescription& description, base::Metre wavelength,
    base::Diagnostics& diagnostics);

}  // namespace heliograph::photonics
