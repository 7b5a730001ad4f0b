// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// How a heater's phase follows a step of its power.
enum class HeaterResponseKind {
  first_order,  ///< one time constant
  delayed       ///< one time constant after a diffusion time: nothing moves at first
};

/// The step response of a heater, in closed form.
///
/// First order: s(t) = 1 - e^{-t/tau}, from tau dT/dt = R_th P - T.
///
/// Delayed: what a heater and the silica between it and the waveguide do, as PhoenixSim's lumped
/// heater has it: heat arrives spread over a triangle of area 1 that begins at 0, peaks at tau_d
/// and ends at 2 tau_d, and then meets the low-pass of time constant tau. The triangle is two
/// averages over tau_d, so with G the twofold integral of the first-order response,
/// G(t) = t^2/2 - tau t + tau^2 (1 - e^{-t/tau}) for t > 0,
///   s(t) = (G(t) - 2 G(t - tau_d) + G(t - 2 tau_d)) / tau_d^2,
/// which from 2 tau_d on is 1 - tail() e^{-t/tau} with tail() = ((e^{tau_d/tau} - 1) tau/tau_d)^2.
class HeaterResponse {
 public:
  /// First order for a `diffusion` (tau_d) of 0. Throws std::invalid_argument unless tau > 0 and
  /// 0 <= diffusion <= kMostDiffusion tau.
  explicit HeaterResponse(base::Picoseconds tau,
                          base::Picoseconds diffusion = base::Picoseconds(0));

  static constexpr std::int64_t kMostDiffusion = 20;

  [[nodiscard]] base::Picoseconds tau() const { return tau_; }
  /// 2 tau_d: from this long after a step on its response is a plain exponential.
  [[nodiscard]] base::Picoseconds memory() const { return diffusion_ * 2; }
  [[nodiscard]] double tail() const { return tail_; }

  /// What is still missing of a unit step `since` its instant, 1 - s; 1 before the step.
  [[nodiscard]] double missing(base::Picoseconds since) const;
  /// The same behind the low-pass alone, without diffusion.
  [[nodiscard]] double missing_first_order(base::Picoseconds since) const;

 private:
  base::Picoseconds tau_;
  base::Picoseconds diffusion_;
  double tail_ = 1.0;
};

/// How long a heater that gives the heat of power `from` must be driven with `drive` until it gives
/// that of `to`, by its low-pass: tau ln((drive - from) / (drive - to)). From cold that is
/// tau ln(r / (r - 1)) with r = drive / to: 1.10, 0.69 and 0.41 tau for r = 1.5, 2 and 3. Throws
/// std::invalid_argument unless `to` lies between the other two and not at `drive`.
[[nodiscard]] base::Second overdrive_time(base::Watt from, base::Watt drive, base::Watt to,
                                          base::Second tau);

}  // namespace heliograph::photonics
