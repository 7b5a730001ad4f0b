// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <vector>

#include "tests/systemc/link/link_fixture.hpp"

namespace heliograph::systemc::test {

using base::Picoseconds;
using Locks = std::vector<LockChange>;
using Losses = std::vector<Lost>;

inline constexpr std::int64_t kRelock = 1'000;
inline constexpr std::int64_t kDecode = 20'000;
inline constexpr std::int64_t kRxLatency = 15'000;
inline constexpr std::int64_t kFlight = 5'000;

inline TransceiverParameters parameters(LockCriterion lock, std::int64_t relock) {
  TransceiverParameters p;
  p.lock = lock;
  p.relock_preset = RelockPreset::custom;
  p.relock_custom = Picoseconds(relock);
  p.rx_latency = Picoseconds(kRxLatency);
  return p;
}

/// A receiver with its light and its frames made by hand.
struct ReceiverBench {
  explicit ReceiverBench(LockCriterion lock = LockCriterion::quality, std::int64_t relock = kRelock)
      : receiver("receiver", base::TransceiverId{5}, parameters(lock, relock), Picoseconds(kDecode),
                 1, pool, log) {
    receiver.connect(sink);
    receiver.on_status_change([this] { ++status_changes; });
    launcher.socket.bind(receiver.light_in);
    run_for(Picoseconds(0));
  }
  /// A frame whose first bit arrives at `first` and whose last at `last`; sent from now.
  Frame& frame(std::int64_t first, std::int64_t last, double loss = 0.0) {
    Frame& frame = pool.acquire();
    frame.message = next++;
    frame.destination = base::RankId{};
    frame.wire_bits = base::Bits(5440);
    frame.first_bit = Picoseconds(first - kFlight);
    frame.last_bit = Picoseconds(last - kFlight);
    frame.flight = Picoseconds(kFlight);
    frame.frame_loss_probability = loss;
    return frame;
  }
  void deliver(Frame& frame) { CHECK(launcher.launch(frame) == tlm::TLM_COMPLETED); }
  void deliver(std::int64_t first, std::int64_t last, double loss = 0.0) {
    deliver(frame(first, last, loss));
  }
  /// Locked from 1000 ps on.
  void lock() {
    receiver.light_changed(good_light(0));
    run_until(Picoseconds(kRelock + 1));
    REQUIRE(receiver.locked());
    log.locks.clear();
    status_changes = 0;
  }

  KernelContext kernel;
  FramePool pool;
  LinkLog log;
  TestSink sink;
  Receiver receiver;
  Launcher launcher{"launcher"};
  /// Light that changes later, in among the other events of its instant.
  Calendar<ReceivedLight> lights{
      "lights", [this](const ReceivedLight& light) { receiver.light_changed(light); }};
  int status_changes = 0;
  std::uint64_t next = 0;
};

}  // namespace heliograph::systemc::test
