// SPDX-License-Identifier: Apache-2.0
#include "photonics/thermal/ambient_drift.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/random.hpp"

namespace heliograph::photonics {

base::ParameterTable<AmbientParameters> AmbientParameters::table() {
  using A = AmbientParameters;
  using base::Basis;
  base::ParameterTable<A> table;
  table
      .number("swing_K", &A::swing, {"K", 1.0}, {0.0, 200.0},
              "how far the chip's temperature moves to either side of that of its calibration, or "
              "by a ramp in each period; 0: it does not move",
              {Basis::chosen, "a chip whose package holds its temperature"})
      .choice("shape", &A::shape, {{"sine", AmbientShape::sine}, {"ramp", AmbientShape::ramp}},
              "swing_K sin(2 pi t / period + start), or swing_K (t / period + start / 2 pi)",
              {Basis::chosen, "a sine has a bounded swing and slope"})
      .number("period_us", &A::period, {"us", 1e6}, {1.0, 1e12}, "period of the temperature",
              {Basis::assumed, "1 ms, much faster than air, so that a short run shows it"})
      .number("start_rad", &A::start, {"rad", 1.0}, {-2.0 * base::kPi, 2.0 * base::kPi},
              "phase of the temperature when the run starts",
              {Basis::chosen, "the run starts at the temperature of the calibration"})
      .number("sensitivity_sigma_rad_per_K", &A::sensitivity_sigma, {"rad/K", 1.0}, {0.0, 1.0},
              "standard deviation of a cell's phase over temperature",
              {Basis::assumed,
               "arms of 200 um, 0.15 rad/K each by dn/dT = 1.86e-4 (Cocorullo 1999), that differ "
               "by 3 %; what both arms have in common cancels"})
      .choice("compensation", &A::compensation,
              {{"none", AmbientCompensation::none}, {"loop", AmbientCompensation::loop}},
              "a loop of monitors and dither trims each cell's drift away, sample by sample",
              {Basis::chosen, "none"})
      .number("loop_kHz", &A::loop_rate, {"kHz", 1e3}, {0.001, 1e5},
              "samples of that loop for each cell",
              {Basis::cited, "a public set of photonic controller scripts: 16 to 64 kHz"});
  return table;
}

AmbientDrift::AmbientDrift(std::size_t actuators, const AmbientParameters& parameters,
                           std::uint64_t seed)
    : parameters_(parameters) {
  if (parameters.period <= base::Picoseconds(0) || !(parameters.loop_rate.value() > 0.0)) {
    throw std::invalid_argument("an ambient temperature's period and its loop's rate are above 0");
  }
  loop_period_ =
      std::max(base::Picoseconds(1),
               base::round_to_picoseconds(base::Second(1.0 / parameters.loop_rate.value())));
  if (parameters.swing.value() == 0.0 || parameters.sensitivity_sigma.value() == 0.0) {
    return;
  }
  base::RandomStream random(seed, "ambient/switch");
  sensitivity_.reserve(actuators);
  for (std::size_t actuator = 0; actuator < actuators; ++actuator) {
    sensitivity_.push_back(parameters.sensitivity_sigma * random.normal());
  }
}

Kelvin AmbientDrift::temperature(base::Picoseconds at) const {
  constexpr double kTurn = 2.0 * base::kPi;
  const double periods =
      static_cast<double>(at.count()) / static_cast<double>(parameters_.period.count());
  if (parameters_.shape == AmbientShape::ramp) {
    return parameters_.swing * (periods + parameters_.start.value() / kTurn);
  }
  return parameters_.swing * std::sin(kTurn * periods + parameters_.start.value());
}

base::Picoseconds AmbientDrift::last_sample(base::Picoseconds at) const {
  if (parameters_.compensation == AmbientCompensation::none) {
    return base::Picoseconds::never();
  }
  return base::Picoseconds(at.count() - at.count() % loop_period_.count());
}

base::Picoseconds AmbientDrift::next_sample(base::Picoseconds at) const {
  if (parameters_.compensation == AmbientCompensation::none) {
    return base::Picoseconds::never();
  }
  return last_sample(at) + loop_period_;
}

void AmbientDrift::add(base::Picoseconds at, base::Picoseconds sampled,
                       std::vector<base::Radian>& phases) const {
  if (!moves()) {
    return;
  }
  Kelvin away = temperature(at);
  if (parameters_.compensation == AmbientCompensation::loop) {
    away = away - temperature(sampled);
  }
  for (std::size_t i = 0; i < phases.size(); ++i) {
    phases[i] += base::Radian(sensitivity_[i].value() * away.value());
  }
}

double AmbientDrift::steepest_phase() const {
  double most = 0.0;
  for (const RadianPerKelvin sensitivity : sensitivity_) {
    most = std::max(most, std::abs(sensitivity.value()));
  }
  const double turn = parameters_.shape == AmbientShape::sine ? 2.0 * base::kPi : 1.0;
  return most * parameters_.swing.value() * turn / parameters_.period.seconds();
}

base::Picoseconds AmbientDrift::step(base::Radian tolerance) const {
  const double slope = steepest_phase();
  const double longest = 1e6;  // seconds; a run is shorter
  const double seconds = slope > 0.0 ? std::min(longest, tolerance.value() / slope) : longest;
  return std::max(base::Picoseconds(1),
                  base::Picoseconds(static_cast<std::int64_t>(seconds * 1e12)));
}

base::Radian AmbientDrift::residual_bound() const {
  return base::Radian(steepest_phase() * loop_period_.seconds());
}

}  // namespace heliograph::photonics
