// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "testbenches/calibration/chip_study.hpp"

namespace heliograph::testbenches {

// What `heliograph switch FILE calibrate` prints: for people, and as JSON.

/// Throws base::InputError, which names the file, for a switch that has no monitors.
void require_monitors(const SwitchSource& source);

[[nodiscard]] std::string calibration_text(const SwitchSource& source, const ChipStudy& study,
                                           const ChipTargets& targets,
                                           const std::optional<ChipYield>& yield);
/// {"rows": [a chip each], "cells": [...], "yield": null or {...}}; what is infinite is null.
[[nodiscard]] std::string calibration_json(const SwitchSource& source, const ChipStudy& study,
                                           const ChipTargets& targets,
                                           const std::optional<ChipYield>& yield);

}  // namespace heliograph::testbenches
