// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/nic_driver.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::uint64_t kSendQueue = RankMemoryMap::kQueues;
constexpr std::uint64_t kCompletionQueue = RankMemoryMap::kQueues + (1U << 24U);

std::uint64_t address(NicRegister which) { return static_cast<std::uint64_t>(which); }

}  // namespace

NicDriver::NicDriver(const sc_core::sc_module_name& name)
    : sc_core::sc_module(name), to_nic("to_nic"), to_memory("to_memory") {}

void NicDriver::start() {
  to_nic.write_word(address(NicRegister::send_queue_base), kSendQueue);
  to_nic.write_word(address(NicRegister::send_queue_entries), kSlots);
  to_nic.write_word(address(NicRegister::completion_queue_base), kCompletionQueue);
  to_nic.write_word(address(NicRegister::completion_queue_entries), kSlots);
  to_nic.write_word(address(NicRegister::landing_base), RankMemoryMap::kLanding);
}

void NicDriver::post(const SendDescriptor& work) {
  to_memory.write(kSendQueue + (posted_ % kSlots) * sizeof work, &work, sizeof work);
  ++posted_;
  to_nic.write_word(address(NicRegister::send_queue_tail), posted_);
}

void NicDriver::interrupt() {
  std::uint64_t written = 0;
  to_nic.read(address(NicRegister::completion_queue_tail), &written, sizeof written);
  while (consumed_ != written) {
    Completion completion;
    to_memory.read(kCompletionQueue + (consumed_ % kSlots) * sizeof completion, &completion,
                   sizeof completion);
    ++consumed_;
    handler_(completion);
  }
}

}  // namespace heliograph::systemc
