// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/units.hpp"
#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/stuck_cell.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::testbenches {

/// A circuit and the cells that its light meets, from the input to the output.
struct DrawnCircuit {
  base::PortId input{};
  base::PortId output{};
  std::optional<base::Decibel> loss;  ///< written at the output
  std::vector<photonics::PathHop> hops;
};

/// What a drawing of a fabric shows.
struct FabricPicture {
  std::string title;
  std::string caption;
  std::vector<photonics::CellState> states;  ///< of every cell
  std::vector<DrawnCircuit> circuits;        ///< each gets a line of its own colour, in this order
  std::vector<photonics::StuckCell> stuck = {};  ///< cells that cannot be set
  std::vector<bool> unset = {};  ///< by cell, that nobody has set it; empty if all are set
};

/// Circuits from the given inputs, as SwitchFabric::trace() finds them, with the loss of their
/// traces; inputs whose light ends in the dark have none. Throws as SwitchFabric::trace().
[[nodiscard]] FabricPicture traced_picture(const photonics::SwitchFabric& fabric,
                                           const std::vector<photonics::CellState>& states,
                                           const std::vector<base::PortId>& inputs);

/// An SVG page: the fabric as its structure().drawing has it, the state of each cell as its colour
/// and as the two rails in it, circuits as coloured lines, cells that cannot be set in a red frame
/// (crossed out where nothing can pass), unset cells dashed and with a question mark in place of
/// rails, losses at the outputs, a legend, title and caption. Groups
/// have the ids `waveguides`, `dark-ends`, `cells`, `rails`, `circuits`, `failed`, `ports`,
/// `legend`; each cell and each circuit has a <title>, which browsers show to who points
/// at it. No scripts, no style sheets. The same picture gives the same bytes.
///
/// Throws std::invalid_argument unless there is a state for each cell, and of none or each whether
/// it is unset, stuck cells are there, and each circuit's hops are the cells that light from its
/// input meets, in the states that the picture says, until it leaves by its output.
[[nodiscard]] std::string fabric_svg(const photonics::SwitchFabric& fabric,
                                     const FabricPicture& picture);

}  // namespace heliograph::testbenches
