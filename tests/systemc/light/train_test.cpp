// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <rapidcheck.h>
#include <sstream>
#include <string>
#include <vector>

#include "systemc/kernel/energy_meter.hpp"
#include "tests/systemc/light/light_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

// Times are round, so that much happens in one picosecond.
constexpr std::int64_t kFrameTime = 10'000;
constexpr std::int64_t kFrameBits = 2'125;  // at 212.5 Gb/s
constexpr std::int64_t kStart = 100'000;
const LightSpan kSpan{base::Second(2e-9), base::Decibel(0.0)};
constexpr std::int64_t kPayload = 100;

/// Gives out messages of whole frames and a shorter last one, as trains of any length.
class MessageSource : public FrameSource {
 public:
  MessageSource(FramePool& pool, base::RankId destination)
      : pool_(pool), destination_(destination) {}

  Frame* next_frame(std::int64_t most) override {
    if (messages.empty()) {
      return nullptr;
    }
    const std::int64_t total = messages.front() * kPayload - kPayload / 2;
    Frame& frame = pool_.acquire();
    frame.destination = destination_;
    frame.message = number_;
    frame.message_bytes = base::Bytes(total);
    frame.offset = base::Bytes(sent_ * kPayload);
    frame.count = std::min(most, messages.front() - sent_);
    frame.payload = base::Bytes(std::min(frame.count * kPayload, total - sent_ * kPayload));
    frame.frame_payload = base::Bytes(kPayload);
    frame.wire_bits = base::Bits(kFrameBits);
    frame.bytes.resize(static_cast<std::size_t>(frame.payload.count()));
    for (std::size_t i = 0; i < frame.bytes.size(); ++i) {
      frame.bytes[i] = byte_at(number_, frame.offset.count() + static_cast<std::int64_t>(i));
    }
    return &frame;
  }
  void frames_left(std::int64_t count) override {
    sent_ += count;
    if (count > 0 && sent_ == messages.front()) {
      done.push_back(now().count());
      messages.pop_front();
      sent_ = 0;
      ++number_;
    }
  }
  static std::uint8_t byte_at(std::uint64_t message, std::int64_t offset) {
    return static_cast<std::uint8_t>(static_cast<std::int64_t>(message) * 7 + offset);
  }

  std::deque<std::int64_t> messages;  ///< frames of each that is still to be sent
  std::vector<std::int64_t> done;     ///< when messages had left

 private:
  FramePool& pool_;
  base::RankId destination_;
  std::uint64_t number_ = 0;
  std::int64_t sent_ = 0;
};

/// What happened to each frame, whether it came alone or in a train, as lines to compare.
class FrameLog : public LinkObserver {
 public:
  void frame_sent(const Frame& frame) override {
    ++transactions;
    sent += frame.count;
  }
  void frames_taken_back(const Frame& /*train*/, std::int64_t count) override { sent -= count; }
  void frame_arrived(const Frame& frame, base::TransceiverId /*at*/) override {
    arrived += frame.count;
  }
  void frame_lost(const Frame& frame, base::TransceiverId at, LossCause cause,
                  Picoseconds when) override {
    if (cause != LossCause::misdelivered) {
      CHECK(frame.count == 1);
      CHECK(when == now());
    }
    each(frame, at, std::string(to_string(cause)),
         cause == LossCause::dark ? when : Picoseconds(0));
  }
  void frame_delivered(const Frame& frame, base::TransceiverId at) override {
    each(frame, at, "delivered", Picoseconds(0));
  }
  void lock_changed(base::TransceiverId at, bool locked, Picoseconds when) override {
    line(when.count(), at, locked ? "locked" : "unlocked");
  }
  void lane_changed(base::TransceiverId at, std::size_t lane, LockState state,
                    Picoseconds when) override {
    line(when.count(), at, "lane " + std::to_string(lane) + " " + std::string(to_string(state)));
  }
  void line(std::int64_t when, base::TransceiverId at, const std::string& what) {
    std::ostringstream text;
    text << when << " at " << base::index(at) << ": " << what;
    lines.push_back(text.str());
  }

  bool quiet = false;  ///< counts only
  std::int64_t transactions = 0;
  std::int64_t sent = 0;
  std::int64_t arrived = 0;
  std::vector<std::string> lines;

 private:
  void each(const Frame& frame, base::TransceiverId at, const std::string& fate,
            Picoseconds instead) {
    for (std::int64_t k = 0; k < frame.count && !quiet; ++k) {
      std::ostringstream what;
      const std::int64_t place = frame.offset.count() / kPayload + k;
      what << "message " << frame.message << " to " << base::index(frame.destination) << " frame "
           << place << " from " << frame.pace.first_bit(k).count() << " lanes " << frame.lanes
           << " " << fate;
      const Picoseconds last = frame.pace.last_bit(k) + frame.flight;
      line((instead.count() > 0 ? instead : last).count(), at, what.str());
    }
  }
};

/// Checks the bytes of what comes and takes what is for its rank.
class CheckingSink : public FrameSink {
 public:
  CheckingSink(base::RankId rank) : rank_(rank) {}
  Reception frame_received(Frame& frame, Picoseconds available) override {
    CHECK(available >= now());
    CHECK(frame.bytes.size() == static_cast<std::size_t>(frame.payload.count()));
    bool right = true;
    for (std::size_t i = 0; i < frame.bytes.size(); ++i) {
      right = right && frame.bytes[i] ==
                           MessageSource::byte_at(
                               frame.message, frame.offset.count() + static_cast<std::int64_t>(i));
    }
    CHECK(right);
    bytes += frame.payload.count();
    return frame.destination == rank_ ? Reception::taken : Reception::stray;
  }
  std::int64_t bytes = 0;

 private:
  base::RankId rank_;
};

struct Deed {
  enum class Kind { drain, resume, mask, unmask, fail_lane, post, look, turn };
  Kind kind = Kind::post;
  std::int64_t at = 0;
  std::size_t where = 0;
  std::int64_t value = 0;
};

/// Two transmitters and two receivers around a 2x2 fabric, to which deeds happen.
class TrainBench : public sc_core::sc_module {
 public:
  TrainBench(const sc_core::sc_module_name& name, const TransceiverParameters& parameters,
             bool trains)
      : sc_core::sc_module(name),
        fabric(2, resting(ideal_cell(base::kPi))),
        map("map", optics, pool, log, light_log),
        deeds("deeds", [this](const Deed& deed) { happen(deed); }) {
    map.add_fabric(fabric);
    for (std::size_t p = 0; p < 2; ++p) {
      const auto id = static_cast<TransceiverId>(p);
      const std::string number = std::to_string(p);
      transmitters.push_back(
          std::make_unique<Transmitter>(("transmitter" + number).c_str(), id, parameters, log));
      sources.push_back(std::make_unique<MessageSource>(pool, static_cast<base::RankId>(p)));
      receivers.push_back(std::make_unique<Receiver>(("receiver" + number).c_str(), id, parameters,
                                                     Picoseconds(20'000), 1, pool, log));
      sinks.push_back(std::make_unique<CheckingSink>(static_cast<base::RankId>(p)));
      Transmitter& transmitter = *transmitters.back();
      transmitter.send_trains(trains);
      transmitter.connect(*sources.back());
      transmitter.set_fabric_exit_delay(Picoseconds(3'000));
      transmitter.meter({&sent_bits});
      transmitter.on_drain_change([this, &transmitter, id] {
        log.line(now().count(), id, transmitter.drained() ? "drained" : "not drained");
      });
      receivers.back()->connect(*sinks.back());
      receivers.back()->meter({&received_bits});
      map.add_transmitter(transmitter, fabric, port(p), kSpan);
      map.add_receiver(*receivers.back(), fabric, port(p), kSpan);
    }
  }

  void happen(const Deed& deed) {
    switch (deed.kind) {
      case Deed::Kind::drain:
        transmitters[deed.where]->set_drain(true);
        return;
      case Deed::Kind::resume:
        transmitters[deed.where]->set_drain(false);
        return;
      case Deed::Kind::mask:
        receivers[deed.where]->set_mask(true);
        return;
      case Deed::Kind::unmask:
        receivers[deed.where]->set_mask(false);
        return;
      case Deed::Kind::fail_lane:
        transmitters[deed.where]->fail_lane(static_cast<std::size_t>(deed.value));
        return;
      case Deed::Kind::post:
        sources[deed.where]->messages.push_back(deed.value);
        transmitters[deed.where]->wake();
        return;
      case Deed::Kind::look:
        transmitters[deed.where]->ask_again();
        return;
      case Deed::Kind::turn:
        turn(deed.value);
        return;
    }
  }
  /// Another field: bar, cross, split, poor (frames are lost to errors) or dark.
  void turn(std::int64_t what) {
    const double poor = poor_field();
    const double thetas[] = {base::kPi, base::kPi, 0.0, base::kPi / 2, base::kPi, 0.0};
    const double factors[] = {1.0, poor, 1.0, 1.0, 0.0, poor};
    const auto i = static_cast<std::size_t>(what % 6);
    fabric.field = resting(factors[i] * ideal_cell(thetas[i]));
    const bool cross = std::cos(thetas[i]) > 0.5;
    const base::Second delay(static_cast<double>(what % 3) * 1'000e-12);
    fabric.paths = {{port(cross ? 1 : 0), delay}, {port(cross ? 0 : 1), delay}};
    map.interval_begins(fabric);
  }
  /// The share of the field with which a tenth of the frames are lost to errors.
  [[nodiscard]] double poor_field() const {
    double low = 0.0;
    double high = 1.0;
    for (int i = 0; i < 40; ++i) {
      const double middle = (low + high) / 2;
      ReceivedLight light;
      light.source = TransceiverId{0};
      light.signal = base::Watt(1e-3 * middle * middle);
      light.total = light.signal;
      optics.judge(light);
      (light.frame_loss_probability > 0.1 ? low : high) = middle;
    }
    return high;
  }
  /// Everything that could be noticed, in the order of time.
  [[nodiscard]] std::vector<std::string> story() {
    std::vector<std::string> lines = log.lines;
    std::sort(lines.begin(), lines.end());
    std::ostringstream sums;
    sums << "sent " << log.sent << " arrived " << log.arrived << " bits "
         << sent_bits.bits().count() << " " << received_bits.bits().count() << " in flight "
         << pool.in_flight();
    for (std::size_t p = 0; p < 2; ++p) {
      sums << " left";
      for (const std::int64_t when : sources[p]->done) {
        sums << " " << when;
      }
      sums << " bytes " << sinks[p]->bytes;
    }
    lines.push_back(sums.str());
    return lines;
  }

  FakeFabric fabric;
  LinkOptics optics{photonics::TransmitterParameters(), photonics::ReceiverParameters(),
                    photonics::FecParameters(), base::Bits(5120), 2.4e-4};
  FramePool pool;
  FrameLog log;
  LightLog light_log;
  EnergyAccount sent_bits{"sent", base::JoulePerBit(1e-12)};
  EnergyAccount received_bits{"received", base::JoulePerBit(1e-12)};
  LightMap map;
  Calendar<Deed> deeds;
  std::vector<std::unique_ptr<Transmitter>> transmitters;
  std::vector<std::unique_ptr<MessageSource>> sources;
  std::vector<std::unique_ptr<Receiver>> receivers;
  std::vector<std::unique_ptr<CheckingSink>> sinks;
};

struct Outcome {
  std::vector<std::string> story;
  std::int64_t transactions = 0;
};

Outcome play(const TransceiverParameters& parameters, const std::vector<Deed>& deeds, bool trains) {
  const KernelContext kernel;
  TrainBench bench("bench", parameters, trains);
  run_for(Picoseconds(0));
  bench.map.interval_begins(bench.fabric);
  for (const Deed& deed : deeds) {
    bench.deeds.schedule(Picoseconds(deed.at), deed);
  }
  run_until(Picoseconds(20'000'000));
  return {bench.story(), bench.log.transactions};
}

TransceiverParameters lanes_apart() {
  TransceiverParameters parameters = LightBench::parameters();
  parameters.lock = LockCriterion::power;
  parameters.lane_faults = "9:0@1000";  // of nobody here: lanes are told apart
  return parameters;
}

Deed post(std::size_t where, std::int64_t at, std::int64_t frames) {
  return {Deed::Kind::post, at, where, frames};
}

TEST_CASE("what happens to a train at any stage happens as it would to its frames") {
  const auto kind = GENERATE(Deed::Kind::drain, Deed::Kind::mask, Deed::Kind::fail_lane,
                             Deed::Kind::look, Deed::Kind::turn);
  // A frame begins at 130 ns, passes at 132 ns, arrives from 134 to 144 ns. The last five pass and
  // arrive after the train has left.
  const std::int64_t at =
      GENERATE(99'999, 100'000, 100'001, 101'000, 102'000, 104'000, 114'000, 129'999, 130'000,
               130'001, 131'000, 132'000, 133'000, 134'000, 143'999, 144'000, 144'001, 200'000,
               201'000, 202'000, 203'500, 204'000);
  std::vector<Deed> deeds{post(0, kStart, 10), {kind, at, 0, 2}};
  if (GENERATE(false, true)) {
    std::swap(deeds[0], deeds[1]);  // which of an instant comes first
  }
  deeds.push_back(post(1, kStart, 10));
  deeds.push_back({Deed::Kind::resume, 400'000, 0, 0});
  deeds.push_back({Deed::Kind::unmask, 400'000, 0, 0});
  const Outcome frames = play(lanes_apart(), deeds, false);
  const Outcome trains = play(lanes_apart(), deeds, true);
  INFO("kind " << static_cast<int>(kind) << " at " << at);
  CHECK(trains.story == frames.story);
  CHECK(frames.transactions == 20);
  CHECK(trains.transactions <= 4);
}

TEST_CASE("frames of a train are lost to errors where they would be lost alone") {
  std::vector<Deed> deeds{{Deed::Kind::turn, 50'000, 0, 1}};
  for (int i = 0; i < 6; ++i) {
    deeds.push_back(post(0, kStart + i * 300'000, 25));
    deeds.push_back(post(1, kStart + i * 50'000, 1 + i * 5));
  }
  const Outcome frames = play(lanes_apart(), deeds, false);
  const Outcome trains = play(lanes_apart(), deeds, true);
  CHECK(trains.story == frames.story);
  const auto lost = std::count_if(frames.story.begin(), frames.story.end(), [](const auto& line) {
    return line.find("errors") != std::string::npos;
  });
  CHECK(lost > 5);
  CHECK(lost < 150);
  CHECK(trains.transactions == 12);
}

TEST_CASE("frames and trains that pass a light map allocate nothing and take three kernel events") {
  const bool trains = GENERATE(false, true);
  const KernelContext kernel;
  TrainBench bench("bench", LightBench::parameters(), trains);
  bench.log.quiet = true;
  MessageSource& source = *bench.sources[0];
  run_for(Picoseconds(0));
  bench.map.interval_begins(bench.fabric);
  run_until(Picoseconds(kStart));
  source.done.reserve(1'000);
  for (int i = 0; i < 200; ++i) {
    source.messages.push_back(20);
  }
  bench.transmitters[0]->wake();
  run_for(Picoseconds(kFrameTime * 1'000));
  const std::size_t before = allocation_count();
  const std::int64_t arrived = bench.log.arrived;
  const sc_dt::uint64 instants = sc_core::sc_delta_count();
  run_for(Picoseconds(kFrameTime * 2'000));
  CHECK(bench.log.arrived - arrived == 2'000);
  CHECK(allocation_count() - before < 10);  // of the kernel's own, not one a frame
  // Leaves, passes, arrives; of a train the first and the last frame arrive.
  CHECK(sc_core::sc_delta_count() - instants <= (trains ? 4U * 101U : 3U * 2'000U));
}

TEST_CASE("trains are frame by frame, whatever happens to them") {
  rc::check("same story", [] {
    TransceiverParameters parameters = LightBench::parameters();
    parameters.lock = *rc::gen::element(LockCriterion::power, LockCriterion::quality);
    if (*rc::gen::inRange(0, 3) == 0) {
      parameters.keep_alive = false;
      parameters.idle_off = Picoseconds(*rc::gen::element(1'000, 10'000, 50'000));
    }
    if (*rc::gen::inRange(0, 2) == 0) {
      parameters.lane_faults = "9:0@1000";
    }
    if (*rc::gen::inRange(0, 3) == 0) {
      parameters.on_lane_loss = LaneLossPolicy::down;
    }
    parameters.relock_preset = RelockPreset::custom;
    parameters.relock_custom = Picoseconds(*rc::gen::element(0, 1'000, 10'000, 40'000));
    parameters.hold_time = Picoseconds(*rc::gen::element(0, 5'000, 30'000));
    parameters.comeback_time = Picoseconds(1'000);
    std::vector<Deed> deeds;
    const int count = *rc::gen::inRange(2, 24);
    const std::int64_t grid = *rc::gen::element(1, 500, 1'000, 10'000);
    for (int i = 0; i < count; ++i) {
      Deed deed;
      const int kind = *rc::gen::inRange(0, 13);
      deed.kind = kind < 8 ? static_cast<Deed::Kind>(kind)
                           : (kind < 11 ? Deed::Kind::post : Deed::Kind::turn);
      deed.at = (50'000 + *rc::gen::inRange(0, 1'500'000)) / grid * grid;
      deed.where = static_cast<std::size_t>(*rc::gen::inRange(0, 2));
      deed.value = deed.kind == Deed::Kind::post        ? *rc::gen::inRange(1, 60)
                   : deed.kind == Deed::Kind::fail_lane ? *rc::gen::inRange(0, 4)
                                                        : *rc::gen::inRange(0, 18);
      deeds.push_back(deed);
    }
    std::sort(deeds.begin(), deeds.end(), [](const Deed& a, const Deed& b) { return a.at < b.at; });
    const std::vector<std::string> frames = play(parameters, deeds, false).story;
    const std::vector<std::string> trains = play(parameters, deeds, true).story;
    if (frames != trains) {
      const auto differ = std::mismatch(frames.begin(), frames.end(), trains.begin(), trains.end());
      RC_LOG() << "frames: " << (differ.first == frames.end() ? "nothing" : *differ.first)
               << "\ntrains: " << (differ.second == trains.end() ? "nothing" : *differ.second)
               << "\n";
      for (const Deed& deed : deeds) {
        RC_LOG() << static_cast<int>(deed.kind) << " @" << deed.at << " " << deed.where << " "
                 << deed.value << "\n";
      }
    }
    RC_ASSERT(frames == trains);
  });
}

}  // namespace
}  // namespace heliograph::systemc::test
