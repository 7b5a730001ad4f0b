// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/device/polarisation.hpp"

namespace heliograph::photonics {

/// A grating between fibre and chip: lossy, and a band-pass.
struct GratingCouplerParameters {
  base::Decibel loss{4.4};  ///< at the centre wavelength
  base::Metre centre_wavelength{1.55e-6};
  base::Metre bandwidth_1_5db{45.0 * 1e-9};  ///< full width where the loss is 1.5 dB more
  base::Decibel return_loss{30.0};
  Polarisation polarisation = Polarisation::te;
  base::Decibel tm_penalty{20.0};

  [[nodiscard]] static base::ParameterTable<GratingCouplerParameters> table();
};

/// A taper at the chip's edge: flat over wavelength.
struct EdgeCouplerParameters {
  base::Decibel loss{1.0};
  base::Decibel return_loss{40.0};
  Polarisation polarisation = Polarisation::te;
  base::Decibel tm_penalty{0.5};

  [[nodiscard]] static base::ParameterTable<EdgeCouplerParameters> table();
};

/// Fields of a coupler between fibre and chip, alike from both sides. The reflection is in
/// quadrature, so that the two-port is passive as long as their powers sum to at most 1.
struct FibreCouplerFields {
  std::complex<double> through;
  std::complex<double> reflected;
};

/// Loss in dB grows with the square of the distance to the centre: a Gaussian band.
[[nodiscard]] FibreCouplerFields grating_coupler_fields(const GratingCouplerParameters& coupler,
                                                        base::Hertz frequency);
[[nodiscard]] FibreCouplerFields edge_coupler_fields(const EdgeCouplerParameters& coupler);

}  // namespace heliograph::photonics
