// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "photonics/fabric/benes_layout.hpp"
#include "photonics/fabric/netlist_fabric.hpp"
#include "tests/photonics/circuit_support.hpp"

namespace heliograph::photonics {

inline constexpr double kTestWavelength = 1.55e-6;

/// `x<number>`: the name of the cell in a Benes netlist.
inline std::string benes_cell(const BenesLayout& layout, std::size_t stage, std::size_t line) {
  return "x" + std::to_string(base::index(layout.cell(stage, line / 2)));
}

/// A Benes network of instances of `model` with these port names (left upper, left lower, right).
inline Netlist benes_netlist(std::size_t ports, const std::string& model, const Settings& settings,
                             const std::vector<std::string>& names = {"in0", "in1", "out0",
                                                                      "out1"}) {
  const BenesLayout layout(ports);
  NetlistText text;
  for (std::size_t cell = 0; cell < layout.cells(); ++cell) {
    text.part("x" + std::to_string(cell), model, settings);
  }
  for (std::size_t line = 0; line < ports; ++line) {
    text.port("I" + std::to_string(line + 1), benes_cell(layout, 0, line) + "," + names[line % 2]);
    text.port("O" + std::to_string(line + 1),
              benes_cell(layout, layout.stages() - 1, line) + "," + names[2 + line % 2]);
    for (std::size_t stage = 0; stage + 1 < layout.stages(); ++stage) {
      const std::size_t to = layout.segment(stage, line).to_line;
      text.join(benes_cell(layout, stage, line) + "," + names[2 + line % 2],
                benes_cell(layout, stage + 1, to) + "," + names[to % 2]);
    }
  }
  return text.netlist();
}

/// The plan of what discover_fabric() finds, or nothing with the mistakes.
inline std::optional<NetlistFabricPlan> plan_of(const std::vector<Netlist>& netlists,
                                                base::Diagnostics& diagnostics) {
  const ModelLibrary models = ModelLibrary::built_in();
  const NetlistLibrary library{netlists};
  const NetlistFabricDescription description = discover_fabric(library, models, diagnostics);
  return plan_netlist_fabric(library, models, description, base::Metre(kTestWavelength),
                             diagnostics);
}

inline NetlistFabricPlan good_plan_of(const std::vector<Netlist>& netlists) {
  base::Diagnostics diagnostics;
  std::optional<NetlistFabricPlan> plan = plan_of(netlists, diagnostics);
  if (!plan || diagnostics.has_errors()) {
    throw std::runtime_error(diagnostics.text());
  }
  return std::move(*plan);
}

}  // namespace heliograph::photonics
