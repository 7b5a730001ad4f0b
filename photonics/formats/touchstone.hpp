// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "photonics/circuit/s_parameters.hpp"

namespace heliograph::photonics {

struct TouchstoneLimits {
  static constexpr std::size_t kBytes = std::size_t{64} << 20U;
  static constexpr std::size_t kPorts = 256;
};

/// N of a name that ends in `.sNp`, or nothing (also for `.snp` and `.ts`, which do not say).
[[nodiscard]] std::optional<std::size_t> touchstone_ports(std::string_view path);

/// Reads Touchstone 1.1: S-parameters of N ports in any number format, frequency unit (THz too, as
/// photonics tools write) and line wrap; noise data of a two-port is passed over. Without `ports`
/// their number is taken from the first point. The ports are called `1`, `2`, ... unless comments
/// of the form `! Port[1] = name` name them.
/// Mistakes are added to `diagnostics`, and nothing is returned when there is an error. Data that
/// gain power or are not reciprocal are a warning (data_warnings.hpp).
[[nodiscard]] std::optional<SParameters> parse_touchstone(std::string_view text,
                                                          const std::string& file,
                                                          std::optional<std::size_t> ports,
                                                          base::Diagnostics& diagnostics);
/// As parse_touchstone. Throws base::InputError when the file cannot be read.
[[nodiscard]] std::optional<SParameters> read_touchstone(const std::string& path,
                                                         base::Diagnostics& diagnostics);

enum class TouchstoneFormat { real_imaginary, magnitude_angle, decibel_angle };
enum class TouchstoneUnit { hertz, kilohertz, megahertz, gigahertz, terahertz };

struct TouchstoneStyle {
  TouchstoneFormat format = TouchstoneFormat::real_imaginary;
  TouchstoneUnit unit = TouchstoneUnit::hertz;
};

/// The text of a Touchstone file. Names of ports go into comments that parse_touchstone() reads.
/// Throws as require_valid() does.
[[nodiscard]] std::string touchstone_text(const SParameters& data,
                                          const TouchstoneStyle& style = {});

}  // namespace heliograph::photonics
