// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/cell_model.hpp"

#include <cmath>

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

base::Decibel CellModel::loss(CellState state, std::size_t rail) const {
  const Eigen::Matrix2cd out = field(nominal_phase(state), design_frequency());
  return -base::to_decibel(
      base::PowerRatio(out.col(static_cast<Eigen::Index>(rail)).squaredNorm()));
}

MziParameters couplers_at(const MziParameters& cell, base::Hertz design, base::Hertz frequency) {
  const double shift = (wavelength_of(frequency) - wavelength_of(design)).value();
  const auto coupling = [&](double kappa) {
    const double root =
        std::sin(std::asin(std::sqrt(kappa)) + cell.coupler_dispersion.value() * shift);
    return root * root;
  };
  MziParameters shifted = cell;
  shifted.coupler_in = coupling(cell.coupler_in);
  shifted.coupler_out = coupling(cell.coupler_out);
  return shifted;
}

MziCell::MziCell(const MziParameters& parameters, base::Metre design_wavelength)
    : parameters_(parameters),
      design_frequency_(frequency_of(design_wavelength)),
      at_design_(parameters) {}

Eigen::Matrix2cd MziCell::field(base::Radian phase, base::Hertz frequency) const {
  if (frequency == design_frequency_) {
    return at_design_.at(phase);
  }
  const MziParameters shifted = couplers_at(parameters_, design_frequency_, frequency);
  return mzi_field(shifted, phase * (frequency / design_frequency_));
}

}  // namespace heliograph::photonics
