// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "photonics/device/soa.hpp"
#include "photonics/link/crosstalk_penalty.hpp"
#include "photonics/link/fec.hpp"
#include "photonics/link/receiver.hpp"
#include "photonics/link/reflection_penalty.hpp"
#include "photonics/link/transmitter.hpp"

namespace heliograph::photonics {

/// Something on the way from the modulator to the photodiode.
struct LinkElement {
  std::string name;
  base::Decibel loss;                        ///< 0 or more, may be infinite
  std::string source;                        ///< where the loss is from
  std::optional<SoaParameters> amplifier{};  ///< instead of the loss
  /// Of faces towards the receiver, reflected over arriving power.
  std::vector<base::PowerRatio> reflectances{};
};

/// One wavelength of one circuit, and what it must reach.
struct LinkDesign {
  TransmitterParameters transmitter;
  ReceiverParameters receiver;
  FecParameters fec;
  std::vector<LinkElement> path;
  base::Hertz carrier{1.934144890322581e14};  ///< for the noise of amplifiers; 1550 nm
  /// Powers of other circuits' light at the receiver over the signal's.
  std::vector<base::PowerRatio> interferers;
  /// Nothing: their beat with the signal is Gaussian noise, as runs have it, at the extinction
  /// ratio that there is. A formula takes its place; most are of infinite extinction.
  std::optional<CrosstalkPenaltyFormula> crosstalk_formula;
  ReflectionParameters reflections;  ///< model, allocation, discount, reflectance of both ends
  double target_ber = 2.4e-4;        ///< before FEC; within what q_from_ber() takes
};

/// The signal after a step of its way.
struct LinkStage {
  std::string name;
  base::Decibel change;          ///< gain, or loss with a minus; 0 for the laser
  base::DecibelMilliwatt power;  ///< average, after it
  std::string source;
};

/// What is added up for one link.
struct LinkBudget {
  std::vector<LinkStage> stages;      ///< laser, modulator, then the path
  base::Watt average;                 ///< at the photodiode
  WattPerHertz spontaneous_emission;  ///< there, in the signal's polarisation

  base::Decibel transmitter_penalty;
  /// The formula's at the target's q; else what the beat noise adds to the required laser power,
  /// infinite where it lets no power reach the target.
  base::Decibel crosstalk_penalty;
  base::Decibel reflection_penalty;
  /// (r + 1) / (r - 1), on average power: the OMA has it already.
  base::Decibel extinction_penalty;
  [[nodiscard]] base::Decibel penalties() const;  ///< the first three

  /// With the penalties. That of a crosstalk formula is taken at the q that is left, not at the
  /// target's: more light does not help against crosstalk.
  Reception reception;
  LevelNoise noise_one;   ///< of the highest level
  LevelNoise noise_zero;  ///< of the lowest
  /// As a run has it: no reflections, crosstalk as Gaussian beat noise.
  Reception as_run;
  FecOutcome after_fec;

  double target_q = 0.0;
  /// The laser power at which the bit error rate is the target, and the powers at the photodiode
  /// then; nothing when none up to 200 dBm is enough.
  std::optional<base::DecibelMilliwatt> required_laser;
  std::optional<base::DecibelMilliwatt> required_average;
  std::optional<base::DecibelMilliwatt> required_oma;
  /// Laser power over the required one: without an amplifier, the loss that can be added.
  std::optional<base::Decibel> margin;

  /// There is a margin and it is not negative.
  [[nodiscard]] bool closes() const;
};

/// Adds it up: powers along the path, penalties, noise of the receiver (amplifier, shot, laser
/// intensity, beat with the emission of optical amplifiers), error rates; and looks for the laser
/// power that the target needs by bisection over all of these. Penalties reduce the distance of the
/// levels, not their noise. Throws std::invalid_argument for a target that no q belongs to, and as
/// the formulae do.
[[nodiscard]] LinkBudget link_budget(const LinkDesign& design);

/// LinkBudget::required_laser alone.
[[nodiscard]] std::optional<base::DecibelMilliwatt> required_laser(const LinkDesign& design);

}  // namespace heliograph::photonics
