// SPDX-License-Identifier: Apache-2.0
#include "testbenches/meshes/port_survey.hpp"

#include <algorithm>

#include "base/diagnostics.hpp"
#include "photonics/fabric/mesh_switch.hpp"
#include "photonics/mesh_routing/mesh_field_check.hpp"
#include "photonics/mesh_routing/mesh_router.hpp"
#include "photonics/mesh_routing/round_robin.hpp"

namespace heliograph::testbenches {

namespace {

std::optional<NarrowestLine> narrowest_line(const photonics::CutBounds& cuts,
                                            const std::vector<base::PortId>& ports) {
  if (!cuts.valid()) {
    return std::nullopt;
  }
  const std::vector<std::uint32_t>& boundary = cuts.boundary();
  std::optional<NarrowestLine> narrowest;
  for (std::size_t first = 0; first < boundary.size(); ++first) {
    std::size_t inside = 0;
    for (std::size_t last = first + 1; last < boundary.size(); ++last) {
      const auto port = static_cast<base::PortId>(boundary[last - 1]);
      inside += std::find(ports.begin(), ports.end(), port) != ports.end() ? 1 : 0;
      const NarrowestLine line{cuts.capacity(first, last), std::min(inside, ports.size() - inside)};
      // Differences of counts may be negative where no matching fits.
      const auto room = [](const NarrowestLine& of) {
        return static_cast<std::int64_t>(of.lets_pass) - static_cast<std::int64_t>(of.needed);
      };
      const bool narrower = !narrowest || room(line) < room(*narrowest) ||
                            (room(line) == room(*narrowest) && line.needed > narrowest->needed);
      if (line.needed > 1 && narrower) {  // one port always has its own waveguide
        narrowest = line;
      }
    }
  }
  return narrowest;
}

}  // namespace

PortSurvey survey_ports(const SwitchSource& source, std::size_t count,
                        const photonics::PortChoiceEffort& effort) {
  const photonics::MeshFabric& mesh = mesh_of(source);
  const photonics::MeshRouter router(mesh);
  const std::vector<bool> usable = external_ports(source, mesh.ports());
  PortSurvey survey;
  survey.count = count;
  survey.usable = static_cast<std::size_t>(std::count(usable.begin(), usable.end(), true));
  if (count % 2 != 0 || count < 2 || count > survey.usable) {
    throw base::InputError({"--count", 0, 0},
                           "found " + std::to_string(count) + "; expected an even number, 2 to " +
                               std::to_string(survey.usable - survey.usable % 2) +
                               ": so many ports of the mesh leave the chip");
  }
  photonics::MeshRequest request;
  request.stuck = source.config.fabric_switch.mesh.stuck_cells();
  request.effort = photonics::first_found();
  survey.choice = photonics::choose_ports(router, count, usable, request, effort);
  survey.line = narrowest_line(router.cuts(), survey.choice.ports);
  if (survey.choice.verdict != photonics::PortChoice::Verdict::none) {
    survey.rounds = survey_rounds(
        source, mesh, photonics::route_round_robin(router, survey.choice.ports, request));
  }
  return survey;
}

}  // namespace heliograph::testbenches
