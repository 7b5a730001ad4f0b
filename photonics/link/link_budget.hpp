// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "photonics/link/fec.hpp"
#include "photonics/link/link_design.hpp"
#include "photonics/link/receiver.hpp"

namespace heliograph::photonics {

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
  /// As a run has it: crosstalk as Gaussian beat noise, whatever formula was given.
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
