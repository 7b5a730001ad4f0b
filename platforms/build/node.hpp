// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "platforms/description/platform_config.hpp"
#include "systemc/accelerator/accelerator.hpp"
#include "systemc/link/frame_pool.hpp"
#include "systemc/nic/nic.hpp"
#include "systemc/nic/nic_driver.hpp"

namespace heliograph::platforms {

/// A compute node without its ends of links: accelerator and NIC with its driver, bound together.
/// An interconnect connects the NIC to what sends and receives its frames.
class Node : public sc_core::sc_module {
 public:
  /// `carries_data`: payload is really moved, so that what was computed can be verified.
  Node(const sc_core::sc_module_name& name, base::RankId rank, const PlatformConfig& config,
       bool carries_data, systemc::FramePool& pool);

  systemc::Accelerator accelerator;
  systemc::Nic nic;
  systemc::NicDriver driver;
};

}  // namespace heliograph::platforms
