// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/units.hpp"
#include "photonics/fabric/switch_fabric.hpp"
#include "photonics/routing/circuit_router.hpp"

namespace heliograph::testbenches {

/// What somebody who measures a switch would write down, of some of its paths. From the field
/// matrix, so that all leaks are in it.
struct SwitchFigures {
  std::size_t paths = 0;
  base::Decibel least_loss;
  base::Decibel mean_loss;  ///< mean of the losses in dB
  base::Decibel greatest_loss;
  /// The greatest power at an output that comes from one other input, all with the same light,
  /// relative to the output's signal.
  base::Decibel worst_crosstalk;
  base::Second greatest_delay;          ///< group delay along the path
  std::size_t most_cells_on_paths = 0;  ///< on the paths of one setting together

  /// The larger distance of a path's loss from the mean.
  [[nodiscard]] base::Decibel loss_variation() const;
};

/// Of the paths of all inputs with the cells in these states: each from its input to wherever the
/// states lead it. Throws std::invalid_argument when that is into the dark.
[[nodiscard]] SwitchFigures figures_of_states(const photonics::SwitchFabric& fabric,
                                              const std::vector<photonics::CellState>& states,
                                              base::Hertz frequency);

/// Circuits and the states of the cells that carry them.
struct RoutedSetting {
  photonics::Matching matching;
  std::vector<photonics::CellState> states;
};

/// Each of the N cyclic shifts, routed from the idle fabric. Throws as figures_of_all_pairs().
[[nodiscard]] std::vector<RoutedSetting> settings_of_all_pairs(
    const photonics::SwitchFabric& fabric, const photonics::CircuitRouter& router);
/// Each of the N! permutations, routed from the idle fabric as well as the router can. Throws as
/// figures_of_all_pairs(), and std::invalid_argument of a fabric with more than 6 ports.
[[nodiscard]] std::vector<RoutedSetting> settings_of_all_permutations(
    const photonics::SwitchFabric& fabric, const photonics::CircuitRouter& router);
/// Of all circuits of these settings.
[[nodiscard]] SwitchFigures figures_of_settings(const photonics::SwitchFabric& fabric,
                                                const std::vector<RoutedSetting>& settings,
                                                base::Hertz frequency);

/// Of every pair of an input and an output once: the N cyclic shifts, each routed from the idle
/// fabric. Throws photonics::RoutingFailed, and std::logic_error when the fields or the trace do
/// not agree with the router.
[[nodiscard]] SwitchFigures figures_of_all_pairs(const photonics::SwitchFabric& fabric,
                                                 const photonics::CircuitRouter& router,
                                                 base::Hertz frequency);

/// The worst crosstalk of the same settings at the design frequency if light that reaches an output
/// over several ways does not interfere with itself, so that powers add (photonics::FieldBounds).
[[nodiscard]] base::Decibel worst_crosstalk_of_powers(const photonics::SwitchFabric& fabric,
                                                      const photonics::CircuitRouter& router);

}  // namespace heliograph::testbenches
