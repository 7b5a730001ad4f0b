// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "photonics/calibration/measured_calibration.hpp"
#include "photonics/routing/matching.hpp"
#include "testbenches/calibration/wilson.hpp"
#include "testbenches/fabrics/circuit_survey.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

/// The circuits input i to output i + k of a fabric, and cells' states that carry them. Routing
/// knows nothing of errors of make, so they hold for every chip of one description.
struct RoutedShift {
  photonics::Matching matching;
  std::vector<photonics::CellState> states;
};
/// By k. Throws as routed_states().
[[nodiscard]] std::vector<RoutedShift> route_shifts(const SwitchSource& source);

/// What no pair of ports of a good chip has more of.
struct ChipTargets {
  base::Decibel loss;
  base::Decibel crosstalk;
};
/// 1 dB more loss and 3 dB more crosstalk than the worst pair has on a chip that came out as it was
/// designed.
[[nodiscard]] ChipTargets usual_targets(const SwitchSource& source,
                                        const std::vector<RoutedShift>& shifts);

/// A chip with some codes, over all pairs of ports, all inputs lit: by the fields at the phases
/// that the codes make at rest.
struct ChipFigures {
  std::string_view name;
  double mean_loss_dB = 0.0;
  double worst_loss_dB = 0.0;               ///< infinite where nothing arrives
  std::optional<double> mean_crosstalk_dB;  ///< over those that get light of others
  std::optional<double> worst_crosstalk_dB;
  double mean_holding_mW = 0.0;
  std::size_t circuits = 0;
  std::size_t lost = 0;  ///< circuits that do not arrive (CircuitCheck)

  /// All circuits arrive, and loss and crosstalk are within the targets.
  [[nodiscard]] bool meets(const ChipTargets& targets) const;
};

/// By how much a table's codes miss the phases of the states that they stand for, each cell by
/// itself and all others idle. Only the model knows: on a chip there is nothing to compare with.
/// States out of the driver's reach are not counted.
struct PhaseMiss {
  base::Radian rms;
  base::Radian worst;
};

/// One chip four times: with nominal codes, with measured ones, with the same when its phases have
/// drifted, and measured again.
struct ChipStudy {
  std::vector<ChipFigures> chips;           ///< uncalibrated, calibrated, drifted, recalibrated
  photonics::MeasuredCalibration measured;  ///< before the drift
  PhaseMiss miss;                           ///< of that

  [[nodiscard]] const ChipFigures& calibrated() const { return chips.at(1); }
};

/// Of the chip that `source` describes by its config and seed. Precondition: can_be_measured().
[[nodiscard]] ChipStudy study_chip(const SwitchSource& source,
                                   const std::vector<RoutedShift>& shifts);

/// It is a topology, of cells whose monitors show a sine wave.
[[nodiscard]] bool can_be_measured(const SwitchSource& source);

/// How many chips meet the targets.
struct YieldCount {
  std::size_t met = 0;
  ShareInterval share;
};
struct ChipYield {
  ChipTargets targets;
  std::size_t chips = 0;
  YieldCount uncalibrated;
  YieldCount calibrated;
};

/// Of the chips of the seeds 1 to `chips`, all else as `source` says. Precondition as above, and
/// chips > 0.
[[nodiscard]] ChipYield count_yield(const SwitchSource& source,
                                    const std::vector<RoutedShift>& shifts,
                                    const ChipTargets& targets, std::size_t chips);

}  // namespace heliograph::testbenches
