// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "systemc/control/foreign/contract_pins.hpp"
#include "systemc/control/foreign/port_mapping.hpp"
#include "systemc/control/rtl_models/rtl_ports.hpp"

namespace heliograph::systemc {

/// A pin of the contract that the design has.
struct BoundPin {
  ContractPin pin;
  RtlPort port;
  PinMapping mapping;
};

/// A design whose ports fit the contract.
struct CheckedDevice {
  DeviceKind kind = DeviceKind::controller;
  unsigned ports = 0;  ///< N; 0 for a register block
  bool apb = false;    ///< configured through APB and not AXI4-Lite
  std::vector<BoundPin> pins;
  std::vector<std::pair<std::string, std::uint64_t>> constants;  ///< of inputs beyond the contract

  [[nodiscard]] const BoundPin* find(std::string_view pin) const;
};

/// The kind that most of the design's ports belong to.
[[nodiscard]] DeviceKind classify(const RtlPorts& ports, const PortMapping& mapping);

/// Compares ports and contract: all that is missing, extra, or of the wrong width or direction goes
/// to `diagnostics` at once, with nearest names and with what helps. `expected_ports` is N when it
/// is known; else N follows from the widths.
[[nodiscard]] CheckedDevice check_ports(const RtlPorts& ports, const PortMapping& mapping,
                                        DeviceKind kind, std::optional<unsigned> expected_ports,
                                        base::Diagnostics& diagnostics);

}  // namespace heliograph::systemc
