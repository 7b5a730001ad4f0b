// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// Does a step of this kind read the local range that `Step::source` names? Where it does not, the
/// file's values are kept (they often tell the peer's range) but mean nothing.
[[nodiscard]] bool reads_source(StepKind kind);

/// Does a step of this kind write the local range that `Step::destination` names?
[[nodiscard]] bool writes_destination(StepKind kind);

}  // namespace heliograph::testbenches
