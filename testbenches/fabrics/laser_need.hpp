// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/units.hpp"
#include "photonics/link/crosstalk_penalty.hpp"
#include "photonics/link/modulation_format.hpp"
#include "testbenches/fabrics/circuit_survey.hpp"

namespace heliograph::testbenches {

/// What a receiver must reach.
struct ErrorTarget {
  double ber = 2.4e-4;  ///< before FEC
  photonics::CrosstalkPenaltyFormula formula =
      photonics::CrosstalkPenaltyFormula::incoherent_optimised;
  photonics::ModulationFormat modulation = photonics::ModulationFormat::nrz;

  [[nodiscard]] double q() const;
};

/// What the light of other circuits costs at a circuit's output; infinite where no power helps.
[[nodiscard]] base::Decibel crosstalk_penalty(const SurveyedCircuit& circuit,
                                              const ErrorTarget& target);

/// The greatest of all circuits.
[[nodiscard]] base::Decibel worst_penalty(const PairSurvey& pairs, const ErrorTarget& target);

/// Laser power of one wavelength for each circuit on its own to reach the bit error rate, greatest
/// over all of them, by the whole budget of its link (photonics::link_budget, crosstalk as beat
/// noise, as `link` has it by default). Nothing when one of them cannot reach it at any power.
[[nodiscard]] std::optional<base::DecibelMilliwatt> laser_need(const SwitchSource& source,
                                                               const PairSurvey& pairs, double ber);

}  // namespace heliograph::testbenches
