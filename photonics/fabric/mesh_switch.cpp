// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/mesh_switch.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <variant>

namespace heliograph::photonics {

namespace {

/// The mesh's structure with other inputs and outputs; what led to other ports leads into the dark.
FabricStructure structure_of(const MeshFabric& mesh, const MeshPorts& ports) {
  if (const auto problem = find_problem(ports, mesh.ports())) {
    throw std::invalid_argument(*problem);
  }
  std::vector<WayEnd> ends(mesh.ports(), DarkEnd());  // by port of the mesh
  for (std::size_t output = 0; output < ports.rx.size(); ++output) {
    ends[base::index(ports.rx[output])] = static_cast<base::PortId>(output);
  }
  const FabricStructure& whole = mesh.structure();
  FabricStructure structure = whole;
  structure.graph.inputs.clear();
  structure.input_ways.clear();
  structure.drawing.inputs.clear();
  structure.drawing.outputs.clear();
  structure.drawing.input_ways.clear();
  for (const base::PortId input : ports.tx) {
    structure.graph.inputs.push_back(whole.graph.inputs[base::index(input)]);
    structure.input_ways.push_back(whole.input_ways[base::index(input)]);
    structure.drawing.inputs.push_back(whole.drawing.inputs[base::index(input)]);
    structure.drawing.input_ways.push_back(whole.drawing.input_ways[base::index(input)]);
  }
  for (const base::PortId output : ports.rx) {
    structure.drawing.outputs.push_back(whole.drawing.outputs[base::index(output)]);
  }
  for (auto& after : structure.graph.after) {
    for (WayEnd& end : after) {
      if (const auto* port = std::get_if<base::PortId>(&end)) {
        end = ends[base::index(*port)];
      }
    }
  }
  return structure;
}

}  // namespace

std::optional<std::string> find_problem(const MeshPorts& ports, std::size_t mesh_ports) {
  if (ports.tx.size() != ports.rx.size() || ports.tx.empty()) {
    return std::to_string(ports.tx.size()) + " transmit and " + std::to_string(ports.rx.size()) +
           " receive ports; expected as many of both, and at least one";
  }
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  for (const auto* side : {&ports.tx, &ports.rx}) {
    std::vector<bool> taken(mesh_ports);
    for (const base::PortId port : *side) {
      const std::size_t p = base::index(port);
      if (p >= mesh_ports) {
        return "port " + std::to_string(p) + " is not there; expected 0 to " +
               std::to_string(mesh_ports - 1);
      }
      if (taken[p]) {
        return "port " + std::to_string(p) + " is there twice; expected each port once";
      }
      taken[p] = true;
    }
  }
  std::vector<std::size_t> inputs(mesh_ports, kNone);
  for (std::size_t i = 0; i < ports.tx.size(); ++i) {
    inputs[base::index(ports.tx[i])] = i;
  }
  for (std::size_t i = 0; i < ports.rx.size(); ++i) {
    const std::size_t input = inputs[base::index(ports.rx[i])];
    if (input != kNone && input != i) {
      return "port " + std::to_string(base::index(ports.rx[i])) + " transmits for accelerator " +
             std::to_string(input) + " and receives for " + std::to_string(i) +
             "; expected the same accelerator, or different ports";
    }
  }
  return std::nullopt;
}

MeshSwitch::MeshSwitch(std::unique_ptr<const MeshFabric> mesh, MeshPorts ports)
    : SwitchFabric(structure_of(*mesh, ports)), mesh_(std::move(mesh)), ports_(std::move(ports)) {}

void MeshSwitch::port_matrix(const std::vector<base::Radian>& phases, base::Hertz frequency,
                             Eigen::MatrixXcd& matrix) const {
  mesh_->port_matrix(phases, frequency, whole_);
  const auto size = static_cast<Eigen::Index>(ports());
  matrix.resize(size, size);
  for (Eigen::Index input = 0; input < size; ++input) {
    const auto from =
        static_cast<Eigen::Index>(base::index(ports_.tx[static_cast<std::size_t>(input)]));
    for (Eigen::Index output = 0; output < size; ++output) {
      const auto to =
          static_cast<Eigen::Index>(base::index(ports_.rx[static_cast<std::size_t>(output)]));
      matrix(output, input) = whole_(to, from);
    }
  }
}

base::Second longest_mesh_delay(const MeshFabric& mesh) {
  base::Second delay{0.0};
  for (std::size_t cell = 0; cell < mesh.cells(); ++cell) {
    base::Second most{0.0};
    for (const CellState state : {CellState::bar, CellState::cross}) {
      for (std::size_t rail = 0; rail < kCellRails; ++rail) {
        most = std::max(most, mesh.cell_cost({static_cast<base::CellId>(cell), rail}, state).delay);
      }
    }
    delay = delay + most * 2.0;
  }
  return delay;
}

}  // namespace heliograph::photonics
