// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"

namespace heliograph::systemc {

/// How the elements of a request or grant matrix lie in the port.
enum class MatrixOrder { source_major, destination_major };

/// Which port of a design is which pin of the contract.
struct PinMapping {
  std::string port;
  bool active_high = false;  ///< of a reset
  MatrixOrder order = MatrixOrder::source_major;
  bool stamps_only = false;  ///< ptp_ts_i: the design stamps with it and never acts on it
  base::SourceLocation place;
};

/// What is driven into an input that the contract does not know.
struct PinConstant {
  std::uint64_t value = 0;
  base::SourceLocation place;
};

struct PortMapping {
  std::map<std::string, PinMapping> pins;        ///< by the contract's name
  std::map<std::string, PinConstant> constants;  ///< by the design's name
};

/// Reads a mapping file (YAML): `clk_i: aclk`, `rst_ni: {port: rst, active: high}`,
/// `gnt_o: {port: grant, order: destination_major}`, `ptp_ts_i: stamps` or
/// `ptp_ts_i: {port: now, use: stamps}`, and under `constants:` values of other inputs. All
/// mistakes go to `diagnostics` with their places.
[[nodiscard]] PortMapping read_port_mapping(const std::string& path,
                                            base::Diagnostics& diagnostics);

}  // namespace heliograph::systemc
