// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "platforms/description/platform_config.hpp"
#include "systemc/accelerator/accelerator.hpp"
#include "systemc/link/receiver.hpp"
#include "systemc/link/transmitter.hpp"
#include "systemc/nic/nic.hpp"
#include "systemc/nic/nic_driver.hpp"

namespace heliograph::platforms {

/// A compute node: accelerator, NIC with its driver, and a transceiver, bound together.
class Node : public sc_core::sc_module {
 public:
  /// `carries_data`: payload is really moved, so that what was computed can be verified.
  Node(const sc_core::sc_module_name& name, base::RankId rank, const PlatformConfig& config,
       bool carries_data, std::uint64_t seed, systemc::FramePool& pool,
       systemc::LinkObserver& observer);

  systemc::Accelerator accelerator;
  systemc::Transmitter transmitter;
  systemc::Receiver receiver;
  systemc::Nic nic;
  systemc::NicDriver driver;
};

}  // namespace heliograph::platforms
