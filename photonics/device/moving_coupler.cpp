// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/moving_coupler.hpp"

#include <cmath>
#include <complex>
#include <stdexcept>

namespace heliograph::photonics {

namespace {

/// A state with these powers on the same and on the other rail.
Eigen::Matrix2cd state(base::PowerRatio same, base::PowerRatio other) {
  // At exactly 1 the powers of two dB values may round to a little more.
  constexpr double kRounding = 1e-12;
  if (!(same.value() + other.value() <= 1.0 + kRounding)) {
    throw std::invalid_argument("loss and leak of a cell state give more light than enters");
  }
  const std::complex<double> stay(std::sqrt(same.value()), 0.0);
  const std::complex<double> change(0.0, std::sqrt(other.value()));
  Eigen::Matrix2cd field;
  field << stay, change, change, stay;
  return field;
}

}  // namespace

base::ParameterTable<MovingCouplerParameters> MovingCouplerParameters::table() {
  using P = MovingCouplerParameters;
  using base::Basis;
  base::ParameterTable<P> table;
  table
      .number("through_loss_dB", &P::through_loss, {"dB", 1.0}, {0.0, 20.0},
              "loss of light that passes a cell in its through state",
              {Basis::assumed, "a waveguide crossing of 0.028 dB (PhoenixSim's default), rounded"})
      .number("drop_loss_dB", &P::drop_loss, {"dB", 1.0}, {0.0, 20.0},
              "loss of light that a cell turns in its drop state",
              {Basis::assumed, "two adiabatic couplers; no one chip's"})
      .number("through_leak_dB", &P::through_leak, {"dB", 1.0}, {-150.0, 0.0},
              "power that turns in the through state, relative to the light that enters",
              {Basis::assumed,
               "the moved coupler is far away; published switches have extinctions of 60 dB and "
               "more"})
      .number("drop_leak_dB", &P::drop_leak, {"dB", 1.0}, {-150.0, 0.0},
              "power that passes in the drop state, relative to the light that enters",
              {Basis::assumed, "an incomplete transfer of an adiabatic coupler"});
  return table;
}

MovingCouplerField::MovingCouplerField(const MovingCouplerParameters& cell)
    : through_(state(base::to_linear(cell.through_leak), base::attenuation(cell.through_loss))),
      drop_(state(base::attenuation(cell.drop_loss), base::to_linear(cell.drop_leak))) {}

Eigen::Matrix2cd MovingCouplerField::at(base::Radian phase) const {
  const double cosine = std::cos(phase.value());
  return 0.5 * (1.0 + cosine) * through_ + 0.5 * (1.0 - cosine) * drop_;
}

}  // namespace heliograph::photonics
