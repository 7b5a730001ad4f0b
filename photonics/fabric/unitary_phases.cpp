// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/unitary_phases.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "photonics/fabric/unitary_decomposition.hpp"

namespace heliograph::photonics {

namespace {

using base::Radian;

/// By cell, the line of its upper rail, in a fabric whose cells mix neighbouring lines.
std::vector<std::size_t> upper_lines(const CellGraph& graph) {
  std::vector<std::array<std::size_t, 2>> line(graph.cells());
  bool straight = true;
  const auto lead = [&](const WayEnd& end, std::size_t number) {
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      line[base::index(rail->cell)][rail->rail] = number;
    } else if (const auto* port = std::get_if<base::PortId>(&end)) {
      straight = straight && base::index(*port) == number;
    }
  };
  for (std::size_t input = 0; input < graph.ports(); ++input) {
    lead(graph.inputs[input], input);
  }
  for (const base::CellId cell : light_order(graph)) {
    for (std::size_t rail = 0; rail < 2; ++rail) {
      lead(graph.after[base::index(cell)][rail], line[base::index(cell)][rail]);
    }
  }
  std::vector<std::size_t> upper;
  for (const std::array<std::size_t, 2>& pair : line) {
    straight = straight && pair[1] == pair[0] + 1;
    upper.push_back(pair[0]);
  }
  if (!straight) {
    throw std::invalid_argument("the fabric's cells do not mix neighbouring lines");
  }
  return upper;
}

bool in_order(const std::vector<ModeRotation>& rotations, const std::vector<std::size_t>& cells) {
  if (rotations.size() != cells.size()) {
    return false;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (rotations[i].mode != cells[i]) {
      return false;
    }
  }
  return true;
}

UnitaryDecomposition decomposition_for(const std::vector<std::size_t>& cells,
                                       const Eigen::MatrixXcd& unitary) {
  UnitaryDecomposition mesh = clements_decomposition(unitary);
  if (!in_order(mesh.rotations, cells)) {
    mesh = reck_decomposition(unitary);
  }
  if (!in_order(mesh.rotations, cells)) {
    throw std::invalid_argument("the fabric's cells are neither Clements's nor Reck's");
  }
  return mesh;
}

/// From 0 to 2 pi, for a heater that cannot cool.
Radian heated(double angle) {
  const double turn = 2.0 * base::kPi;
  const double rest = std::fmod(angle, turn);
  return Radian(rest < 0.0 ? rest + turn : rest);
}

}  // namespace

std::vector<Radian> universal_phases(const FeedForwardFabric& fabric,
                                     const Eigen::MatrixXcd& unitary) {
  if (!fabric.universal()) {
    throw std::invalid_argument("a fabric without input and output phases is no universal mesh");
  }
  if (static_cast<std::size_t>(unitary.rows()) != fabric.ports()) {
    throw std::invalid_argument("a fabric of " + std::to_string(fabric.ports()) +
                                " ports cannot be a unitary of " + std::to_string(unitary.rows()) +
                                " rows");
  }
  const UnitaryDecomposition mesh = decomposition_for(upper_lines(fabric.graph()), unitary);
  std::vector<Radian> phases(fabric.actuators());
  // What the light on a line still lacks.
  std::vector<double> owed(fabric.ports(), 0.0);
  for (std::size_t i = 0; i < mesh.rotations.size(); ++i) {
    const ModeRotation& rotation = mesh.rotations[i];
    const auto cell = static_cast<base::CellId>(i);
    const double theta = base::kPi - 2.0 * rotation.theta.value();
    const double upper = owed[rotation.mode];
    const double lower = owed[rotation.mode + 1];
    phases[base::index(fabric.actuator(cell))] = heated(theta);
    phases[base::index(fabric.input_phase_actuator(cell))] =
        heated(rotation.phi.value() + upper - lower - base::kPi);
    owed[rotation.mode] = owed[rotation.mode + 1] =
        std::remainder(lower + (base::kPi - theta) / 2.0, 2.0 * base::kPi);
  }
  for (std::size_t output = 0; output < fabric.ports(); ++output) {
    phases[base::index(fabric.output_phase_actuator(static_cast<base::PortId>(output)))] =
        heated(mesh.output_phases[output].value() + owed[output]);
  }
  return phases;
}

}  // namespace heliograph::photonics
