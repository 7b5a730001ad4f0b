// SPDX-License-Identifier: Apache-2.0
#include "platforms/build/node.hpp"

namespace heliograph::platforms {

Node::Node(const sc_core::sc_module_name& name, base::RankId rank, const PlatformConfig& config,
           bool carries_data, std::uint64_t seed, systemc::FramePool& pool,
           systemc::LinkObserver& observer)
    : sc_core::sc_module(name),
      accelerator("accelerator", config.accelerator),
      transmitter("transmitter", static_cast<base::TransceiverId>(rank),
                  config.transceiver.protocol, observer, seed),
      receiver("receiver", static_cast<base::TransceiverId>(rank), config.transceiver.protocol,
               config.transceiver.fec.decode_time, seed, pool, observer),
      nic("nic", rank, config.nic, config.transceiver.protocol.tx_latency,
          {config.transceiver.protocol.frame_payload, config.transceiver.wire_bits(), carries_data},
          pool),
      driver("driver") {
  transmitter.connect(nic);
  receiver.connect(nic);
  nic.connect(transmitter);
  nic.on_interrupt([this] { driver.interrupt(); });
  nic.dma.bus.bind(accelerator.memory.bus);
  driver.to_memory.bus.bind(accelerator.memory.bus);
  driver.to_nic.bus.bind(nic.registers);
}

}  // namespace heliograph::platforms
