// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/mesh_graph.hpp"

#include <stdexcept>
#include <string>
#include <variant>

namespace heliograph::photonics {

MeshGraph::MeshGraph(const CellGraph& graph)
    : across_(4 * graph.cells()), port_terminals_(graph.ports()) {
  for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
    for (std::size_t rail = 0; rail < kCellRails; ++rail) {
      // Light leaves at a terminal by the rail that bar leads to it.
      const TerminalIndex t = static_cast<TerminalIndex>(4 * cell + (rail ^ 2U));
      const WayEnd& end = graph.after[cell][rail];
      if (const auto* to = std::get_if<CellRail>(&end)) {
        across_[t] = static_cast<std::int32_t>(4 * base::index(to->cell) + to->rail);
      } else if (const auto* port = std::get_if<base::PortId>(&end)) {
        across_[t] = -1 - static_cast<std::int32_t>(base::index(*port));
      } else {
        throw std::invalid_argument("cell " + std::to_string(cell) +
                                    " has an end in the dark: not a mesh of which light uses every "
                                    "waveguide both ways");
      }
    }
  }
  for (std::size_t port = 0; port < graph.ports(); ++port) {
    const auto* at = std::get_if<CellRail>(&graph.inputs[port]);
    if (at == nullptr) {
      throw std::invalid_argument("port " + std::to_string(port) + " leads to no cell");
    }
    port_terminals_[port] = static_cast<TerminalIndex>(4 * base::index(at->cell) + at->rail);
    if (across_[port_terminals_[port]] != -1 - static_cast<std::int32_t>(port)) {
      throw std::invalid_argument("input and output " + std::to_string(port) +
                                  " are at different places: not a mesh of duplex ports");
    }
  }
  for (TerminalIndex t = 0; t < across_.size(); ++t) {
    const std::int32_t other = across_[t];
    if (other >= 0 && across_[static_cast<std::size_t>(other)] != static_cast<std::int32_t>(t)) {
      throw std::invalid_argument("cell " + std::to_string(cell_of(t)) +
                                  " has a waveguide that leads one way only");
    }
  }
  number_waveguides();
  colour_waveguides();
}

void MeshGraph::number_waveguides() {
  waveguide_.resize(across_.size());
  for (TerminalIndex t = 0; t < across_.size(); ++t) {
    const std::int32_t other = across_[t];
    waveguide_[t] = other >= 0 && static_cast<TerminalIndex>(other) < t
                        ? waveguide_[static_cast<std::size_t>(other)]
                        : static_cast<std::uint32_t>(waveguides_++);
  }
}

void MeshGraph::colour_waveguides() {
  constexpr signed char kNone = -1;
  std::vector<signed char> colour(across_.size(), kNone);  // by terminal
  std::vector<TerminalIndex> open;
  for (TerminalIndex first = 0; first < across_.size(); ++first) {
    if (colour[first] != kNone) {
      continue;
    }
    colour[first] = 0;
    open.push_back(first);
    const auto set = [&](TerminalIndex t, signed char c) {
      if (colour[t] == kNone) {
        colour[t] = c;
        open.push_back(t);
      } else if (colour[t] != c) {
        parity_is_fixed_ = false;
      }
    };
    while (!open.empty()) {
      const TerminalIndex t = open.back();
      open.pop_back();
      const signed char c = colour[t];
      set(leaving_at(t, 0), static_cast<signed char>(1 - c));
      set(leaving_at(t, 1), static_cast<signed char>(1 - c));
      if (across_[t] >= 0) {
        set(static_cast<TerminalIndex>(across_[t]), c);
      }
    }
  }
}

}  // namespace heliograph::photonics
