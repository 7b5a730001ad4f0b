// SPDX-License-Identifier: Apache-2.0
#include "testbenches/meshes/port_survey.hpp"

#include <algorithm>
#include <numeric>

#include "base/diagnostics.hpp"
#include "photonics/fabric/mesh_switch.hpp"
#include "photonics/mesh_routing/mesh_field_check.hpp"
#include "photonics/mesh_routing/mesh_router.hpp"
#include "photonics/mesh_routing/round_robin.hpp"

namespace heliograph::testbenches {

namespace {

const photonics::MeshFabric& mesh_of(const SwitchSource& source) {
  if (const auto* mesh = dynamic_cast<const photonics::MeshFabric*>(&source.fabric())) {
    return *mesh;
  }
  if (const auto* fabric = dynamic_cast<const photonics::MeshSwitch*>(&source.fabric())) {
    return fabric->mesh();
  }
  throw base::InputError(
      {source.file, 0, 0},
      "found a " + source.kind() + " fabric, whose inputs and outputs are given; expected a mesh");
}

std::vector<bool> usable_ports(const SwitchSource& source, std::size_t ports) {
  const std::vector<int>& external = source.config.fabric_switch.mesh.external_ports;
  std::vector<bool> usable(ports, external.empty());
  for (const int port : external) {
    usable[static_cast<std::size_t>(port)] = true;
  }
  return usable;
}

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

RoundSurvey survey_rounds(const SwitchSource& source, const photonics::MeshFabric& mesh,
                          const photonics::MeshRouter& router,
                          const std::vector<base::PortId>& ports,
                          const photonics::MeshRequest& request) {
  RoundSurvey survey;
  survey.robin = photonics::route_round_robin(router, ports, request);
  const photonics::RoundRobin& robin = survey.robin;
  survey.rounds = robin.rounds.size();
  for (std::size_t i = 0; i < robin.rounds.size(); ++i) {
    const photonics::MeshResult& result = robin.results[i];
    if (result.verdict != photonics::MeshVerdict::routed) {
      continue;
    }
    ++survey.routed;
    std::size_t cells = 0;
    for (const photonics::MeshRoute& route : result.routes) {
      survey.longest_cells = std::max(survey.longest_cells, route.cells());
      cells += route.cells();
    }
    survey.most_cells = std::max(survey.most_cells, cells);
    const photonics::MeshFieldCheck check = photonics::check_mesh_by_fields(
        mesh, robin.rounds[i], result.states, mesh.port_matrix(source.phases(result.states)));
    for (const photonics::CircuitCheck& circuit : check.circuits.circuits) {
      survey.worst_loss = std::max(survey.worst_loss, circuit.loss);
      survey.lost += circuit.arrives ? 0 : 1;
    }
    if (check.worst_crosstalk) {
      survey.worst_crosstalk =
          std::max(survey.worst_crosstalk.value_or(*check.worst_crosstalk), *check.worst_crosstalk);
    }
  }
  return survey;
}

}  // namespace

PortSurvey survey_ports(const SwitchSource& source, std::size_t count,
                        const photonics::PortChoiceEffort& effort) {
  const photonics::MeshFabric& mesh = mesh_of(source);
  const photonics::MeshRouter router(mesh);
  const std::vector<bool> usable = usable_ports(source, mesh.ports());
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
    survey.rounds = survey_rounds(source, mesh, router, survey.choice.ports, request);
  }
  return survey;
}

}  // namespace heliograph::testbenches
