// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "systemc/light/light_map.hpp"
#include "tests/systemc/link/link_fixture.hpp"

namespace heliograph::systemc::test {

using base::Picoseconds;
using base::PortId;
using base::TransceiverId;

inline PortId port(std::size_t index) { return static_cast<PortId>(index); }

/// Logs what the optical side says.
class LightLog : public LightObserver {
 public:
  struct Seen {
    TransceiverId at;
    ReceivedLight light;
    std::int64_t when;
  };
  void codes_latched(const std::vector<photonics::DacCode>& codes, Picoseconds when) override {
    latched.push_back({codes, when.count()});
  }
  void phases_sampled(const std::vector<base::Radian>& phases, Picoseconds when) override {
    sampled.push_back({phases, when.count()});
  }
  void fabric_settled(Picoseconds when) override { settled.push_back(when.count()); }
  void light_changed(TransceiverId at, const ReceivedLight& light) override {
    seen.push_back({at, light, now().count()});
  }

  /// What receiver `at` was told.
  [[nodiscard]] std::vector<Seen> of(std::uint32_t at) const {
    std::vector<Seen> own;
    for (const Seen& entry : seen) {
      if (entry.at == static_cast<TransceiverId>(at)) {
        own.push_back(entry);
      }
    }
    return own;
  }

  std::vector<std::pair<std::vector<photonics::DacCode>, std::int64_t>> latched;
  std::vector<std::pair<std::vector<base::Radian>, std::int64_t>> sampled;
  std::vector<std::int64_t> settled;
  std::vector<Seen> seen;
};

/// A fabric whose field is a function of time, made by hand.
class FakeFabric : public FabricLight {
 public:
  using Field = std::function<Eigen::MatrixXcd(Picoseconds)>;
  FakeFabric(std::size_t port_count, Field field_of_time)
      : field(std::move(field_of_time)), ports_(port_count) {
    for (std::size_t p = 0; p < port_count; ++p) {
      paths.push_back({port(p), base::Second(0.0)});
    }
  }
  [[nodiscard]] std::size_t ports() const override { return ports_; }
  void field_at(Picoseconds at, Eigen::MatrixXcd& matrix) override { matrix = field(at); }
  [[nodiscard]] Picoseconds interval_end() const override { return end; }
  [[nodiscard]] LightPath path(PortId input) const override { return paths[base::index(input)]; }

  Field field;
  Picoseconds end{1'000'000'000'000};
  std::vector<LightPath> paths;

 private:
  std::size_t ports_;
};

/// A 2x2 cell at phase theta: 0 is cross, pi is bar.
inline Eigen::MatrixXcd ideal_cell(double theta) {
  Eigen::MatrixXcd matrix(2, 2);
  matrix << std::sin(theta / 2), std::cos(theta / 2), std::cos(theta / 2), -std::sin(theta / 2);
  return matrix;
}
inline FakeFabric::Field resting(Eigen::MatrixXcd matrix) {
  return [matrix = std::move(matrix)](Picoseconds) { return matrix; };
}

/// Takes every frame.
class OpenSink : public FrameSink {
 public:
  Reception frame_received(Frame& frame, Picoseconds available) override {
    arrived.push_back({frame.message, now().count(), frame.flight.count(), available.count()});
    return Reception::taken;
  }
  struct Arrived {
    std::uint64_t message;
    std::int64_t when;
    std::int64_t flight;
    std::int64_t available;
  };
  std::vector<Arrived> arrived;
};

/// A light map with transceivers around fabrics that the test owns. `wire` adds them.
class LightBench : public sc_core::sc_module {
 public:
  using Wire = std::function<void(LightBench&)>;
  LightBench(const sc_core::sc_module_name& name, const Wire& wire,
             TransceiverParameters transceiver = parameters())
      : sc_core::sc_module(name),
        protocol(std::move(transceiver)),
        map("map", optics, pool, log, light_log) {
    wire(*this);
  }

  void add_transmitter(FabricLight& fabric, std::size_t input, LightSpan span = {}) {
    const auto id = static_cast<TransceiverId>(transmitters.size());
    transmitters.push_back(std::make_unique<Transmitter>(
        ("transmitter" + std::to_string(transmitters.size())).c_str(), id, protocol, log));
    sources.push_back(std::make_unique<TestSource>(pool));
    transmitters.back()->connect(*sources.back());
    map.add_transmitter(*transmitters.back(), fabric, port(input), span);
  }
  void add_receiver(FabricLight& fabric, std::size_t output, LightSpan span = {}) {
    const auto id = static_cast<TransceiverId>(receivers.size());
    receivers.push_back(
        std::make_unique<Receiver>(("receiver" + std::to_string(receivers.size())).c_str(), id,
                                   protocol, Picoseconds(20'000), 1, pool, log));
    sinks.push_back(std::make_unique<OpenSink>());
    receivers.back()->connect(*sinks.back());
    map.add_receiver(*receivers.back(), fabric, port(output), span);
  }
  void send(std::size_t transmitter, std::uint64_t frames) {
    sources[transmitter]->frames = frames;
    transmitters[transmitter]->wake();
  }
  /// The light of all receivers is that of `fabric` from now on.
  void begin(FabricLight& fabric) { map.interval_begins(fabric); }

  [[nodiscard]] static TransceiverParameters parameters() {
    TransceiverParameters p;
    p.relock_preset = RelockPreset::phase_cached;
    return p;
  }

  TransceiverParameters protocol;
  LinkOptics optics{photonics::TransmitterParameters(), photonics::ReceiverParameters(),
                    photonics::FecParameters(), base::Bits(5120), 2.4e-4};
  FramePool pool;
  LinkLog log;
  LightLog light_log;
  LightMap map;
  std::vector<std::unique_ptr<Transmitter>> transmitters;
  std::vector<std::unique_ptr<TestSource>> sources;
  std::vector<std::unique_ptr<Receiver>> receivers;
  std::vector<std::unique_ptr<OpenSink>> sinks;
};

/// Wires as many transceivers as the fabric has ports.
inline LightBench::Wire all_ports_of(FakeFabric& fabric, LightSpan span = {}) {
  return [&fabric, span](LightBench& bench) {
    bench.map.add_fabric(fabric);
    for (std::size_t p = 0; p < fabric.ports(); ++p) {
      bench.add_transmitter(fabric, p, span);
      bench.add_receiver(fabric, p, span);
    }
  };
}

}  // namespace heliograph::systemc::test
