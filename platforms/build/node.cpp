// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/node.hpp"

namespace heliograph::platforms {

namespace {

systemc::FrameGeometry geometry(const NodeLink& link, bool carries_data) {
  return {link.frame_payload, link.wire_bits, carries_data};
}

}  // namespace

Node::Node(const sc_core::sc_module_name& name, base::RankId rank, const PlatformConfig& config,
           bool carries_data, systemc::FramePool& pool)
    : sc_core::sc_module(name),
      accelerator("accelerator", config.accelerator_beside_ports(), carries_data),
      nic("nic", rank, config.nic_parameters(), config.node_link().tx_latency,
          geometry(config.node_link(), carries_data), pool),
      driver("driver", config.nic_parameters()) {
  if (!carries_data) {
    accelerator.memory.discard_below(systemc::RankMemoryMap::kQueues);
  }
  nic.on_interrupt([this] { driver.interrupt(); });
  nic.dma.bus.bind(accelerator.memory.bus);
  driver.to_memory.bus.bind(accelerator.memory.bus);
  driver.to_nic.bus.bind(nic.registers);
}

}  // namespace heliograph::platforms
