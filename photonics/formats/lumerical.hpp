// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "photonics/circuit/s_parameters.hpp"

namespace heliograph::photonics {

struct LumericalLimits {
  static constexpr std::size_t kBytes = std::size_t{64} << 20U;
  static constexpr std::size_t kPorts = 256;
  /// Fields of all frequencies together: bounds the memory of a file that names many ports.
  static constexpr std::size_t kFields = std::size_t{1} << 23U;
};

/// Reads the S-parameter files of Lumerical INTERCONNECT (`.sparam`, `.dat`): blocks of
///
///   ('port 1','TE',1,'port 2',1,'transmission')     from port 2 to port 1
///   (51,3)                                          rows, columns
///   1.8737e+14  0.00237139  -0.192798               hertz, magnitude, radians (unwrapped or not)
///
/// with what such files have in practice: either kind of quotes, any blanks, `['port 1','LEFT']`
/// lines, blocks in any order, descending frequencies, frequencies that rounding made uneven, a
/// group delay in the header (its phase is added about the middle row, as its writers take it off).
/// A port with several modes becomes a port each: `port 1@TE`, `port 1@TM`. A pair of ports without
/// a block has no light between them (a warning says how many there are).
/// Mistakes are added to `diagnostics`, and nothing is returned when there is an error. Data that
/// gain power or are not reciprocal are a warning (data_warnings.hpp).
[[nodiscard]] std::optional<SParameters> parse_lumerical(std::string_view text,
                                                         const std::string& file,
                                                         base::Diagnostics& diagnostics);
/// As parse_lumerical. Throws base::InputError when the file cannot be read.
[[nodiscard]] std::optional<SParameters> read_lumerical(const std::string& path,
                                                        base::Diagnostics& diagnostics);

}  // namespace heliograph::photonics
