// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/parameters.hpp"
#include "base/quantity.hpp"
#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// A difference of temperatures.
using Kelvin = base::Quantity<struct KelvinTag>;
using RadianPerKelvin = base::Quantity<struct RadianPerKelvinTag>;

/// How the temperature of a switch's chip moves.
enum class AmbientShape {
  sine,  ///< swing sin(2 pi t / period + start)
  ramp,  ///< swing (t / period + start / 2 pi)
};

enum class AmbientCompensation {
  none,
  loop,  ///< monitors and dither at each cell, which trim its drift away at each sample
};

/// The temperature of the chip beside that at which it was calibrated, what it does to the cells,
/// and what is done about it.
struct AmbientParameters {
  Kelvin swing{0.0};
  AmbientShape shape = AmbientShape::sine;
  base::Picoseconds period{1'000'000'000};
  base::Radian start{0.0};
  RadianPerKelvin sensitivity_sigma{0.005};
  AmbientCompensation compensation = AmbientCompensation::none;
  base::Hertz loop_rate{16e3};

  [[nodiscard]] static base::ParameterTable<AmbientParameters> table();
};

/// The phases that a moving ambient temperature adds to those of the heaters, in closed form: s_i
/// T(t). All cells have the same temperature T. A cell sees only what its two arms do not have in
/// common, so its sensitivity s_i is drawn around 0. A loop takes away what it measures at instants
/// 0, p, 2 p, ... at once and holds that until the next one: s_i (T(t) - T(k p)) is left, which is
/// never more than residual_bound(). The power of its trimming is not in the ledger.
class AmbientDrift {
 public:
  /// Nothing moves.
  AmbientDrift() = default;
  /// Sensitivities are drawn from the stream "ambient/switch" of `seed`. Throws
  /// std::invalid_argument unless period and loop_rate are above 0.
  AmbientDrift(std::size_t actuators, const AmbientParameters& parameters, std::uint64_t seed);

  [[nodiscard]] bool moves() const { return !sensitivity_.empty(); }
  [[nodiscard]] Kelvin temperature(base::Picoseconds at) const;
  /// By actuator; empty when nothing moves.
  [[nodiscard]] const std::vector<RadianPerKelvin>& sensitivities() const { return sensitivity_; }

  /// The loop's last sample at or before `at`, and its first one after it; never() without a loop.
  [[nodiscard]] base::Picoseconds last_sample(base::Picoseconds at) const;
  [[nodiscard]] base::Picoseconds next_sample(base::Picoseconds at) const;
  /// Adds what is left at `at` when the loop has looked last at `sampled` (ignored without one).
  void add(base::Picoseconds at, base::Picoseconds sampled,
           std::vector<base::Radian>& phases) const;

  /// A span in which no phase moves by more than `tolerance` (> 0), but for the loop's samples.
  [[nodiscard]] base::Picoseconds step(base::Radian tolerance) const;
  /// The most that a loop leaves: largest sensitivity x steepest slope of T x its period.
  [[nodiscard]] base::Radian residual_bound() const;

 private:
  [[nodiscard]] double steepest_phase() const;  // rad/s, of the most sensitive cell

  AmbientParameters parameters_;
  base::Picoseconds loop_period_{1};
  std::vector<RadianPerKelvin> sensitivity_;
};

}  // namespace heliograph::photonics
