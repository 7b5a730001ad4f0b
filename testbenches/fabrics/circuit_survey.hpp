// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/routing/circuit_router.hpp"
#include "photonics/routing/routing_check.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

/// A circuit as the light has it: what the field matrix says, and the way it takes.
struct SurveyedCircuit {
  photonics::CircuitCheck light;
  photonics::PathTrace path;
};

/// Circuits at work on a fabric whose cells have settled.
struct SurveyedMatching {
  std::vector<photonics::CellState> states;
  std::vector<bool> unset;                ///< by cell, that nobody set it; empty if all are set
  std::vector<SurveyedCircuit> circuits;  ///< in ascending order of input
  base::Watt holding_power;               ///< of the drivers' codes for these states

  [[nodiscard]] bool all_arrive() const;
};

/// The circuits of `matching` on cells in `states`, of which some may be unset. Precondition: the
/// sizes fit the fabric.
[[nodiscard]] SurveyedMatching survey(const SwitchSource& source,
                                      const photonics::Matching& matching,
                                      const std::vector<photonics::CellState>& states,
                                      std::vector<bool> unset);
/// Cells that none of the circuits needs are unset where the switch has such cells.
[[nodiscard]] SurveyedMatching survey(const SwitchSource& source,
                                      const photonics::Matching& matching,
                                      const std::vector<photonics::CellState>& states);

/// States that carry the circuits, routed from idle cells. Throws photonics::RoutingFailed.
[[nodiscard]] std::vector<photonics::CellState> routed_states(const SwitchSource& source,
                                                              const photonics::Matching& matching);
/// The circuits on these states. Throws as routed_states().
[[nodiscard]] SurveyedMatching survey_routed(const SwitchSource& source,
                                             const photonics::Matching& matching);

/// Least, mean and greatest of something.
struct Spread {
  double least = 0.0;
  double mean = 0.0;
  double most = 0.0;
};

/// Every pair of ports once, all inputs lit: the circuits input i to output i + k, for each k.
struct PairSurvey {
  std::vector<SurveyedMatching> shifts;  ///< by k

  [[nodiscard]] Spread loss_dB() const;
  [[nodiscard]] Spread cells() const;
  [[nodiscard]] Spread crossings() const;
  [[nodiscard]] Spread length_mm() const;
  [[nodiscard]] Spread delay_ps() const;
  /// Over those circuits that get any light of others; nothing where none does.
  [[nodiscard]] std::optional<Spread> crosstalk_dB() const;
  [[nodiscard]] Spread holding_mW() const;
  [[nodiscard]] bool all_arrive() const;
};

/// Throws as survey_routed(), for the first shift that cannot be routed, and base::InputError for a
/// mesh on its own, whose ports are no inputs and outputs.
[[nodiscard]] PairSurvey survey_pairs(const SwitchSource& source);

/// Time after which the loss of every circuit stays within `range` of what it becomes, and its
/// crosstalk no further above, when the cells go from the states of one shift to those of the next
/// (PathSettling). Longest over at most `changes` of the changes from shift k to k + 1, spread
/// evenly.
[[nodiscard]] base::Second settling(const SwitchSource& source, const PairSurvey& pairs,
                                    base::Decibel range, std::size_t changes);

}  // namespace heliograph::testbenches
