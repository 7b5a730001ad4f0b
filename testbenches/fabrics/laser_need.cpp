// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/laser_need.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "photonics/link/q_factor.hpp"
#include "photonics/link/receiver.hpp"
#include "photonics/link/transmitter.hpp"

namespace heliograph::testbenches {

namespace {

/// Average power at the photodiode for the error rate, by the receiver of runs; nothing when even
/// kMost is not enough.
std::optional<base::DecibelMilliwatt> received_power(const platforms::TransceiverConfig& config,
                                                     const SurveyedCircuit& circuit, double ber) {
  constexpr double kLeast_dBm = -80.0;
  constexpr double kMost_dBm = 200.0;
  constexpr double kResolution_dB = 1e-6;
  if (!std::isfinite(circuit.light.loss.value())) {
    return std::nullopt;
  }
  base::PowerRatio crosstalk;
  for (const base::PowerRatio interferer : circuit.interferers) {
    crosstalk += interferer;
  }
  const auto reaches = [&](double power_dBm) {
    photonics::ReceivedSignal signal;
    signal.average_power = base::to_watt(base::DecibelMilliwatt(power_dBm));
    signal.extinction_ratio = config.transmitter.extinction_ratio;
    signal.crosstalk = crosstalk;
    signal.modulation = config.transmitter.modulation;
    signal.penalty = config.transmitter.penalty;
    return photonics::receive(config.receiver, signal).ber <= ber;
  };
  if (!reaches(kMost_dBm)) {
    return std::nullopt;
  }
  double too_little = kLeast_dBm;
  double enough = kMost_dBm;
  while (enough - too_little > kResolution_dB) {
    const double middle = 0.5 * (too_little + enough);
    (reaches(middle) ? enough : too_little) = middle;
  }
  return base::DecibelMilliwatt(enough);
}

}  // namespace

double ErrorTarget::q() const { return photonics::q_from_ber(modulation, ber); }

base::Decibel crosstalk_penalty(const SurveyedCircuit& circuit, const ErrorTarget& target) {
  if (!std::isfinite(circuit.light.loss.value())) {
    return base::Decibel(std::numeric_limits<double>::infinity());
  }
  return photonics::crosstalk_penalty(target.formula, target.modulation, target.q(),
                                      circuit.interferers);
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
                                                 const PairSurvey& pairs,
                                                 const ErrorTarget& target) {
  const platforms::PlatformConfig& platform = source.config.platform;
  base::DecibelMilliwatt worst(-std::numeric_limits<double>::infinity());
  for (const SurveyedMatching& shift : pairs.shifts) {
    for (const SurveyedCircuit& circuit : shift.circuits) {
      const auto received = received_power(platform.transceiver, circuit, target.ber);
      if (!received) {
        return std::nullopt;
      }
      worst =
          std::max(worst, base::DecibelMilliwatt(received->value() + circuit.light.loss.value()));
    }
  }
  const base::Decibel around =
      platform.transceiver.transmitter.modulator_loss + platform.fibre.total_loss() * 2.0;
  return base::DecibelMilliwatt(worst.value() + around.value());
}

}  // namespace heliograph::testbenches
