// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stdexcept>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/routing/matching.hpp"

namespace heliograph::photonics {

/// What a router should care for, after what it must do.
enum class RoutingObjective {
  /// The fewest circuits that stay are disturbed, then the fewest cells change; on a mesh, where
  /// the fewest changes can make ways far longer, then the fewest cells are on the ways.
  least_disturbance,
  fewest_changes,  ///< the fewest cells change, then the fewest circuits are disturbed
  least_loss       ///< the least loss of the worst circuit, then the least sum
};

/// Enough to prove the best of any matching through the smaller fabrics (about 8 ports); at most
/// some hundredths of a second on the largest.
inline constexpr std::size_t kRoutingEffort = 2'000'000;

/// What is asked of a router.
struct RoutingRequest {
  Matching wanted;
  Matching present;                       ///< circuits that the fabric carries now
  std::vector<CellState> present_states;  ///< of every cell
  RoutingObjective objective = RoutingObjective::least_disturbance;
  /// Inputs whose circuit, in both matchings, must not be disturbed: no cell on its way changes.
  std::vector<base::PortId> untouchable = {};
  /// How much a router may search for something better than the first that it finds, and for the
  /// proof that there is nothing better: cells that one circuit may pass, looked at once. With 0
  /// the first is taken. Not a time, so that the result is the same on every machine.
  std::size_t effort = kRoutingEffort;
  /// By cell of a mesh, that nobody has set it yet, so that it rests at a phase of its own; empty:
  /// all have been set. Only those on circuits' ways are set then, and idle cells are not parked.
  std::vector<bool> unset = {};
};

/// How the wanted circuits go, and what changing to them does to those that stay.
struct RoutingResult {
  std::vector<CellState> states;      ///< of every cell, once the change is made
  std::vector<base::CellId> changed;  ///< cells whose state differs from the present one, ascending
  /// Inputs whose circuit is in both the present and the wanted matching, yet whose signal path, as
  /// it is or as it will be, runs through a changed cell: they must be drained as well. Ascending.
  /// (Where no cell of the present path changes, the path does not.)
  std::vector<base::PortId> disturbed_inputs;
  /// The objective is known to be met as well as any states of the cells can.
  bool proved_optimal = false;
  /// Of the request's unset cells those that stay so; what is set for the first time has changed.
  std::vector<bool> unset = {};
};

/// The circuits cannot be routed, or no way was found in the effort that a router allows itself.
/// Not a wrong input: the machine cannot do what its schedule asks.
class RoutingFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Says how light goes through one kind of fabric; not when circuits change, nor who gets them.
class CircuitRouter {
 public:
  CircuitRouter(const CircuitRouter&) = delete;
  CircuitRouter& operator=(const CircuitRouter&) = delete;
  virtual ~CircuitRouter() = default;

  /// Finds cell states that realise the wanted circuits. The same request gives the same result.
  /// Cells that no wanted circuit passes keep their state (those of meshes that nobody needs to
  /// stay unset are parked). Throws std::invalid_argument when the sizes do not fit the fabric, an
  /// untouchable input has no circuit that stays and works, or the least loss is asked of a router
  /// that was made without its fabric's losses; RoutingFailed when there are no such states or none
  /// was found.
  [[nodiscard]] virtual RoutingResult route(const RoutingRequest& request) const = 0;

  /// The first that is found, with regard for least disturbance but without search for something
  /// better: for whoever routes often.
  [[nodiscard]] RoutingResult route(const Matching& wanted, const Matching& present,
                                    const std::vector<CellState>& present_states,
                                    const std::vector<bool>& unset = {}) const {
    RoutingRequest request{wanted, present, present_states};
    request.effort = 0;
    request.unset = unset;
    return route(request);
  }

 protected:
  CircuitRouter() = default;
};

}  // namespace heliograph::photonics
