// SPDX-License-Identifier: Apache-2.0
#include "testbenches/drawing/fabric_svg.hpp"

#include <utility>

#include "testbenches/drawing/circuit_lines.hpp"
#include "testbenches/drawing/fabric_painter.hpp"

namespace heliograph::testbenches {

FabricPicture traced_picture(const photonics::SwitchFabric& fabric,
                             const std::vector<photonics::CellState>& states,
                             const std::vector<base::PortId>& inputs) {
  FabricPicture picture;
  picture.states = states;
  for (const base::PortId input : inputs) {
    photonics::PathTrace trace = fabric.trace(input, states);
    if (trace.output) {
      picture.circuits.push_back({input, *trace.output, trace.loss, std::move(trace.hops)});
    }
  }
  return picture;
}

std::string fabric_svg(const photonics::SwitchFabric& fabric, const FabricPicture& picture) {
  check_picture(fabric, picture);
  return FabricPainter(fabric, picture).svg();
}

}  // namespace heliograph::testbenches
