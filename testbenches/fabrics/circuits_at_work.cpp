// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/circuits_at_work.hpp"

#include <algorithm>
#include <utility>

#include "base/diagnostics.hpp"
#include "testbenches/fabrics/circuit_survey.hpp"
#include "testbenches/fabrics/state_text.hpp"

namespace heliograph::testbenches {

namespace {

CircuitsAtWork by_states(const SwitchSource& source, const std::string& states) {
  const photonics::SwitchFabric& fabric = source.fabric();
  CellSetting setting = read_states(
      states, "--states",
      {fabric.structure().idle, platforms::unset_cells(source.config.fabric_switch, fabric)});
  CircuitsAtWork work{photonics::Matching(fabric.ports()), std::move(setting.states),
                      std::move(setting.unset)};
  const auto all_set = [&work](const photonics::PathTrace& path) {
    return work.unset.empty() ||
           std::none_of(path.hops.begin(), path.hops.end(), [&work](const photonics::PathHop& hop) {
             return work.unset[base::index(hop.cell)];
           });
  };
  for (std::size_t port = 0; port < fabric.ports(); ++port) {
    const auto input = static_cast<base::PortId>(port);
    const photonics::PathTrace path = fabric.trace(input, work.states);
    if (path.output && all_set(path) && work.matching.can_connect(input, *path.output)) {
      work.matching.connect(input, *path.output);
    }
  }
  return work;
}

}  // namespace

void require_inputs_and_outputs(const SwitchSource& source) {
  if (source.fabric().duplex()) {
    throw base::InputError({"--circuits", 0, 0},
                           "expected pairs of ports, as in 0:15,39:16: the ports of a mesh on its "
                           "own are no inputs and outputs (switch.mesh.tx_ports and rx_ports make "
                           "some of them so)");
  }
}

photonics::Matching wanted_matching(const SwitchSource& source, const MatchingOptions& options) {
  const std::size_t ports = source.fabric().ports();
  if (options.circuits.empty() || options.random) {
    require_inputs_and_outputs(source);
  }
  return read_matching(options, ports, source.config.seed);
}

CircuitsAtWork circuits_at_work(const SwitchSource& source, const CircuitChoice& choice) {
  const MatchingOptions& options = choice.matching;
  const std::size_t ports = source.fabric().ports();
  const bool named = !options.circuits.empty() || !options.permutation.empty() || options.random;
  if (!choice.states.empty() && named && options.circuits.empty()) {
    throw base::InputError({"--states", 0, 0},
                           "goes with --circuits alone, which then choose the lit inputs");
  }
  if (!choice.states.empty() || (source.fabric().duplex() && !named)) {
    CircuitsAtWork work = by_states(source, choice.states);
    if (named) {
      work.matching = read_matching(options, ports, source.config.seed);
    }
    return work;
  }
  const photonics::Matching wanted = wanted_matching(source, options);
  std::vector<photonics::CellState> states = routed_states(source, wanted);
  std::vector<bool> unset = source.unset_beside(wanted, states);
  return {wanted, std::move(states), std::move(unset)};
}

}  // namespace heliograph::testbenches
