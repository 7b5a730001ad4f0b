// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/fabrics/matching_text.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

/// Circuits as the command line chooses them: routed, or made by given states of the cells.
struct CircuitChoice {
  MatchingOptions matching;
  std::string states;  ///< `0x 1= 2?`; cells that it does not name are idle, or unset
};

/// Which inputs are lit, where their light is meant to go, and the states of all cells.
struct CircuitsAtWork {
  photonics::Matching matching;
  std::vector<photonics::CellState> states;
  std::vector<bool> unset;  ///< by cell, that nobody set it; empty if all are set
};

/// For where no circuits are named: a mesh on its own has none by default. Throws base::InputError
/// of it.
void require_inputs_and_outputs(const SwitchSource& source);

/// The circuits that the options name, as read_matching(). Of a mesh on its own they must be named:
/// throws base::InputError otherwise.
[[nodiscard]] photonics::Matching wanted_matching(const SwitchSource& source,
                                                  const MatchingOptions& options);

/// By states where they are given, or for a mesh on its own where no circuits are named:
/// then the circuits are wherever light ends that meets no unset cell, unless `circuits` names
/// them. Else routed from idle cells. Throws base::InputError for what cannot be read,
/// photonics::RoutingFailed.
[[nodiscard]] CircuitsAtWork circuits_at_work(const SwitchSource& source,
                                              const CircuitChoice& choice);

}  // namespace heliograph::testbenches
