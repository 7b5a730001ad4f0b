// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "photonics/link/link_budget.hpp"
#include "testbenches/fabrics/circuit_survey.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

/// What the links must reach, and how crosstalk counts.
struct LinkTarget {
  double ber = 2.4e-4;  ///< before FEC; KP4's threshold
  /// Nothing: as beat noise, which runs have.
  std::optional<photonics::CrosstalkPenaltyFormula> formula;
};

/// The parts of a circuit's way: transceiver, fibres, facets, fabric, amplifier, as the platform of
/// `source` has them; loss of the fabric and interferers from the fields.
[[nodiscard]] photonics::LinkDesign link_design(const SwitchSource& source,
                                                const SurveyedCircuit& circuit,
                                                const LinkTarget& target);

}  // namespace heliograph::testbenches
