// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "photonics/mesh_routing/port_choice.hpp"
#include "testbenches/fabrics/switch_source.hpp"
#include "testbenches/meshes/round_survey.hpp"

namespace heliograph::testbenches {

/// The line through a mesh that leaves the least room for circuits between the ports on its two
/// sides: no matching can need more than the fewer of them.
struct NarrowestLine {
  std::size_t lets_pass = 0;  ///< circuits
  std::size_t needed = 0;     ///< the fewer of the ports on its two sides
};

/// Ports of a mesh that can be used together.
struct PortSurvey {
  std::size_t count = 0;  ///< asked for
  std::size_t usable = 0;
  photonics::PortChoice choice;
  std::optional<NarrowestLine> line;  ///< of a plane mesh
  RoundSurvey rounds;
};

/// Of a mesh, its failed cells included. `count`: even, at least 2. Throws base::InputError when
/// the switch is no mesh, or has not so many ports that leave the chip.
[[nodiscard]] PortSurvey survey_ports(const SwitchSource& source, std::size_t count,
                                      const photonics::PortChoiceEffort& effort);

[[nodiscard]] std::string ports_text(const SwitchSource& source, const PortSurvey& survey);
[[nodiscard]] std::string ports_json(const SwitchSource& source, const PortSurvey& survey);

}  // namespace heliograph::testbenches
