// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/link_design.hpp"

#include <string>
#include <utility>

#include "platforms/build/link_path.hpp"

namespace heliograph::testbenches {

photonics::LinkDesign link_design(const SwitchSource& source, const SurveyedCircuit& circuit,
                                  const LinkTarget& target) {
  platforms::LinkPath way =
      platforms::link_path(source.config.platform, source.fabric().design_frequency());
  way.design.interferers = circuit.light.interferers;
  way.design.crosstalk_formula = target.formula;
  way.design.target_ber = target.ber;
  photonics::LinkElement& fabric = way.design.path[way.fabric];
  fabric.loss = circuit.light.loss;
  fabric.source = "fields, " + std::to_string(circuit.path.hops.size()) + " cells and " +
                  std::to_string(circuit.path.crossings) + " crossings on the way";
  return std::move(way.design);
}

}  // namespace heliograph::testbenches
