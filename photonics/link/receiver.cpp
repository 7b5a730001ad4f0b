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

AmpereSquared LevelNoise::total() const {
  return amplifier + shot + intensity + crosstalk + spontaneous;
}

LevelNoise level_noise(const ReceiverParameters& receiver, const ReceivedSignal& signal,
                       base::Ampere level, base::Ampere average) {
  const double amplifier = receiver.tia_noise.value();
  return {AmpereSquared(amplifier * amplifier),
          shot_noise(level, receiver.dark_current, receiver.bandwidth),
          intensity_noise(receiver.rin, level, receiver.bandwidth),
          crosstalk_beat_noise(level, average, signal.crosstalk),
          spontaneous_beat_noise(level, receiver.responsivity, signal.spontaneous_emission,
                                 receiver.bandwidth)};
}

Reception receive(const ReceiverParameters& receiver, const ReceivedSignal& signal) {
  if (!(signal.average_power.value() >= 0.0) || !(signal.crosstalk.value() >= 0.0)) {
    throw std::invalid_argument("received power and crosstalk are not negative");
  }
  if (!(signal.penalty.value() >= 0.0)) {
    throw std::invalid_argument("a penalty is not negative");
  }
  const auto photocurrent = [&receiver](base::Watt power) {
    return base::Ampere(receiver.responsivity.value() * power.value());
  };
  const base::Ampere average = photocurrent(signal.average_power);
  const auto sigma = [&](base::Ampere level) {
    return deviation(level_noise(receiver, signal, level, average).total());
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
  const int eyes = levels_of(signal.modulation) - 1;
  const double open = base::attenuation(signal.penalty).value();
  const auto level_of = [&](int number) {
    return number == eyes ? out.one
                          : out.zero + (out.one - out.zero) * (static_cast<double>(number) / eyes);
  };
  double wrong = 0.0;  // summed over the levels, each side
  for (int eye = 0; eye < eyes; ++eye) {
    const base::Ampere low = level_of(eye);
    const base::Ampere high = level_of(eye + 1);
    const base::Ampere sigma_low = eye == 0 ? out.sigma_zero : sigma(low);
    const base::Ampere sigma_high = eye + 1 == eyes ? out.sigma_one : sigma(high);
    double q_low = (high - low) * open / (sigma_high + sigma_low);
    double q_high = q_low;
    if (receiver.crosstalk_model == CrosstalkModel::mid_threshold) {
      q_low = 0.5 * (high - low) * open / sigma_low;
      q_high = 0.5 * (high - low) * open / sigma_high;
    }
    const double q = std::min(q_low, q_high);
    out.q = eye == 0 ? q : std::min(out.q, q);
    wrong += ber_from_q(q_high) + ber_from_q(q_low);
  }
  out.ber = wrong / (levels_of(signal.modulation) * bits_per_symbol(signal.modulation));
  return out;
}

bool loss_of_signal(const ReceiverParameters& receiver, base::Watt average_power) {
  return average_power < base::to_watt(receiver.los_threshold);
}

base::Watt thermal_sensitivity(const ReceiverParameters& receiver, double q) {
  return base::Watt(2.0 * q * receiver.tia_noise.value() / receiver.responsivity.value());
}

}  // namespace heliograph::photonics
