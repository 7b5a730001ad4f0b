// SPDX-License-Identifier: Apache-2.0
#include "testbenches/meshes/round_survey.hpp"

#include <algorithm>
#include <utility>

#include "base/diagnostics.hpp"
#include "photonics/fabric/mesh_switch.hpp"
#include "photonics/mesh_routing/mesh_field_check.hpp"

namespace heliograph::testbenches {

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

std::vector<bool> external_ports(const SwitchSource& source, std::size_t ports) {
  const std::vector<int>& external = source.config.fabric_switch.mesh.external_ports;
  std::vector<bool> usable(ports, external.empty());
  for (const int port : external) {
    usable[static_cast<std::size_t>(port)] = true;
  }
  return usable;
}

RoundSurvey survey_rounds(const SwitchSource& source, const photonics::MeshFabric& mesh,
                          photonics::RoundRobin rounds) {
  RoundSurvey survey;
  survey.robin = std::move(rounds);
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
    std::vector<bool> unset = platforms::unset_cells(source.config.fabric_switch, mesh);
    if (!unset.empty()) {
      for (const photonics::MeshRoute& route : result.routes) {
        for (const photonics::PathHop& hop : route.hops) {
          unset[base::index(hop.cell)] = false;
        }
      }
    }
    const photonics::MeshFieldCheck check =
        photonics::check_mesh_by_fields(mesh, robin.rounds[i], result.states,
                                        mesh.port_matrix(source.phases(result.states, unset)));
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

}  // namespace heliograph::testbenches
