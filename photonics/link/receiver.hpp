// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// How the decision threshold is placed, which is where published crosstalk penalties differ.
enum class CrosstalkModel {
  optimum_threshold,  ///< Q = (I1 - I0) / (sigma1 + sigma0); penalty -10 log10(1 - Q^2 eps)
  mid_threshold,      ///< threshold fixed at (I1 + I0) / 2;  penalty -5 log10(1 - 4 Q^2 eps)
};

/// A direct-detection receiver for two-level signals.
struct ReceiverParameters {
  base::AmperePerWatt responsivity{0.876};
  /// Input-referred noise of the amplifier over `bandwidth`, rms.
  base::Ampere tia_noise{3.17 * 1e-6};
  base::Ampere dark_current{5e-9};
  base::Hertz bandwidth{29.3e9};
  base::DecibelPerHertz rin{-145.0};
  /// Below this average power the receiver reports loss of signal.
  base::DecibelMilliwatt los_threshold{-20.0};
  CrosstalkModel crosstalk_model = CrosstalkModel::optimum_threshold;

  [[nodiscard]] static base::ParameterTable<ReceiverParameters> table();
};

/// What arrives at the photodiode on one wavelength.
struct ReceivedSignal {
  base::Watt average_power;        ///< of the signal alone
  base::Decibel extinction_ratio;  ///< > 0 dB, may be infinite
  /// Average power of all in-band interferers together over the signal's; their lasers are others,
  /// so powers add.
  base::PowerRatio crosstalk;
};

/// What the receiver makes of it.
struct Reception {
  base::Watt oma;  ///< optical modulation amplitude, P1 - P0
  base::Ampere one;
  base::Ampere zero;
  base::Ampere sigma_one;
  base::Ampere sigma_zero;
  /// optimum_threshold: (I1 - I0) / (sigma1 + sigma0). mid_threshold: the distance to the threshold
  /// in deviations of the level that is worse off.
  double q = 0.0;
  /// Before FEC. optimum_threshold: erfc(q / sqrt 2) / 2. mid_threshold: the mean of both levels'
  /// error rates, hence between half of that and all of it.
  double ber = 0.5;
};

/// Noise of a level: amplifier, shot, laser intensity, and signal-crosstalk beat. No power gives
/// q = 0 and ber = 0.5. Throws std::invalid_argument when power or crosstalk is negative or the
/// extinction ratio is not above 0 dB.
[[nodiscard]] Reception receive(const ReceiverParameters& receiver, const ReceivedSignal& signal);

[[nodiscard]] bool loss_of_signal(const ReceiverParameters& receiver, base::Watt average_power);

/// The OMA at which a receiver that only its amplifier's noise limits has this q: 2 q i_n / R.
[[nodiscard]] base::Watt thermal_sensitivity(const ReceiverParameters& receiver, double q);

}  // namespace heliograph::photonics
