// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/fabrics/path_settling.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

/// A change of circuits as `heliograph switch FILE settle` reports it.
struct SettleReport {
  SettlingTargets targets;
  std::size_t heat = 0;  ///< cells that go from cross to bar
  std::size_t cool = 0;  ///< cells that go from bar to cross
  std::vector<SettledPath> paths;
  /// Levels of the circuits at instants spread evenly; may be empty.
  std::vector<base::Picoseconds> instants;
  std::vector<std::vector<PathLevels>> curves;  ///< by instant, then by circuit

  /// The latest of all that settle at all; nothing where none does.
  [[nodiscard]] std::optional<base::Picoseconds> latest() const;
  [[nodiscard]] bool all_settle() const;
};

/// Settles the circuits of `circuits`, and samples `points` instants from 0 to a quarter beyond the
/// latest that settles (at least one time constant). Throws as PathSettling.
[[nodiscard]] SettleReport settle_report(const SwitchSource& source,
                                         const photonics::Matching& circuits,
                                         const std::vector<photonics::CellState>& from,
                                         const std::vector<photonics::CellState>& to,
                                         const SettlingTargets& targets, std::size_t points);

[[nodiscard]] std::string settle_text(const SwitchSource& source, const SettleReport& report);
/// {"rows": [...], "curves": [...]}: an instant that is never is null, as is what is infinite.
[[nodiscard]] std::string settle_json(const SwitchSource& source, const SettleReport& report);
/// The curves, one line an instant and circuit: time_us,input,output,loss_dB,crosstalk_dB. Infinite
/// numbers are left empty.
[[nodiscard]] std::string settle_csv(const SettleReport& report);

}  // namespace heliograph::testbenches
