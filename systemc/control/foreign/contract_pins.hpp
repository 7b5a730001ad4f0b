// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "systemc/control/rtl_models/rtl_ports.hpp"

namespace heliograph::systemc {

/// What a design that somebody brings can be.
enum class DeviceKind {
  controller,  ///< all of rtl/contract.md that moves a fabric
  arbiter,     ///< requests in, grants out
  tdma,        ///< grants by time
  crossbar,    ///< a valid, ready and destination for each input
  registers,   ///< AXI4-Lite or APB and nothing else
};
[[nodiscard]] std::string_view to_string(DeviceKind kind);
[[nodiscard]] std::optional<DeviceKind> device_kind(std::string_view word);
[[nodiscard]] std::vector<std::string> device_kind_names();

/// How a pin's width follows from the number of ports N.
enum class PinWidth { fixed, ports, ports_squared, ports_by_destination };

enum class PinNeed {
  required,
  optional,
  axi_lite,  ///< required unless all of APB is there
  apb,       ///< required unless all of AXI4-Lite is there
};

/// One pin of rtl/contract.md.
struct ContractPin {
  const char* name = "";
  RtlDirection direction = RtlDirection::input;  ///< as the design sees it
  PinWidth width = PinWidth::fixed;
  unsigned bits = 1;  ///< of a fixed width
  const char* group = "";
  PinNeed need = PinNeed::optional;
  /// A number that a design may have fewer bits of: addresses, codes, epochs.
  bool may_be_narrower = false;

  /// Bits for N ports; ports_by_destination has N numbers of ceil(log2 N) bits.
  [[nodiscard]] unsigned bits_for(unsigned ports) const;
  /// "N", "N*N", "16" ... bits, as the contract says it.
  [[nodiscard]] std::string width_text() const;
};

/// The pins that a device of this kind may have.
[[nodiscard]] std::vector<ContractPin> contract_pins(DeviceKind kind);

}  // namespace heliograph::systemc
