// SPDX-License-Identifier: Apache-2.0
#include "photonics/routing/routing_check.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace heliograph::photonics {

bool RoutingCheck::all_arrive() const {
  return std::all_of(circuits.begin(), circuits.end(),
                     [](const CircuitCheck& circuit) { return circuit.arrives; });
}

RoutingCheck verify_routing(const SwitchFabric& fabric, const Matching& matching,
                            const std::vector<CellState>& states) {
  return check_by_fields(fabric, matching, states,
                         fabric.port_matrix(nominal_phases(fabric, states)));
}

RoutingCheck check_by_fields(const SwitchFabric& fabric, const Matching& matching,
                             const std::vector<CellState>& states, const Eigen::MatrixXcd& field) {
  if (matching.ports() != fabric.ports()) {
    throw std::invalid_argument("ports of the matching: " + std::to_string(matching.ports()) +
                                ", where the fabric has " + std::to_string(fabric.ports()));
  }
  const Eigen::MatrixXd power = field.cwiseAbs2();
  RoutingCheck check;
  for (std::size_t i = 0; i < fabric.ports(); ++i) {
    const auto input = static_cast<base::PortId>(i);
    const std::optional<base::PortId> output = matching.output_of(input);
    if (!output) {
      continue;
    }
    CircuitCheck circuit;
    circuit.input = input;
    circuit.output = *output;
    const auto at_output = power.row(static_cast<Eigen::Index>(base::index(*output)));
    const double signal = at_output(static_cast<Eigen::Index>(i));
    double worst = 0.0;
    double total = 0.0;
    for (std::size_t j = 0; j < fabric.ports(); ++j) {
      const auto other = static_cast<base::PortId>(j);
      if (j == i || !matching.output_of(other)) {
        continue;
      }
      const double leaked = at_output(static_cast<Eigen::Index>(j));
      total += leaked;
      if (leaked > 0.0 && signal > 0.0) {
        circuit.interferers.emplace_back(leaked / signal);
      }
      if (leaked > worst) {
        worst = leaked;
        circuit.worst_interferer = other;
      }
    }
    circuit.loss = base::Decibel(0.0) - base::to_decibel(base::PowerRatio(signal));
    if (worst > 0.0) {
      circuit.worst_crosstalk = base::to_decibel(base::PowerRatio(worst / signal));
      circuit.crosstalk = base::to_decibel(base::PowerRatio(total / signal));
    }
    const PathTrace path = fabric.trace(input, states);
    circuit.traced_loss = path.loss;
    circuit.arrives = path.output == output && signal > worst &&
                      signal >= 0.5 * base::attenuation(path.loss).value();
    check.circuits.push_back(circuit);
  }
  return check;
}

}  // namespace heliograph::photonics
