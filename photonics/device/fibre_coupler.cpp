// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/fibre_coupler.hpp"

#include <algorithm>
#include <cmath>

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::Range;

namespace {

FibreCouplerFields fields(base::Decibel loss, base::Decibel return_loss) {
  const double back = base::attenuation(return_loss).value();
  // What is reflected cannot also pass.
  const double on = std::min(base::attenuation(loss).value(), 1.0 - back);
  return {std::sqrt(on), {0.0, std::sqrt(back)}};
}

}  // namespace

base::ParameterTable<GratingCouplerParameters> GratingCouplerParameters::table() {
  using P = GratingCouplerParameters;
  base::ParameterTable<P> table;
  table
      .number("loss_dB", &P::loss, {"dB", 1.0}, Range::at_least(0.0),
              "loss at the centre wavelength",
              {Basis::cited, "4.4 dB a facet (arXiv:1203.0767), read at second hand"})
      .number("centre_wavelength_nm", &P::centre_wavelength, {"nm", 1e-9}, Range::above(0.0),
              "wavelength of least loss", {Basis::chosen, "C band"})
      .number("bandwidth_1_5dB_nm", &P::bandwidth_1_5db, {"nm", 1e-9}, Range::above(0.0),
              "full width at 1.5 dB more loss",
              {Basis::cited, "45 nm (arXiv:1203.0767), read at second hand"})
      .number("return_loss_dB", &P::return_loss, {"dB", 1.0}, {0.0, 400.0},
              "power reflected to either side", {Basis::assumed, "gratings at an angle"})
      .choice("polarisation", &P::polarisation,
              {{"TE", Polarisation::te}, {"TM", Polarisation::tm}}, "of the light",
              {Basis::chosen, "gratings are made for TE"})
      .number("tm_penalty_dB", &P::tm_penalty, {"dB", 1.0}, Range::at_least(0.0),
              "extra loss of TM light", {Basis::assumed, "a TE grating rejects TM"});
  return table;
}

base::ParameterTable<EdgeCouplerParameters> EdgeCouplerParameters::table() {
  using P = EdgeCouplerParameters;
  base::ParameterTable<P> table;
  table
      .number("loss_dB", &P::loss, {"dB", 1.0}, Range::at_least(0.0), "loss of a facet",
              {Basis::cited, "1 dB a facet: LIGENTEC; 0.7 to 1.5 dB is common"})
      .number("return_loss_dB", &P::return_loss, {"dB", 1.0}, {0.0, 400.0},
              "power reflected to either side", {Basis::assumed, "an angled facet"})
      .choice("polarisation", &P::polarisation,
              {{"TE", Polarisation::te}, {"TM", Polarisation::tm}}, "of the light",
              {Basis::chosen, "the chip guides TE"})
      .number("tm_penalty_dB", &P::tm_penalty, {"dB", 1.0}, Range::at_least(0.0),
              "extra loss of TM light", {Basis::assumed, "tapers are nearly symmetric"});
  return table;
}

FibreCouplerFields grating_coupler_fields(const GratingCouplerParameters& coupler,
                                          base::Hertz frequency) {
  const double off =
      2.0 * ((wavelength_of(frequency) - coupler.centre_wavelength) / coupler.bandwidth_1_5db);
  base::Decibel loss = coupler.loss + base::Decibel(1.5 * off * off);
  if (coupler.polarisation == Polarisation::tm) {
    loss += coupler.tm_penalty;
  }
  return fields(loss, coupler.return_loss);
}

FibreCouplerFields edge_coupler_fields(const EdgeCouplerParameters& coupler) {
  base::Decibel loss = coupler.loss;
  if (coupler.polarisation == Polarisation::tm) {
    loss += coupler.tm_penalty;
  }
  return fields(loss, coupler.return_loss);
}

}  // namespace heliograph::photonics
