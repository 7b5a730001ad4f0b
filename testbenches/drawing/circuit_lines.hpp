// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "photonics/fabric/switch_fabric.hpp"
#include "testbenches/drawing/fabric_page.hpp"
#include "testbenches/drawing/fabric_svg.hpp"
#include "testbenches/drawing/svg_writer.hpp"

namespace heliograph::testbenches {

/// Throws std::invalid_argument as fabric_svg().
void check_picture(const photonics::SwitchFabric& fabric, const FabricPicture& picture);

/// Every waveguide once, though a mesh has each in both directions.
[[nodiscard]] SvgPath waveguide_lines(const photonics::SwitchFabric& fabric,
                                      const FabricPage& page);

/// Short bars across the ends of rails that nothing is joined to.
[[nodiscard]] SvgPath dark_end_lines(const photonics::SwitchFabric& fabric, const FabricPage& page);

/// The way of a circuit's light from port to port, through waveguides and cells in turn; `reach`
/// beyond both ports. Precondition: check_picture().
[[nodiscard]] SvgPath circuit_line(const photonics::SwitchFabric& fabric, const FabricPage& page,
                                   const DrawnCircuit& circuit, double reach);

}  // namespace heliograph::testbenches
