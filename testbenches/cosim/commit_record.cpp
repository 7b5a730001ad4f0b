// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/commit_record.hpp"

#include "systemc/control/register_map.hpp"

namespace heliograph::testbenches {

namespace {

std::uint32_t output_bit(const std::optional<std::uint8_t>& destination) {
  return destination ? std::uint32_t{1} << *destination : 0;
}

}  // namespace

CommitRecord foresee(unsigned ports, const PortMap& active,
                     const std::array<std::uint32_t, systemc::kMaxControllerPorts>& wanted,
                     std::uint32_t disturb) {
  CommitRecord record;
  for (unsigned src = 0; src < ports; ++src) {
    if ((wanted[src] & systemc::registers::kMapValid) == 0) continue;
    const auto dst = static_cast<std::uint8_t>(wanted[src] & systemc::registers::kMapDstMask);
    if (dst >= ports || (record.connected >> dst & 1U) != 0) {
      record.illegal_source = src;
      return record;
    }
    record.wanted[src] = dst;
    record.connected |= std::uint32_t{1} << dst;
  }
  for (unsigned src = 0; src < ports; ++src) {
    const std::uint32_t input = std::uint32_t{1} << src;
    if (record.wanted[src] == active[src] && (disturb & input) == 0) continue;
    record.affected |= input;
    if (active[src]) record.acknowledge |= input;
    record.broken |= output_bit(active[src]) | output_bit(record.wanted[src]);
    record.relock |= output_bit(record.wanted[src]);
  }
  return record;
}

systemc::GrantMatrix grants_of(unsigned ports, const PortMap& map) {
  systemc::GrantMatrix grants{};
  for (unsigned src = 0; src < ports; ++src) {
    if (!map[src]) continue;
    const unsigned position = src * ports + *map[src];
    grants[position / 32] |= std::uint32_t{1} << position % 32;
  }
  return grants;
}

}  // namespace heliograph::testbenches
