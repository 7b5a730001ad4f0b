// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/mesh_field_check.hpp"

#include <algorithm>

namespace heliograph::photonics {

bool MeshFieldCheck::keeps_to(base::Decibel crosstalk) const {
  const auto below = [&](const std::optional<base::Decibel>& power) {
    return !power || *power <= crosstalk;
  };
  return circuits.all_arrive() && below(worst_crosstalk) && below(worst_dark);
}

MeshFieldCheck check_mesh_by_fields(const SwitchFabric& fabric, const std::vector<MeshPair>& pairs,
                                    const std::vector<CellState>& states,
                                    const Eigen::MatrixXcd& field) {
  Matching matching(fabric.ports());
  for (const MeshPair& pair : pairs) {
    matching.connect(pair.a, pair.b);
    matching.connect(pair.b, pair.a);
  }
  MeshFieldCheck check;
  check.circuits = check_by_fields(fabric, matching, states, field);
  bool first = true;
  for (const CircuitCheck& circuit : check.circuits.circuits) {
    const base::Decibel excess = circuit.loss - circuit.traced_loss;
    check.worst_excess = first ? excess : std::max(check.worst_excess, excess);
    first = false;
    if (circuit.crosstalk) {
      check.worst_crosstalk =
          std::max(check.worst_crosstalk.value_or(*circuit.crosstalk), *circuit.crosstalk);
    }
  }
  double most = 0.0;
  for (std::size_t out = 0; out < fabric.ports(); ++out) {
    if (matching.input_of(static_cast<base::PortId>(out))) {
      continue;
    }
    double sum = 0.0;
    for (const CircuitCheck& circuit : check.circuits.circuits) {
      sum += std::norm(field(static_cast<Eigen::Index>(out),
                             static_cast<Eigen::Index>(base::index(circuit.input))));
    }
    most = std::max(most, sum);
  }
  if (most > 0.0) {
    check.worst_dark = base::to_decibel(base::PowerRatio(most));
  }
  return check;
}

MeshFieldCheck verify_mesh_routing(const SwitchFabric& fabric, const std::vector<MeshPair>& pairs,
                                   const std::vector<CellState>& states) {
  return check_mesh_by_fields(fabric, pairs, states,
                              fabric.port_matrix(nominal_phases(fabric, states)));
}

}  // namespace heliograph::photonics
