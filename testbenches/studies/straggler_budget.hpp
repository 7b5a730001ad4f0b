// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heliograph::testbenches {

/// How long a change of circuits may take for StragglAR to keep up with a ring that stays, found by
/// simulation: eight accelerators on a Benes switch of thermo-optic cells, 28 MiB, the last rank
/// late by more than the first phase takes.
struct StragglerBudget {
  int changes = 0;               ///< whose dark time somebody waits for; the first is set meanwhile
  double ring_us = 0;            ///< from the late rank's arrival on
  double dark_us = 0;            ///< longest mean time that the circuits of a change are dark
  double longer_dark_us = 0;     ///< the same for the next longer settle timer
  double stragglar_us = 0;       ///< with the first
  double late_stragglar_us = 0;  ///< with the second
  double closed_form_us = 0;     ///< the serialisation that StragglAR saves, over the changes
};
[[nodiscard]] StragglerBudget straggler_budget();

}  // namespace heliograph::testbenches
