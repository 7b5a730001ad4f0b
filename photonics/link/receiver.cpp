// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/receiver.hpp"

#include <algorithm>
#include <stdexcept>

#include "photonics/link/noise.hpp"
#include "photonics/link/q_factor.hpp"
#include "photonics/link/transmitter.hpp"

namespace heliograph::photonics {

using base::Basis;

base::ParameterTable<ReceiverParameters> ReceiverParameters::table() {
  base::ParameterTable<ReceiverParameters> table;
  const std::string measured = "measured receiver of an OCI MSA (53.125 GBd NRZ) design";
  table
      .number("responsivity_A_per_W", &ReceiverParameters::responsivity, {"A/W", 1.0}, {0.01, 2.0},
              "photocurrent per optical power", {Basis::cited, measured})
      .number("tia_noise_uA", &ReceiverParameters::tia_noise, {"uA", 1e-6}, {0.0, 1000.0},
              "input-referred rms noise current of the amplifier over bandwidth_GHz",
              {Basis::cited, measured})
      .number("dark_current_nA", &ReceiverParameters::dark_current, {"nA", 1e-9}, {0.0, 1e6},
              "dark current of the photodiode", {Basis::cited, "OptiCommPy's default photodiode"})
      .number("bandwidth_GHz", &ReceiverParameters::bandwidth, {"GHz", 1e9}, {0.001, 1000.0},
              "noise bandwidth of the receiver", {Basis::cited, measured})
      .number("rin_dB_per_Hz", &ReceiverParameters::rin, {"dB/Hz", 1.0}, {-200.0, -80.0},
              "relative intensity noise of the laser",
              {Basis::cited, "typical; the OCI MSA allows -138, good lasers have -150"})
      .number("los_threshold_dBm", &ReceiverParameters::los_threshold, {"dBm", 1.0}, {-60.0, 10.0},
              "average power below which the receiver reports loss of signal",
              {Basis::assumed, "4 dB below the sensitivity at a bit error rate of 2.4e-4"})
      .choice<CrosstalkModel>("crosstalk_model", &ReceiverParameters::crosstalk_model,
                              {{"optimum_threshold", CrosstalkModel::optimum_threshold},
                               {"mid_threshold", CrosstalkModel::mid_threshold}},
                              "whether the decision threshold adapts to the noise of the levels "
                              "or stays midway",
                              {Basis::chosen, "receivers adapt their slicers; peers disagree"});
  return table;
}

Reception receive(const ReceiverParameters& receiver, const ReceivedSignal& signal) {
  if (!(signal.average_power.value() >= 0.0) || !(signal.crosstalk.value() >= 0.0)) {
    throw std::invalid_argument("received power and crosstalk are not negative");
  }
  const auto photocurrent = [&receiver](base::Watt power) {
    return base::Ampere(receiver.responsivity.value() * power.value());
  };
  const base::Ampere average = photocurrent(signal.average_power);
  const auto sigma = [&](base::Ampere level) {
    const double amplifier = receiver.tia_noise.value();
    return deviation(AmpereSquared(amplifier * amplifier) +
                     shot_noise(level, receiver.dark_current, receiver.bandwidth) +
                     intensity_noise(receiver.rin, level, receiver.bandwidth) +
                     crosstalk_beat_noise(level, average, signal.crosstalk));
  };

  Reception out;
  out.oma = modulation_amplitude(signal.average_power, signal.extinction_ratio);
  out.one = photocurrent(signal.average_power + 0.5 * out.oma);
  out.zero = photocurrent(signal.average_power - 0.5 * out.oma);
  out.sigma_one = sigma(out.one);
  out.sigma_zero = sigma(out.zero);
  if (signal.average_power.value() == 0.0) {
    return out;
  }
  if (receiver.crosstalk_model == CrosstalkModel::optimum_threshold) {
    out.q = (out.one - out.zero) / (out.sigma_one + out.sigma_zero);
    out.ber = ber_from_q(out.q);
    return out;
  }
  const base::Ampere distance = 0.5 * (out.one - out.zero);
  const double q_one = distance / out.sigma_one;
  const double q_zero = distance / out.sigma_zero;
  out.q = std::min(q_one, q_zero);
  out.ber = 0.5 * (ber_from_q(q_one) + ber_from_q(q_zero));
  return out;
}

bool loss_of_signal(const ReceiverParameters& receiver, base::Watt average_power) {
  return average_power < base::to_watt(receiver.los_threshold);
}

base::Watt thermal_sensitivity(const ReceiverParameters& receiver, double q) {
  return base::Watt(2.0 * q * receiver.tia_noise.value() / receiver.responsivity.value());
}

}  // namespace heliograph::photonics
