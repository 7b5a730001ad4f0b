// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/circuits_at_work.hpp"

#include "base/diagnostics.hpp"
#include "testbenches/fabrics/circuit_survey.hpp"
#include "testbenches/fabrics/state_text.hpp"

namespace heliograph::testbenches {

namespace {

CircuitsAtWork by_states(const SwitchSource& source, const std::string& states) {
  const photonics::SwitchFabric& fabric = source.fabric();
  CircuitsAtWork work{photonics::Matching(fabric.ports()),
                      read_states(states, "--states", fabric.structure().idle)};
  for (std::size_t port = 0; port < fabric.ports(); ++port) {
    const auto input = static_cast<base::PortId>(port);
    const photonics::PathTrace path = fabric.trace(input, work.states);
    if (path.output && work.matching.can_connect(input, *path.output)) {
      work.matching.connect(input, *path.output);
    }
  }
  return work;
}

}  // namespace

CircuitsAtWork circuits_at_work(const SwitchSource& source, const CircuitChoice& choice) {
  const MatchingOptions& options = choice.matching;
  const std::size_t ports = source.fabric().ports();
  const bool named = !options.circuits.empty() || !options.permutation.empty() || options.random;
  if (!choice.states.empty() && named && options.circuits.empty()) {
    throw base::InputError({"--states", 0, 0},
                           "goes with --circuits alone, which then choose the lit inputs");
  }
  if (!choice.states.empty() || (!source.parts.router && !named)) {
    CircuitsAtWork work = by_states(source, choice.states);
    if (named) {
      work.matching = read_matching(options, ports, source.config.seed);
    }
    return work;
  }
  const photonics::Matching wanted = read_matching(options, ports, source.config.seed);
  return {wanted, routed_states(source, wanted)};
}

}  // namespace heliograph::testbenches
