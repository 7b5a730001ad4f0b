// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "systemc/bus/memory.hpp"
#include "systemc/link/plain_wire.hpp"
#include "systemc/link/sideband.hpp"
#include "systemc/nic/nic.hpp"
#include "systemc/nic/nic_driver.hpp"
#include "tests/systemc/link/link_fixture.hpp"

namespace heliograph::systemc::test {

/// What a NicNet is made of. Times in ps.
struct NetMake {
  std::uint32_t nodes = 2;
  NicParameters nic;
  SidebandParameters sideband;
  std::int64_t memory = 300'000;
  std::int64_t flight = 10'000;
  std::int64_t longest_train = 1;
  bool carries_data = true;
};

/// NICs with memory and software, each port joined to that port of all others by a wire of
/// 212.5 Gb/s.
class NicNet {
 public:
  static constexpr std::int64_t kPayload = 628;
  static constexpr std::int64_t kFrameTime = 25'600;
  static constexpr std::uint64_t kWord = 0x9000;

  struct Node {
    Node(NicNet& net, std::uint32_t rank)
        : memory(("memory" + std::to_string(rank)).c_str(), base::Picoseconds(net.make.memory)),
          nic(("nic" + std::to_string(rank)).c_str(), base::RankId{rank}, net.make.nic,
              base::Picoseconds(20'000),
              {base::Bytes(kPayload), base::Bits(5440), net.make.carries_data}, net.pool),
          driver(("driver" + std::to_string(rank)).c_str(), net.make.nic) {
      nic.on_interrupt([this] { driver.interrupt(); });
      nic.dma.bus.bind(memory.bus);
      driver.to_memory.bus.bind(memory.bus);
      driver.to_nic.bus.bind(nic.registers);
      driver.on_completion([this](const Completion& done) {
        completions.push_back(done);
        at.push_back(now().count());
        if (on_completion) {
          on_completion(done);
        }
      });
      nic.connect(net.sideband);
      for (std::size_t port = 0; port < nic.ports(); ++port) {
        const std::string name = "wire" + std::to_string(rank) + "_" + std::to_string(port);
        wires.push_back(std::make_unique<PlainWire>(name.c_str(), base::BitRate(212'500'000'000),
                                                    base::Picoseconds(net.make.flight), net.pool));
        PlainWire& wire = *wires.back();
        wire.set_longest_train(net.make.longest_train);
        wire.connect(nic.port(port), [&net, port](base::RankId to) -> FrameSink* {
          return base::index(to) < net.nodes.size() ? &net.nodes[base::index(to)]->nic.port(port)
                                                    : nullptr;
        });
        nic.connect(wire, port);
      }
    }
    [[nodiscard]] std::uint64_t word(std::uint64_t address = kWord) const {
      std::uint64_t value = 0;
      memory.read(address, reinterpret_cast<std::uint8_t*>(&value), sizeof value);
      return value;
    }
    [[nodiscard]] std::vector<std::uint8_t> read(std::uint64_t address, std::size_t size) const {
      std::vector<std::uint8_t> data(size);
      memory.read(address, data.data(), size);
      return data;
    }
    void fill(std::uint64_t address, std::size_t size, unsigned seed) {
      std::vector<std::uint8_t> data(size);
      for (std::size_t i = 0; i < size; ++i) {
        data[i] = static_cast<std::uint8_t>(i * 7 + seed);
      }
      memory.write(address, data.data(), size);
    }
    [[nodiscard]] std::vector<Completion> of(CompletionKind kind) const {
      std::vector<Completion> found;
      for (const Completion& done : completions) {
        if (done.kind == kind) {
          found.push_back(done);
        }
      }
      return found;
    }

    Memory memory;
    Nic nic;
    NicDriver driver;
    std::vector<std::unique_ptr<PlainWire>> wires;
    std::vector<Completion> completions;
    std::vector<std::int64_t> at;
    std::function<void(const Completion&)> on_completion;
  };

  explicit NicNet(NetMake with = NetMake())
      : make(with), sideband("sideband", make.sideband, base::kDefaultSeed) {
    for (std::uint32_t rank = 0; rank < make.nodes; ++rank) {
      nodes.push_back(std::make_unique<Node>(*this, rank));
    }
    run_for(base::Picoseconds(1'000));
    for (auto& node : nodes) {
      node->driver.start();
    }
  }
  Node& operator[](std::size_t rank) { return *nodes[rank]; }
  /// The sums of every connection; true when each balances.
  [[nodiscard]] bool balances() {
    for (std::uint32_t from = 0; from < make.nodes; ++from) {
      base::Bytes lost;
      for (const auto& wire : nodes[from]->wires) {
        lost += wire->lost_payload();
      }
      base::Bytes open;
      for (const auto& [to, sent] : nodes[from]->nic.bytes().sent()) {
        base::Bytes delivered;
        if (base::index(to) < make.nodes) {
          delivered = nodes[base::index(to)]->nic.bytes().from(base::RankId{from}).delivered;
        }
        if (sent.posted != sent.left + nodes[from]->nic.waiting(to)) {
          return false;
        }
        open += sent.left - delivered;
      }
      if (open != lost) {
        return false;
      }
    }
    return pool.in_flight() == 0;
  }

  NetMake make;
  KernelContext kernel;
  FramePool pool;
  Sideband sideband;
  std::vector<std::unique_ptr<Node>> nodes;
};

/// A request of `kind` to rank 1.
inline SendDescriptor request(WorkKind kind, std::uint64_t bytes, std::uint64_t message = 0) {
  SendDescriptor work;
  work.kind = kind;
  work.address = 0x10'0000;
  work.bytes = kind == WorkKind::signal || kind == WorkKind::fence ? 0 : bytes;
  work.destination = 1;
  work.message = message;
  work.remote_address = 0x20'0000;
  work.signal_address = NicNet::kWord;
  work.signal_value = 1;
  return work;
}

}  // namespace heliograph::systemc::test
