// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "photonics/mesh_routing/all_to_all.hpp"
#include "testbenches/meshes/round_survey.hpp"

namespace heliograph::testbenches {

/// The fewest settings of a mesh that were found to join every two of its external ports.
struct CoverSurvey {
  std::size_t ports = 0;
  /// Its circuits and results are in `settings`.
  photonics::AllToAllCover cover;
  RoundSurvey settings;
};

/// Of a mesh, its failed cells included. Throws base::InputError when the switch is none.
[[nodiscard]] CoverSurvey survey_cover(const SwitchSource& source,
                                       const photonics::AllToAllEffort& effort);

[[nodiscard]] std::string cover_text(const SwitchSource& source, const CoverSurvey& survey);
[[nodiscard]] std::string cover_json(const SwitchSource& source, const CoverSurvey& survey);

}  // namespace heliograph::testbenches
