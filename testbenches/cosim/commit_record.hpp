// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "systemc/control/controller_core.hpp"

namespace heliograph::testbenches {

/// The destination of each source, if it has a circuit.
using PortMap = std::array<std::optional<std::uint8_t>, systemc::kMaxControllerPorts>;

/// A reconfiguration as the host asked for it, and what must follow by the contract. Port masks:
/// bit p stands for port p.
struct CommitRecord {
  std::uint16_t epoch = 0;
  PortMap wanted{};
  std::uint32_t affected = 0;              ///< inputs that must drain
  std::uint32_t acknowledge = 0;           ///< of these, those with a circuit now
  std::uint32_t broken = 0;                ///< old and new outputs of the affected
  std::uint32_t relock = 0;                ///< new outputs of the affected
  std::uint32_t connected = 0;             ///< outputs with a circuit when it is done
  std::optional<unsigned> illegal_source;  ///< first source at fault
  std::uint32_t num_act = 0;
  std::uint32_t t_drain_max = 0;
  std::uint32_t t_settle = 0;
  std::uint32_t t_relock_max = 0;

  [[nodiscard]] bool legal() const { return !illegal_source; }
};

/// The consequences of committing `wanted` (raw SHADOW_MAP words by source) over `active`.
[[nodiscard]] CommitRecord foresee(
    unsigned ports, const PortMap& active,
    const std::array<std::uint32_t, systemc::kMaxControllerPorts>& wanted, std::uint32_t disturb);

/// The decision pins of a map.
[[nodiscard]] systemc::GrantMatrix grants_of(unsigned ports, const PortMap& map);

/// One bit a port, 2..32 of them.
[[nodiscard]] constexpr std::uint32_t all_ports(unsigned ports) {
  return ports >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << ports) - 1;
}

}  // namespace heliograph::testbenches
