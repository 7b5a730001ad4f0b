// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/cell_state.hpp"
#include "photonics/fabric/stuck_cell.hpp"
#include "photonics/mesh_routing/mesh_trace.hpp"

namespace heliograph::photonics {

/// Two ports to be joined. Which is first makes no difference.
struct MeshPair {
  base::PortId a{};
  base::PortId b{};

  friend bool operator==(const MeshPair& x, const MeshPair& y) {
    return (x.a == y.a && x.b == y.b) || (x.a == y.b && x.b == y.a);
  }
};

/// What the router cares for, after joining the pairs.
enum class MeshObjective {
  fewest_pucs,       ///< the least sum of the routes' cells
  shortest_longest,  ///< the fewest cells on the longest route, then the least sum (not proved)
  least_worst_loss,  ///< the least loss of the worst route, then the least sum (not proved)
  fewest_changes     ///< the fewest cells that change state (those that are stuck do not count)
};

/// The names in files and on the command line, e.g. `fewest_pucs`, in the order of the enumeration.
[[nodiscard]] const std::vector<std::string_view>& mesh_objective_names();
[[nodiscard]] std::string_view to_string(MeshObjective objective);
[[nodiscard]] std::optional<MeshObjective> mesh_objective_of(std::string_view name);

/// How much the router may try. Counts, not times, so that a result is the same on every machine.
struct MeshEffort {
  /// Rounds of negotiation in which circuits that want a cell in two states are routed anew.
  std::size_t rounds = 300;
  /// Attempts to better a routing that is found: circuits taken out and put back.
  std::size_t improvements = 400;
  /// Conflicts of the SAT solver in one question: whether there is a routing, or a better one. 0
  /// for no such question.
  std::size_t conflicts = 20'000;
  /// Whether it asks for the proof that nothing is better, and for what is better if it is not so.
  bool prove_best = true;
  /// Whether a core is made so small that all its pairs but any one can be joined.
  bool smallest_core = true;
};

/// The first routing that is found, with the verdict if there is none.
[[nodiscard]] inline MeshEffort first_found() {
  MeshEffort effort;
  effort.improvements = 0;
  effort.prove_best = false;
  return effort;
}

/// What is asked of a mesh router.
struct MeshRequest {
  std::vector<MeshPair> pairs;
  MeshObjective objective = MeshObjective::fewest_pucs;
  /// The state of every cell now; empty if it does not matter. Needed for fewest_changes and
  /// untouchable pairs.
  std::vector<CellState> present = {};
  /// Pairs (of `pairs`) that the present states join, and whose light must not notice the change:
  /// the cells on their way keep their states.
  std::vector<MeshPair> untouchable = {};
  std::vector<StuckCell> stuck = {};
  /// By port, whether a circuit may end there; empty for all.
  std::vector<bool> usable_ports = {};
  /// Cells on no route are set so that light that leaks leaves by ports without circuits and does
  /// not circulate (park_idle_cells()). Not with fewest_changes: there they keep their state.
  bool park_idle = true;
  std::uint64_t seed = 1;
  MeshEffort effort = {};
};

enum class MeshVerdict {
  routed,
  infeasible,  ///< proved: no states of the cells join these pairs
  unproven     ///< nothing was found in the effort allowed, nor was it proved that nothing is there
};

[[nodiscard]] std::string_view to_string(MeshVerdict verdict);

struct MeshResult {
  MeshVerdict verdict = MeshVerdict::unproven;
  std::vector<CellState> states;  ///< of every cell, if routed
  std::vector<MeshRoute> routes;  ///< by pair, from its `a`, if routed
  /// If infeasible: pairs that cannot be joined together (with what is stuck and untouchable).
  std::vector<MeshPair> core;
  /// Without any one pair of the core the others can be joined.
  bool core_is_minimal = false;
  /// What the objective counts (cells, changed cells, or billionths of a decibel), if routed.
  std::int64_t value = 0;
  /// No routing of these pairs has less.
  std::int64_t lower_bound = 0;
  bool proved_optimal = false;        ///< value == lower_bound
  std::vector<base::CellId> changed;  ///< against the present states, if given; ascending
  std::size_t closed_loops = 0;       ///< that no state of an idle cell opens
};

}  // namespace heliograph::photonics
