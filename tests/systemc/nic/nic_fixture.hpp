// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <string>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

#include "systemc/bus/memory.hpp"
#include "systemc/nic/nic.hpp"
#include "systemc/nic/nic_driver.hpp"
#include "tests/systemc/link/link_fixture.hpp"

namespace heliograph::systemc::test {

using base::Picoseconds;

inline constexpr std::int64_t kMemory = 300'000;
inline constexpr std::int64_t kDoorbell = 100'000;
inline constexpr std::int64_t kProcessing = 50'000;
inline constexpr std::int64_t kTxLatency = 20'000;
inline constexpr std::int64_t kFrameTime = 25'600;
inline constexpr std::int64_t kPayload = 628;
/// From the doorbell's post to the first bit: the register, the descriptor, the pipeline, the first
/// payload, the transmitter.
inline constexpr std::int64_t kStartUp = kDoorbell + kMemory + kProcessing + kMemory + kTxLatency;

/// Keeps a copy of each frame that comes out of the transmitter.
class Catcher : public sc_core::sc_module {
 public:
  Catcher(const sc_core::sc_module_name& name, FramePool& pool)
      : sc_core::sc_module(name), pool_(pool), target_([this](Frame& frame) {
          ++count;
          if (keep) {
            frames.push_back(frame);
          }
          pool_.release(frame);
        }) {
    socket.bind(target_);
  }
  tlm::tlm_target_socket<32, FrameProtocol> socket{"socket"};
  std::vector<Frame> frames;
  std::uint64_t count = 0;
  bool keep = true;

 private:
  FramePool& pool_;
  FrameTarget target_;
};

/// Software that speaks plain TLM-2.0 to the registers.
struct ForeignSoftware : sc_core::sc_module {
  explicit ForeignSoftware(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), socket("socket") {}
  tlm_utils::simple_initiator_socket<ForeignSoftware> socket;
};

/// The NIC of rank 2 with its memory and its driver, in front of a transmitter.
struct NicBench {
  NicBench() {
    transmitter.connect(nic);
    transmitter.light_out.bind(catcher.socket);
    nic.connect(transmitter);
    nic.on_interrupt([this] { driver.interrupt(); });
    nic.dma.bus.bind(memory.bus);
    driver.to_memory.bus.bind(memory.bus);
    driver.to_nic.bus.bind(nic.registers);
    driver.on_completion([this](const Completion& done) {
      completions.push_back(done);
      completed_at.push_back(now().count());
    });
    run_for(Picoseconds(1'000));
  }
  /// A message of `bytes` from `address`, whose bytes count up.
  [[nodiscard]] SendDescriptor message(std::uint64_t address, std::uint64_t bytes) {
    SendDescriptor work;
    work.address = address;
    work.bytes = bytes;
    work.destination = 7;
    work.message = next++;
    std::vector<std::uint8_t> data(bytes);
    for (std::size_t i = 0; i < data.size(); ++i) {
      data[i] = static_cast<std::uint8_t>(i + work.message);
    }
    memory.write(address, data.data(), data.size());
    return work;
  }
  [[nodiscard]] std::vector<std::uint8_t> read(std::uint64_t address, std::size_t size) const {
    std::vector<std::uint8_t> data(size);
    memory.read(address, data.data(), size);
    return data;
  }

  KernelContext kernel;
  FramePool pool;
  LinkLog log;
  Memory memory{"memory", Picoseconds(kMemory)};
  Transmitter transmitter{"transmitter", base::TransceiverId{2}, TransceiverParameters(), log};
  Catcher catcher{"catcher", pool};
  Nic nic{"nic",
          base::RankId{2},
          {Picoseconds(kDoorbell), Picoseconds(kProcessing)},
          Picoseconds(kTxLatency),
          {base::Bytes(kPayload), base::Bits(5440)},
          pool};
  NicDriver driver{"driver"};
  std::vector<Completion> completions;
  std::vector<std::int64_t> completed_at;
  std::uint64_t next = 0;
};

}  // namespace heliograph::systemc::test
