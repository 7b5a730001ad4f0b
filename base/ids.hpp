// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace heliograph::base {

// Each index is a type of its own, so that a port cannot be passed for a cell.
enum class RankId : std::uint32_t {};      ///< a participant of a collective, 0-based
enum class PortId : std::uint32_t {};      ///< a port of one switch fabric, 0-based
enum class CellId : std::uint32_t {};      ///< a switching cell of one fabric, 0-based
enum class ActuatorId : std::uint32_t {};  ///< a heater (or other actuator) of one fabric, 0-based
enum class StreamId : std::uint32_t {};  ///< an in-order list of steps of one rank ("thread block")
enum class TransceiverId : std::uint32_t {
};                                      ///< a transmitter with its receiver, 0-based in a platform
enum class EpochId : std::uint32_t {};  ///< a committed circuit map; 0 is the state after reset

template <class Id>
[[nodiscard]] constexpr std::size_t index(Id id) {
  return static_cast<std::size_t>(id);
}

}  // namespace heliograph::base
