// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/circuit/netlist.hpp"

namespace heliograph::photonics {

/// A part of a netlist that switches: an instance of a 2x2 model, or of a netlist of its own.
struct NetlistCell {
  std::string instance;              ///< its path: `cell_3`, `row_1/cell_3`
  std::array<std::string, 2> left;   ///< its ports towards the inputs: upper rail, lower rail
  std::array<std::string, 2> right;  ///< and towards the outputs
  std::string actuator;              ///< path of the instance that is driven: the cell or inside it
  std::string setting;               ///< what is driven there
  /// The setting's values in the two states. Without them the setting must be a phase in radian of
  /// one arm of an interferometer, and they are computed: where the upper rail gets most of the
  /// upper rail's light, and pi before that.
  std::optional<double> bar;
  std::optional<double> cross;
  base::SourceLocation location;
};

/// What the ports and parts of a netlist are when it stands as a switch fabric.
struct NetlistFabricDescription {
  std::vector<std::string> inputs;   ///< external ports, in order
  std::vector<std::string> outputs;  ///< as many
  std::vector<NetlistCell> cells;
  base::SourceLocation location;
};

/// What a plain file means. Inputs are the external ports `I1`, `I2`, ... (or `in...`) and outputs
/// `O1`, `O2`, ... (or `out...`), in the order of their numbers; there may be no others. A cell is
/// every instance
///   of a model with two ports on either side and one setting that is a phase in radian (where the
///   upper arm has one of its own, `phase_upper_rad`, it is that), or
///   of a netlist with four ports of the usual names (`in0 in1 out0 out1`, `I1 I2 O1 O2`,
///   `o1 o2 o4 o3`) in which exactly one part, at any depth, has such a setting;
/// netlists that are no cells are looked into. What does not fit is added to `diagnostics`.
/// Precondition: elaborate() takes the library.
[[nodiscard]] NetlistFabricDescription discover_fabric(const NetlistLibrary& library,
                                                       const ModelLibrary& models,
                                                       base::Diagnostics& diagnostics);
/// The two halves of it, for descriptions that give the other.
void discover_ports(const NetlistLibrary& library, NetlistFabricDescription& description,
                    base::Diagnostics& diagnostics);
void discover_cells(const NetlistLibrary& library, const ModelLibrary& models,
                    NetlistFabricDescription& description, base::Diagnostics& diagnostics);

}  // namespace heliograph::photonics
