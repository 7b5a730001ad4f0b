// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/link/modulation_format.hpp"
#include "photonics/link/noise.hpp"

namespace heliograph::photonics {

/// How the decision threshold is placed, which is where published crosstalk penalties differ.
enum class CrosstalkModel {
  optimum_threshold,  ///< Q = (I1 - I0) / (sigma1 + sigma0); penalty -10 log10(1 - Q^2 eps)
  mid_threshold,      ///< threshold fixed at (I1 + I0) / 2;  penalty -5 log10(1 - 4 Q^2 eps)
};

/// A direct-detection receiver.
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
  ModulationFormat modulation = ModulationFormat::nrz;
  /// Of optical amplifiers on the way.
  WattPerHertz spontaneous_emission{0.0};
  /// Part of the levels' distance that is lost to what is accounted for as a penalty: in optical
  /// power, 0 or more, may be infinite. The noise stays that of the levels as they are.
  base::Decibel penalty{0.0};
};

/// Noise of one level by its origin.
struct LevelNoise {
  AmpereSquared amplifier;
  AmpereSquared shot;
  AmpereSquared intensity;    ///< of the laser
  AmpereSquared crosstalk;    ///< beat with other circuits' light
  AmpereSquared spontaneous;  ///< beat with amplified spontaneous emission

  [[nodiscard]] AmpereSquared total() const;
};

/// Noise of a level that makes `level` on its own, of a signal that makes `average`.
[[nodiscard]] LevelNoise level_noise(const ReceiverParameters& receiver,
                                     const ReceivedSignal& signal, base::Ampere level,
                                     base::Ampere average);

/// What the receiver makes of it.
struct Reception {
  base::Watt oma;     ///< optical modulation amplitude, P1 - P0, of pam4 the outer one, P3 - P0
  base::Ampere one;   ///< of the highest level
  base::Ampere zero;  ///< of the lowest
  base::Ampere sigma_one;
  base::Ampere sigma_zero;
  /// optimum_threshold: (I1 - I0) / (sigma1 + sigma0). mid_threshold: the distance to the threshold
  /// in deviations of the level that is worse off. Of pam4: the least of the three eyes'.
  double q = 0.0;
  /// Before FEC. optimum_threshold: erfc(q / sqrt 2) / 2. mid_threshold: the mean of both levels'
  /// error rates, hence between half of that and all of it. pam4: the mean over the levels of what
  /// errs across a neighbouring threshold, over two bits.
  double ber = 0.5;
};

/// Levels are equally spaced from P0 to the highest, each with its own noise. No power gives q = 0
/// and ber = 0.5. Throws std::invalid_argument when power or crosstalk is negative or the
/// extinction ratio is not above 0 dB, or the penalty is negative.
[[nodiscard]] Reception receive(const ReceiverParameters& receiver, const ReceivedSignal& signal);

[[nodiscard]] bool loss_of_signal(const ReceiverParameters& receiver, base::Watt average_power);

/// The OMA at which a receiver that only its amplifier's noise limits has this q: 2 q i_n / R.
[[nodiscard]] base::Watt thermal_sensitivity(const ReceiverParameters& receiver, double q);

}  // namespace heliograph::photonics
