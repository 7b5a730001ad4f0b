// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/observe/result_collector.hpp"

namespace heliograph::testbenches {

/// What went wrong in the simulated design, named so that one can find it: lost and undelivered
/// bytes, light that goes elsewhere, cells with wrong codes, controller errors, wrong data. Sets
/// `faults` and `data_verified` of a result that is otherwise complete.
void find_faults(const EndedRun& run, RunResult& result);

}  // namespace heliograph::testbenches
