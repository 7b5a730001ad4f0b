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

/// Laser power for each circuit on its own to reach the target's error rate, greatest over all of
/// them: what the receiver of runs (photonics::receive: amplifier, shot and laser noise, beat with
/// the light of other circuits, extinction of the transmitter) must receive, plus the losses of
/// modulator, fibres with their facets, and fabric. Nothing when one of them cannot reach it at any
/// power up to 200 dBm at the photodiode. The penalty formula has no part in it.
[[nodiscard]] std::optional<base::DecibelMilliwatt> laser_need(const SwitchSource& source,
                                                               const PairSurvey& pairs,
                                                               const ErrorTarget& target);

}  // namespace heliograph::testbenches
