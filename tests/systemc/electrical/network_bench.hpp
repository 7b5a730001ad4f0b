// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "systemc/electrical/electrical_network.hpp"
#include "systemc/electrical/electrical_port.hpp"
#include "systemc/kernel/context.hpp"
#include "systemc/kernel/time.hpp"

namespace heliograph::systemc::test {

/// Counts what goes in and what comes out.
struct FrameLedger : LinkObserver {
  void frame_sent(const Frame& frame) override { sent += frame.count; }
  void frame_lost(const Frame& frame, base::TransceiverId /*at*/, LossCause cause,
                  base::Picoseconds /*when*/) override {
    lost += frame.count;
    only_errors = only_errors && cause == LossCause::errors;
  }
  void frame_delivered(const Frame& frame, base::TransceiverId /*at*/) override {
    delivered += frame.count;
    payload += frame.payload.count();
  }
  void lock_changed(base::TransceiverId, bool, base::Picoseconds) override {}

  std::int64_t sent = 0;
  std::int64_t delivered = 0;
  std::int64_t lost = 0;
  std::int64_t payload = 0;
  bool only_errors = true;
};

struct TestMessage {
  std::size_t to = 0;
  std::int64_t frames = 1;
};

/// Gives out messages one after the other, in trains if it is asked for more than one frame.
class MessageSource : public FrameSource {
 public:
  MessageSource(FramePool& pool, std::size_t rank, base::Bits bits)
      : pool_(pool), rank_(rank), bits_(bits) {}

  Frame* next_frame(std::int64_t most) override {
    if (messages.empty()) {
      return nullptr;
    }
    const TestMessage& message = messages.front();
    Frame& frame = pool_.acquire();
    frame.source = static_cast<base::RankId>(rank_);
    frame.destination = static_cast<base::RankId>(message.to);
    frame.message = number_;
    frame.count = std::min(message.frames - given_, most);
    frame.frame_payload = base::Bytes(1);
    frame.payload = base::Bytes(frame.count);
    frame.offset = base::Bytes(given_);
    frame.wire_bits = bits_;
    given_ += frame.count;
    return &frame;
  }
  void frames_left(std::int64_t /*count*/) override {
    left.push_back(now().count());
    if (given_ == messages.front().frames) {
      messages.pop_front();
      given_ = 0;
      ++number_;
    }
  }

  std::deque<TestMessage> messages;
  std::vector<std::int64_t> left;

 private:
  FramePool& pool_;
  std::size_t rank_;
  base::Bits bits_;
  std::uint64_t number_ = 0;
  std::int64_t given_ = 0;
};

/// When the last bit of each message has come, by source and number.
class ArrivalLog : public FrameSink {
 public:
  Reception frame_received(Frame& frame, base::Picoseconds available) override {
    std::int64_t& at = last[{base::index(frame.source), frame.message}];
    at = std::max(at, available.count());
    frames.push_back(available.count());
    return Reception::taken;
  }

  std::map<std::pair<std::size_t, std::uint64_t>, std::int64_t> last;
  std::vector<std::int64_t> frames;
};

/// Frames of 1000 bits at 1 Tb/s (1 ns), no latencies: each test sets what it is about.
inline ElectricalParameters plain_parameters() {
  ElectricalParameters p;
  p.line_rate = base::BitRate(1'000'000'000'000);
  p.link_rate = p.line_rate;
  p.frame_payload = base::Bytes(1);
  p.frame_overhead = base::Bytes(124);
  p.rx_latency = base::Picoseconds(0);
  p.propagation = base::Picoseconds(0);
  p.hop_latency = base::Picoseconds(0);
  p.header = base::Bytes(16);
  return p;
}

class NetworkBench {
 public:
  NetworkBench(std::unique_ptr<NetworkTopology> topology, const ElectricalParameters& parameters,
               std::uint64_t seed = 1)
      : network("network", std::move(topology), parameters, seed, pool, ledger) {
    network.meter(link_energy, switch_energy);
    const std::size_t nodes = network.topology().nodes();
    sinks.resize(nodes);
    for (std::size_t n = 0; n < nodes; ++n) {
      sources.emplace_back(pool, n, parameters.wire_bits());
      ports.push_back(std::make_unique<ElectricalPort>(("port" + std::to_string(n)).c_str(),
                                                       static_cast<base::RankId>(n),
                                                       parameters.line_rate, network, ledger));
      ports.back()->connect(sources.back());
      network.connect(static_cast<base::RankId>(n), sinks[n]);
    }
  }

  /// Sends all messages from now on, to the end.
  void run() {
    // Nothing to do in a span is no mistake of a test.
    sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_,
                                            sc_core::SC_DO_NOTHING);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    for (const std::unique_ptr<ElectricalPort>& port : ports) {
      port->wake();
    }
    sc_core::sc_start(1, sc_core::SC_SEC, sc_core::SC_EXIT_ON_STARVATION);
  }

  KernelContext kernel;
  FramePool pool;
  FrameLedger ledger;
  EnergyAccount link_energy{"links", base::JoulePerBit(1.0)};
  EnergyAccount switch_energy{"switch", base::JoulePerBit(1.0)};
  ElectricalNetwork network;
  std::deque<MessageSource> sources;
  std::deque<ArrivalLog> sinks;
  std::vector<std::unique_ptr<ElectricalPort>> ports;
};

}  // namespace heliograph::systemc::test
