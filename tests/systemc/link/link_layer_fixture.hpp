// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "systemc/kernel/calendar.hpp"
#include "systemc/link/link_layer.hpp"
#include "systemc/link/sideband.hpp"
#include "systemc/link/transmitter.hpp"
#include "tests/systemc/link/link_fixture.hpp"

namespace heliograph::systemc::test {

inline constexpr std::int64_t kFrame = 25'600;  ///< 680 B at 212.5 Gb/s
inline constexpr std::int64_t kFlight = 7'003;
inline constexpr std::int64_t kReceive = 30'000;
inline constexpr std::int64_t kNote = 400'000;
/// From a frame's last bit to the sender's knowing of it.
inline constexpr std::int64_t kAnswer = kFlight + kReceive + kNote;

/// Carries frames to the other end's link layer; what `fate` says of the n-th that is sent becomes
/// of it.
class Wire : public sc_core::sc_module {
 public:
  enum class Fate { arrives, vanishes, is_damaged };

  Wire(const sc_core::sc_module_name& name, FramePool& pool, FrameSink& sink)
      : sc_core::sc_module(name),
        pool_(pool),
        sink_(sink),
        target_([this](Frame& frame) {
          frame.flight = base::Picoseconds(kFlight);
          first_bits.push_back(frame.first_bit.count());
          sequences.push_back(frame.sequence);
          const Fate fate = fate_of ? fate_of(first_bits.size() - 1) : Fate::arrives;
          arrivals_.schedule(frame.last_bit + frame.flight, {&frame, fate});
        }),
        arrivals_("arrivals", [this](const Arrival& arrival) {
          const base::Picoseconds available = now() + base::Picoseconds(kReceive);
          if (arrival.fate == Fate::arrives) {
            sink_.frame_received(*arrival.frame, available);
          } else if (arrival.fate == Fate::is_damaged) {
            sink_.frame_damaged(*arrival.frame, available);
          }
          pool_.release(*arrival.frame);
        }) {
    socket.bind(target_);
  }
  tlm::tlm_target_socket<32, FrameProtocol> socket{"socket"};
  std::function<Fate(std::size_t)> fate_of;
  std::vector<std::int64_t> first_bits;
  std::vector<std::uint64_t> sequences;

 private:
  struct Arrival {
    Frame* frame = nullptr;
    Fate fate = Fate::arrives;
  };
  FramePool& pool_;
  FrameSink& sink_;
  FrameTarget target_;
  Calendar<Arrival> arrivals_;
};

/// Frames to rank 1, by channel, as far as the link layer has room for them.
class AllowedSource : public FrameSource {
 public:
  AllowedSource(FramePool& pool, FrameAllowance& allowance) : pool_(pool), allowance_(allowance) {}

  Frame* next_frame(std::int64_t most) override {
    for (std::size_t channel = 0; channel < frames.size(); ++channel) {
      if (frames[channel] == 0) {
        continue;
      }
      const std::int64_t room =
          allowance_.frames_to(base::RankId{1}, static_cast<std::int32_t>(channel));
      if (room == 0) {
        continue;
      }
      Frame& frame = pool_.acquire();
      frame.channel = static_cast<std::int32_t>(channel);
      frame.destination = base::RankId{1};
      frame.message = next_;
      frame.count = std::min({most, room, frames[channel]});
      frame.wire_bits = base::Bits(5440);
      frame.frame_payload = base::Bytes(628);
      frame.payload = base::Bytes(628 * frame.count);
      frame.offset = base::Bytes(static_cast<std::int64_t>(next_) * 628);
      frames[channel] -= frame.count;
      next_ += static_cast<std::uint64_t>(frame.count);
      given_ = frame.count;
      given_channel_ = channel;
      return &frame;
    }
    return nullptr;
  }
  void frames_left(std::int64_t count) override {
    frames[given_channel_] += given_ - count;
    next_ -= static_cast<std::uint64_t>(given_ - count);
  }

  std::vector<std::int64_t> frames;  ///< left to send, by channel

 private:
  FramePool& pool_;
  FrameAllowance& allowance_;
  std::uint64_t next_ = 0;
  std::int64_t given_ = 0;
  std::size_t given_channel_ = 0;
};

/// What comes out of the far link layer.
class OrderedSink : public FrameSink {
 public:
  Reception frame_received(Frame& frame, base::Picoseconds available) override {
    in_order = in_order && frame.offset.count() == bytes;
    bytes += frame.payload.count();
    last_available = available.count();
    return Reception::taken;
  }
  bool in_order = true;
  std::int64_t bytes = 0;
  std::int64_t last_available = 0;
};

class LinkLayerLog : public LinkLayerObserver {
 public:
  void went_back(base::TransceiverId /*at*/, base::RankId /*to*/, bool by_timer,
                 base::Picoseconds when) override {
    (by_timer ? timeouts : asked).push_back(when.count());
  }
  void frame_repeated(base::TransceiverId /*at*/, base::RankId /*to*/,
                      base::Bytes /*payload*/) override {
    ++repeated;
  }
  void waited(base::TransceiverId /*at*/, base::RankId /*to*/, bool for_credit,
              base::Picoseconds span) override {
    (for_credit ? waited_for_credit : waited_for_window) += span.count();
  }
  void gave_up(base::TransceiverId /*at*/, base::RankId /*to*/, std::int64_t frames,
               base::Picoseconds when) override {
    abandoned += frames;
    gave_up_at = when.count();
  }
  std::vector<std::int64_t> asked;
  std::vector<std::int64_t> timeouts;
  std::int64_t repeated = 0;
  std::int64_t waited_for_credit = 0;
  std::int64_t waited_for_window = 0;
  std::int64_t abandoned = 0;
  std::int64_t gave_up_at = 0;
};

inline SidebandParameters note_delay(double loss) {
  SidebandParameters parameters;
  parameters.delay = base::Picoseconds(kNote);
  parameters.loss = loss;
  return parameters;
}

/// From rank 0 to rank 1 over a wire.
struct LinkLayerBench {
  explicit LinkLayerBench(const LinkLayerParameters& parameters, double note_loss = 0.0,
                          std::uint64_t seed = 1)
      : sideband("sideband", note_delay(note_loss), seed),
        neighbours(sideband),
        near("near", base::TransceiverId{0}, base::RankId{0}, parameters, base::Bytes(640),
             base::Picoseconds(kReceive), pool, neighbours, log),
        far("far", base::TransceiverId{1}, base::RankId{1}, parameters, base::Bytes(640),
            base::Picoseconds(kReceive), pool, neighbours, log),
        source(pool, near),
        unused_source(pool, far),
        wire("wire", pool, far),
        transmitter("transmitter", base::TransceiverId{0}, TransceiverParameters(), link_log) {
    near.connect(source, near_sink);
    near.connect(transmitter);
    near.on_ask_again([this] { transmitter.ask_again(); });
    far.connect(unused_source, sink);
    transmitter.connect(near);
    transmitter.light_out.bind(wire.socket);
  }
  /// Sends so many frames by channel, from the beginning of time, and waits until all is quiet.
  void send(std::vector<std::int64_t> frames) {
    source.frames = std::move(frames);
    run_for(base::Picoseconds(0));
    transmitter.wake();
    run_for(base::Picoseconds(kLong));
  }
  static constexpr std::int64_t kLong = 4'000'000'000'000;

  KernelContext kernel;
  FramePool pool;
  LinkLog link_log;
  LinkLayerLog log;
  Sideband sideband;
  LinkNeighbours neighbours;
  LinkLayer near;
  LinkLayer far;
  AllowedSource source;
  AllowedSource unused_source;
  OrderedSink near_sink;
  OrderedSink sink;
  Wire wire;
  Transmitter transmitter;
};

}  // namespace heliograph::systemc::test
