// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/device/waveguide.hpp"

namespace heliograph::photonics {

/// A ring resonator on one bus (all-pass) or between two (add-drop), in closed form.
struct RingParameters {
  base::Metre radius{5e-6};
  double coupling_in = 0.1;    ///< power coupling to the first bus
  double coupling_drop = 0.1;  ///< power coupling to the second bus; all-pass rings have none
  double effective_index = 2.34;
  double group_index = 4.2;
  base::Metre reference_wavelength{1.55e-6};
  base::DecibelPerMetre loss{214.0};
  base::Radian phase{};  ///< tuning, per round trip

  [[nodiscard]] static base::ParameterTable<RingParameters> table();
};

/// The waveguide that the ring is bent from, once around.
[[nodiscard]] WaveguideParameters ring_waveguide(const RingParameters& ring);

/// Field of one round trip without the couplers, a e^{j phi}.
[[nodiscard]] std::complex<double> round_trip_field(const RingParameters& ring,
                                                    base::Hertz frequency);

/// With r = sqrt(1 - kappa) and x = a e^{j phi}: (r - x) / (1 - r x).
[[nodiscard]] std::complex<double> all_pass_field(const RingParameters& ring,
                                                  base::Hertz frequency);

/// Fields of an add-drop ring. By symmetry the add port reaches the drop port as `add_through`.
struct AddDropFields {
  std::complex<double> through;      ///< (r1 - r2 x) / (1 - r1 r2 x)
  std::complex<double> drop;         ///< -c1 c2 sqrt(x) / (1 - r1 r2 x), half a turn from the input
  std::complex<double> add_through;  ///< (r2 - r1 x) / (1 - r1 r2 x)
};
[[nodiscard]] AddDropFields add_drop_fields(const RingParameters& ring, base::Hertz frequency);

/// lambda^2 / (n_g L) at `wavelength`, and c / (n_g L).
[[nodiscard]] base::Metre free_spectral_range(const RingParameters& ring, base::Metre wavelength);
[[nodiscard]] base::Hertz free_spectral_range(const RingParameters& ring);

}  // namespace heliograph::photonics
