// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/laser_need.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "photonics/link/q_factor.hpp"
#include "testbenches/fabrics/link_design.hpp"

namespace heliograph::testbenches {

double ErrorTarget::q() const { return photonics::q_from_ber(modulation, ber); }

base::Decibel crosstalk_penalty(const SurveyedCircuit& circuit, const ErrorTarget& target) {
  if (!std::isfinite(circuit.light.loss.value())) {
    return base::Decibel(std::numeric_limits<double>::infinity());
  }
  return photonics::crosstalk_penalty(target.formula, target.modulation, target.q(),
                                      circuit.light.interferers);
}

base::Decibel worst_penalty(const PairSurvey& pairs, const ErrorTarget& target) {
  base::Decibel worst(0.0);
  for (const SurveyedMatching& shift : pairs.shifts) {
    for (const SurveyedCircuit& circuit : shift.circuits) {
      worst = std::max(worst, crosstalk_penalty(circuit, target));
    }
  }
  return worst;
}

std::optional<base::DecibelMilliwatt> laser_need(const SwitchSource& source,
                                                 const PairSurvey& pairs, double ber) {
  base::DecibelMilliwatt worst(-std::numeric_limits<double>::infinity());
  for (const SurveyedMatching& shift : pairs.shifts) {
    for (const SurveyedCircuit& circuit : shift.circuits) {
      const auto laser = photonics::required_laser(link_design(source, circuit, {ber, {}}));
      if (!laser) {
        return std::nullopt;
      }
      worst = std::max(worst, *laser);
    }
  }
  return worst;
}

}  // namespace heliograph::testbenches
