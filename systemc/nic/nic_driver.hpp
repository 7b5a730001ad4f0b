// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <systemc>

#include "systemc/bus/bus_master.hpp"
#include "systemc/nic/nic_registers.hpp"

namespace heliograph::systemc {

/// Where a rank keeps what, in its own memory.
struct RankMemoryMap {
  static constexpr std::uint64_t kInput = 0x0000'0000'0000ULL;
  static constexpr std::uint64_t kOutput = 0x1000'0000'0000ULL;
  static constexpr std::uint64_t kScratch = 0x2000'0000'0000ULL;
  static constexpr std::uint64_t kLanding = 0x4000'0000'0000ULL;
  static constexpr std::uint64_t kQueues = 0x8000'0000'0000ULL;
};

/// The host software of one NIC: writes descriptors to memory, rings the doorbell, and reads
/// completions when interrupted. Its own instructions take no time.
class NicDriver : public sc_core::sc_module {
 public:
  explicit NicDriver(const sc_core::sc_module_name& name);

  BusMaster to_nic;
  BusMaster to_memory;

  /// Sets the queues up; once, when the sockets are bound (first call from a running simulation).
  void start();
  void on_completion(std::function<void(const Completion&)> handler) {
    handler_ = std::move(handler);
  }
  void post(const SendDescriptor& work);
  void interrupt();

 private:
  static constexpr std::uint64_t kSlots = 1024;

  std::function<void(const Completion&)> handler_;
  std::uint64_t posted_ = 0;
  std::uint64_t consumed_ = 0;
};

}  // namespace heliograph::systemc
