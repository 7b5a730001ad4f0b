// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/parameters.hpp"
#include "base/units.hpp"
#include "photonics/link/modulation_format.hpp"

namespace heliograph::photonics {

/// How the penalty of multipath interference (MPI) is found.
enum class ReflectionModel {
  upper_bound,  ///< from the reflectances, as in IEEE 802.3bs
  allocated,    ///< a number of dB, as specifications allocate it
  none
};

/// What reflects light on a link's way.
struct ReflectionParameters {
  ReflectionModel model = ReflectionModel::upper_bound;
  base::Decibel allocated{0.2};
  // Reflected over arriving power, below 0 dB.
  base::Decibel end_reflectance{-24.0};
  int connectors = 4;
  base::Decibel connector_reflectance{-35.0};
  base::Decibel facet_reflectance{-40.0};
  /// Share of the upper bound that counts, 0..1.
  double discount = 0.5;

  [[nodiscard]] static base::ParameterTable<ReflectionParameters> table();
};

/// A place that reflects.
struct Reflector {
  base::PowerRatio reflectance;
  base::Decibel loss_before;  ///< from the transmitter to here, one way
  int section = 0;            ///< light does not come back from one section into an earlier one
};

/// Sum over pairs of reflectors of sqrt(R_i R_j) T_ij: amplitudes, relative to the signal's, of the
/// light that is reflected twice. T_ij: power transmission one way between the two, which that
/// light passes two times more than the signal. Throws std::invalid_argument for a reflectance
/// outside of 0..1.
[[nodiscard]] double double_reflections(const std::vector<Reflector>& reflectors);

/// -10 log10(1 - 4 n D S E / (E - 1)): S the sum of amplitudes, all beating at their worst with the
/// highest level, threshold midway; E the extinction ratio; n the number of eyes (1 for nrz, 3 for
/// pam4); D the discount for not all of them being at their worst at once (Bhatt, King and Smith,
/// "Estimating MPI penalty", IEEE 802.3bs, January 2016). In optical power; infinite where the eye
/// is closed. Throws std::invalid_argument for a negative S, a D outside of 0..1 or an extinction
/// that is not above 0 dB.
[[nodiscard]] base::Decibel reflection_penalty(ModulationFormat format, base::Decibel extinction,
                                               double amplitudes, double discount);

}  // namespace heliograph::photonics
