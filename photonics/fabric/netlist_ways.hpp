// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/fabric/cell_graph.hpp"
#include "photonics/fabric/way_cost.hpp"

namespace heliograph::photonics {

/// The ports of a cell in the flat circuit.
struct CellEnds {
  std::array<TerminalId, 2> left{};
  std::array<TerminalId, 2> right{};
};

/// Follows light through the parts between the cells of a netlist.
class WayFollower {
 public:
  /// `outputs`: positions among the circuit's externals.
  WayFollower(const Circuit& circuit, base::Hertz frequency, const std::vector<CellEnds>& cells,
              const std::vector<std::size_t>& outputs);

  /// From `terminal`, into its part or (`outwards`) out of it, to the next cell or output. What is
  /// wrong on the way, or nothing. Throws std::out_of_range where a model has no data.
  [[nodiscard]] std::optional<std::string> follow(TerminalId terminal, bool outwards, WayEnd& end,
                                                  WayCost& cost);

 private:
  [[nodiscard]] std::string name_of(TerminalId terminal) const;
  /// The port by which light leaves that enters by `port`, where there is one way only.
  [[nodiscard]] static std::optional<std::size_t> through(const ScatteringModel& model,
                                                          std::size_t port);
  void add_part(const ScatteringModel& model, std::size_t from, std::size_t to, WayCost& cost);

  const Circuit& circuit_;
  base::Hertz frequency_;
  std::map<TerminalId, CellRail> left_;
  std::map<TerminalId, CellRail> right_;
  std::map<TerminalId, base::PortId> outputs_;
  Eigen::MatrixXcd scratch_;
};

}  // namespace heliograph::photonics
