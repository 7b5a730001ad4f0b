// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/laser_need.hpp"

#include <algorithm>
#include <cmath>

#include "photonics/link/q_factor.hpp"
#include "photonics/link/receiver.hpp"
#include "photonics/link/transmitter.hpp"

namespace heliograph::testbenches {

double ErrorTarget::q() const { return photonics::q_from_ber(ber); }

base::Decibel crosstalk_penalty(const SurveyedCircuit& circuit, const ErrorTarget& target) {
  return photonics::crosstalk_penalty(target.formula, target.q(), circuit.interferers);
}

std::optional<base::DecibelMilliwatt> laser_need(const SwitchSource& source,
                                                 const PairSurvey& pairs,
                                                 const ErrorTarget& target) {
  const platforms::PlatformConfig& platform = source.config.platform;
  const photonics::TransmitterParameters& transmitter = platform.transceiver.transmitter;
  const base::Watt amplitude =
      photonics::thermal_sensitivity(platform.transceiver.receiver, target.q());
  // The amplitude of a watt of average power says how much average power the amplitude takes.
  const double per_watt =
      photonics::modulation_amplitude(base::Watt(1.0), transmitter.extinction_ratio).value();
  const base::DecibelMilliwatt received = base::to_dbm(amplitude / per_watt);
  base::Decibel worst(0.0);
  for (const SurveyedMatching& shift : pairs.shifts) {
    for (const SurveyedCircuit& circuit : shift.circuits) {
      worst = std::max(worst, circuit.light.loss + crosstalk_penalty(circuit, target));
    }
  }
  if (!std::isfinite(worst.value())) {
    return std::nullopt;
  }
  const base::Decibel around = transmitter.modulator_loss + platform.fibre.total_loss() * 2.0;
  return base::DecibelMilliwatt(received.value() + (worst + around).value());
}

}  // namespace heliograph::testbenches
