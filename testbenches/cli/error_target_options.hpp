// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "platforms/description/platform_config.hpp"
#include "testbenches/fabrics/laser_need.hpp"

namespace heliograph::testbenches {

/// `--penalty` and `--ber`.
void add_error_target_options(CLI::App& verb, std::string& penalty, std::optional<double>& ber);

/// The bit error rate before FEC that a transceiver must reach: that of `--ber`, else the threshold
/// of its code (KP4 2.4e-4, KR4 2.1e-5, without a code 1e-12). Throws base::InputError for one that
/// its modulation cannot be asked for.
[[nodiscard]] double read_target_ber(const std::optional<double>& ber,
                                     const platforms::TransceiverConfig& transceiver);

/// Throws as read_target_ber(), and for a formula that there is none of, with the nearest name.
[[nodiscard]] ErrorTarget read_error_target(const std::string& penalty,
                                            const std::optional<double>& ber,
                                            const platforms::TransceiverConfig& transceiver);

}  // namespace heliograph::testbenches
