// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "base/ids.hpp"
#include "base/units.hpp"
#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/routing/matching.hpp"

namespace heliograph::photonics {

/// What a fabric's field matrix says of one wanted circuit.
struct CircuitCheck {
  base::PortId input{};
  base::PortId output{};
  base::Decibel loss;         ///< from the field matrix; infinite when nothing arrives
  base::Decibel traced_loss;  ///< SwitchFabric::trace(), wherever its way ends
  /// The circuit whose light does the most harm at this output, by its input, and its power there
  /// relative to the signal. Nothing when there is no other circuit, or none leaks.
  std::optional<base::PortId> worst_interferer;
  std::optional<base::Decibel> worst_crosstalk;
  /// All other circuits' powers added (as of lasers that do not interfere), relative to the signal.
  std::optional<base::Decibel> crosstalk;
  /// The powers of those that leak, relative to the signal; none where there is no signal.
  std::vector<base::PowerRatio> interferers;
  /// By the cells' states the light ends at this output; by the fields it is the strongest of all
  /// circuits' there, and has at least half of the power that the trace promises.
  bool arrives = false;
};

/// Of all circuits of a matching, in ascending order of input.
struct RoutingCheck {
  std::vector<CircuitCheck> circuits;

  [[nodiscard]] bool all_arrive() const;
};

/// Checks a routing result by the full field solve at the design frequency, with the cells at the
/// phases that their states need (errors of make are the fabric's own): whatever a router says, it
/// is the fields that decide. Inputs without a circuit are dark, all others have the same power.
/// Throws std::invalid_argument unless the matching has the fabric's ports and there is a state for
/// each cell.
[[nodiscard]] RoutingCheck verify_routing(const SwitchFabric& fabric, const Matching& matching,
                                          const std::vector<CellState>& states);
/// The same by a field matrix of the fabric that the caller has: at other phases, as real drivers
/// set them, or at another frequency.
[[nodiscard]] RoutingCheck check_by_fields(const SwitchFabric& fabric, const Matching& matching,
                                           const std::vector<CellState>& states,
                                           const Eigen::MatrixXcd& field);

}  // namespace heliograph::photonics
