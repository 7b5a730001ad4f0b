// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/units.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/circuit/netlist.hpp"
#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/netlist_description.hpp"

namespace heliograph::photonics {

/// What light meets on a stretch of its way, by the models' own fields at the fabric's wavelength.
struct WayCost {
  std::size_t crossings = 0;
  base::Metre length;  ///< of what has a length setting: waveguides and the arms of cells
  base::Second delay;  ///< group delay
  base::Decibel loss;

  WayCost& operator+=(const WayCost& other);
};

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
  std::vector<WayCost> input_ways;                ///< from an input to the end in the graph
  std::vector<std::array<WayCost, 2>> cell_ways;  ///< from a right port of a cell
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
