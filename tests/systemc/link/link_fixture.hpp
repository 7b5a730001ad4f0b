// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "systemc/kernel/context.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/link/receiver.hpp"
#include "systemc/link/transmitter.hpp"

namespace heliograph::systemc::test {

/// How often the test program has allocated so far (frame_pool_test.cpp counts; always 0
/// under AddressSanitizer).
[[nodiscard]] std::size_t allocation_count();

/// Runs the present instant and what follows, the end excluded.
inline void run_for(base::Picoseconds span) {
  // Nothing to do in a span is no mistake of a test.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_,
                                          sc_core::SC_DO_NOTHING);
  sc_core::sc_start(to_sc_time(span));
}
inline void run_until(base::Picoseconds instant) { run_for(instant - now()); }

struct Lost {
  std::uint64_t message;
  LossCause cause;
  std::int64_t when;
  bool operator==(const Lost& other) const {
    return message == other.message && cause == other.cause && when == other.when;
  }
};
inline std::ostream& operator<<(std::ostream& out, const Lost& lost) {
  return out << lost.message << " " << to_string(lost.cause) << " @" << lost.when;
}

struct LockChange {
  bool locked;
  std::int64_t when;
  bool operator==(const LockChange& other) const {
    return locked == other.locked && when == other.when;
  }
};
inline std::ostream& operator<<(std::ostream& out, const LockChange& change) {
  return out << (change.locked ? "locked" : "lost") << " @" << change.when;
}

/// Logs what links say; frames by their message number.
class LinkLog : public LinkObserver {
 public:
  struct Span {
    std::int64_t first_bit;
    std::int64_t last_bit;
  };

  void frame_sent(const Frame& frame) override {
    ++sent_count;
    if (keep_sent) {
      sent.push_back({frame.first_bit.count(), frame.last_bit.count()});
    }
  }
  void frame_lost(const Frame& frame, base::TransceiverId /*at*/, LossCause cause,
                  base::Picoseconds when) override {
    lost.push_back({frame.message, cause, when.count()});
  }
  void frame_delivered(const Frame& /*frame*/, base::TransceiverId /*at*/) override { ++delivered; }
  void lock_changed(base::TransceiverId /*at*/, bool locked, base::Picoseconds when) override {
    locks.push_back({locked, when.count()});
  }

  bool keep_sent = true;
  std::uint64_t sent_count = 0;
  std::uint64_t delivered = 0;
  std::vector<Span> sent;
  std::vector<Lost> lost;
  std::vector<LockChange> locks;
};

/// Gives out `frames` frames of `bits` on the wire, numbered from 0.
class TestSource : public FrameSource {
 public:
  explicit TestSource(FramePool& pool) : pool_(pool) {}

  Frame* next_frame(std::int64_t /*most*/) override {
    if (frames == 0) {
      return nullptr;
    }
    --frames;
    Frame& frame = pool_.acquire();
    frame.message = next_++;
    frame.destination = destination;
    frame.wire_bits = bits;
    frame.bytes.resize(628);
    frame.payload = base::Bytes(628);
    return &frame;
  }
  void frames_left(std::int64_t /*count*/) override {
    ++left;
    if (on_left) {
      on_left();
    }
  }

  std::uint64_t frames = 0;
  base::Bits bits{5440};
  base::RankId destination{};
  std::uint64_t left = 0;
  std::function<void()> on_left;

 private:
  FramePool& pool_;
  std::uint64_t next_ = 0;
};

/// Takes frames for rank 0 and notes when they were available.
class TestSink : public FrameSink {
 public:
  Reception frame_received(Frame& frame, base::Picoseconds available) override {
    if (frame.destination != base::RankId{}) {
      return Reception::stray;
    }
    ++count;
    last_available = available;
    return Reception::taken;
  }
  std::uint64_t count = 0;
  base::Picoseconds last_available;
};

/// Light from transceiver `source` without errors.
inline ReceivedLight good_light(std::uint32_t source) {
  ReceivedLight light;
  light.source = static_cast<base::TransceiverId>(source);
  light.signal = base::Watt(1e-4);
  light.total = base::Watt(1e-4);
  light.q = 10.0;
  light.pre_fec_ber = 1e-12;
  light.frame_loss_probability = 0.0;
  light.quality_ok = true;
  light.loss_of_signal = false;
  return light;
}

/// Light that is there but full of errors.
inline ReceivedLight poor_light(std::uint32_t source) {
  ReceivedLight light = good_light(source);
  light.pre_fec_ber = 1e-2;
  light.frame_loss_probability = 1.0;
  light.quality_ok = false;
  return light;
}

/// A target that takes frames and gives them back at once.
class Absorber : public sc_core::sc_module {
 public:
  Absorber(const sc_core::sc_module_name& name, FramePool& pool)
      : sc_core::sc_module(name),
        pool_(pool),
        target_([this](Frame& frame) { pool_.release(frame); }) {
    socket.bind(target_);
  }
  tlm::tlm_target_socket<32, FrameProtocol> socket{"socket"};

 private:
  FramePool& pool_;
  FrameTarget target_;
};

/// An initiator that puts frames on the light by hand.
class Launcher : public sc_core::sc_module {
 public:
  explicit Launcher(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.bind(no_backward_path_);
  }
  tlm::tlm_initiator_socket<32, FrameProtocol> socket{"socket"};

  tlm::tlm_sync_enum launch(Frame& frame) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    return socket->nb_transport_fw(frame, phase, delay);
  }

 private:
  NoBackwardPath no_backward_path_;
};

}  // namespace heliograph::systemc::test
