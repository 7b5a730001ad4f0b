// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/routing/circuit_router.hpp"

namespace heliograph::photonics {

inline base::PortId port(std::size_t i) { return static_cast<base::PortId>(i); }

/// Ideal cells, and waveguides that take nothing: all of the light arrives where it is sent.
inline FabricParameters lossless() {
  FabricParameters p;
  p.cell = {0.5, 0.5, base::Decibel(0.0), base::Decibel(0.0)};
  p.crossing_loss = base::Decibel(0.0);
  p.waveguide_loss = base::DecibelPerMetre(0.0);
  return p;
}

inline std::size_t below(std::size_t limit, base::RandomStream& random) {
  return static_cast<std::size_t>(random.uniform() * static_cast<double>(limit));
}

inline Matching matching_of(const std::vector<std::size_t>& outputs) {
  Matching matching(outputs.size());
  for (std::size_t input = 0; input < outputs.size(); ++input) {
    matching.connect(port(input), port(outputs[input]));
  }
  return matching;
}

/// Each circuit of a random permutation with probability `fill`.
inline Matching random_matching(std::size_t ports, double fill, base::RandomStream& random) {
  std::vector<std::size_t> outputs(ports);
  std::iota(outputs.begin(), outputs.end(), std::size_t{0});
  for (std::size_t i = ports; i > 1; --i) {
    std::swap(outputs[i - 1], outputs[below(i, random)]);
  }
  Matching matching(ports);
  for (std::size_t input = 0; input < ports; ++input) {
    if (random.uniform() < fill) {
      matching.connect(port(input), port(outputs[input]));
    }
  }
  return matching;
}

/// Some circuits go, some come, the rest stay.
inline Matching modified(Matching matching, double keep, base::RandomStream& random) {
  for (std::size_t input = 0; input < matching.ports(); ++input) {
    if (random.uniform() >= keep) {
      matching.disconnect(port(input));
    }
  }
  for (std::size_t tries = 0; tries < matching.ports(); ++tries) {
    const base::PortId input = port(below(matching.ports(), random));
    const base::PortId output = port(below(matching.ports(), random));
    if (matching.can_connect(input, output)) {
      matching.connect(input, output);
    }
  }
  return matching;
}

inline std::vector<CellState> random_states(std::size_t cells, base::RandomStream& random) {
  std::vector<CellState> states(cells);
  for (CellState& state : states) {
    state = random.uniform() < 0.5 ? CellState::bar : CellState::cross;
  }
  return states;
}

/// By the fields of a lossless fabric: the farthest that a circuit's power is from 1.
inline double worst_field_error(const FeedForwardFabric& fabric, const Matching& matching,
                                const std::vector<CellState>& states) {
  const Eigen::MatrixXcd field = fabric.port_matrix(nominal_phases(fabric, states));
  double worst = 0.0;
  for (std::size_t input = 0; input < matching.ports(); ++input) {
    if (const auto output = matching.output_of(port(input))) {
      const double power = std::norm(
          field(static_cast<Eigen::Index>(base::index(*output)), static_cast<Eigen::Index>(input)));
      // Not a number counts as far.
      worst = std::abs(power - 1.0) <= worst ? worst : std::abs(power - 1.0);
    }
  }
  return worst;
}

inline bool holds(const std::vector<base::PortId>& ports, base::PortId one) {
  return std::find(ports.begin(), ports.end(), one) != ports.end();
}

}  // namespace heliograph::photonics
