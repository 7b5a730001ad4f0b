// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <vector>

#include "base/ids.hpp"
#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/routing/matching.hpp"

namespace heliograph::photonics {

/// How the wanted circuits go, and what changing to them does to those that stay.
struct RoutingResult {
  std::vector<CellState> states;      ///< of every cell, once the change is made
  std::vector<base::CellId> changed;  ///< cells whose state differs from the present one, ascending
  /// Inputs whose circuit is in both the present and the wanted matching, yet whose signal path, as
  /// it is or as it will be, runs through a changed cell: they must be drained as well. Ascending.
  std::vector<base::PortId> disturbed_inputs;
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

  /// Finds cell states that realise `wanted`, starting from a fabric whose cells are in
  /// `present_states` and carry the circuits of `present`. The same arguments give the same result.
  /// Throws std::invalid_argument when the sizes do not fit the fabric, and RoutingFailed when
  /// there are no such states or none was found.
  [[nodiscard]] virtual RoutingResult route(const Matching& wanted, const Matching& present,
                                            const std::vector<CellState>& present_states) const = 0;

 protected:
  CircuitRouter() = default;
};

}  // namespace heliograph::photonics
