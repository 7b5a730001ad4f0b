// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "base/units.hpp"
#include "photonics/fabric/cell_state.hpp"
#include "photonics/routing/matching.hpp"
#include "photonics/thermal/thermal_plant.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

/// When a circuit counts as settled.
struct SettlingTargets {
  base::Decibel loss_within{1.0};  ///< of its final loss, either way
  /// Crosstalk of all other lights together, to the signal; without it, `loss_within` above the
  /// final crosstalk, or kDarkCrosstalk where that is darker.
  std::optional<base::Decibel> crosstalk;
};

/// Crosstalk below this does not matter to anybody; cells without errors go on for ever towards
/// none at all.
inline constexpr double kDarkCrosstalk_dB = -100.0;

struct LitCircuit {
  base::PortId input{};
  base::PortId output{};
};

/// What a circuit has at one instant. Without light the loss is infinite, and so is the crosstalk;
/// without light of others the crosstalk is minus infinity.
struct PathLevels {
  double loss_dB = 0.0;
  double crosstalk_dB = 0.0;
};

/// A circuit and the first picosecond after the change from which it meets its targets for good;
/// nothing: never, as the target is below what the fabric has in the end, or no light arrives.
struct SettledPath {
  LitCircuit circuit;
  PathLevels final_levels;
  std::optional<base::Picoseconds> loss;
  std::optional<base::Picoseconds> crosstalk;

  [[nodiscard]] std::optional<base::Picoseconds> both() const;
};

/// A fabric at rest whose DACs are given the codes of new states at instant 0, and the light of its
/// circuits while heat moves: powers as the drivers give them (SwitchSource::powers), the plant's
/// phases with the heat of neighbours, errors of make, and the field matrix of these.
class PathSettling {
 public:
  /// The inputs of `circuits` are lit, and no others. Keeps a reference to `source`. Throws
  /// std::invalid_argument unless there is a state a cell and `circuits` fits the fabric.
  PathSettling(const SwitchSource& source, const photonics::Matching& circuits,
               const std::vector<photonics::CellState>& from,
               const std::vector<photonics::CellState>& to);

  /// In ascending order of input, here and below.
  [[nodiscard]] const std::vector<LitCircuit>& circuits() const { return circuits_; }
  [[nodiscard]] std::vector<PathLevels> levels(base::Picoseconds at) const;
  [[nodiscard]] const std::vector<PathLevels>& final_levels() const { return final_; }

  /// Exact where the levels cross their targets at most once between two looks: these are tau/32
  /// apart while phases move far and tau apart in the tail, where a field is linear in what is
  /// missing and so can come within its target only once.
  [[nodiscard]] std::vector<SettledPath> settle(const SettlingTargets& targets) const;
  /// When all of them have settled, if that is after `not_before`, else that; nothing: never.
  [[nodiscard]] std::optional<base::Picoseconds> settle_all(
      const SettlingTargets& targets, base::Picoseconds not_before = base::Picoseconds(0)) const;

 private:
  using Meets = std::function<bool(const std::vector<PathLevels>&)>;

  [[nodiscard]] std::vector<PathLevels> levels_of(const std::vector<base::Radian>& phases) const;
  [[nodiscard]] const std::vector<PathLevels>& looked_at(std::size_t look) const;
  [[nodiscard]] std::optional<base::Picoseconds> last_crossing(const Meets& meets,
                                                               base::Picoseconds not_before) const;

  const SwitchSource& source_;
  std::vector<LitCircuit> circuits_;
  photonics::ThermalPlant plant_;
  std::vector<PathLevels> final_;
  std::vector<base::Picoseconds> looks_;  ///< ascending
  mutable std::vector<std::vector<PathLevels>> seen_;
  mutable Eigen::MatrixXcd field_;
};

}  // namespace heliograph::testbenches
