// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/put_signal_bench.hpp"

#include <string>
#include <systemc>

#include "base/random.hpp"
#include "systemc/bus/memory.hpp"
#include "systemc/kernel/context.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/link/frame_pool.hpp"
#include "systemc/link/plain_wire.hpp"
#include "systemc/nic/nic.hpp"
#include "systemc/nic/nic_driver.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::uint64_t kTiles = 0x10'0000;  // in both memories
constexpr std::uint64_t kSignals = 0x1000;   // in the peer's
// Small beside a tile: a signal has a frame of its own.
constexpr base::Bytes kFramePayload{256};
constexpr base::Bytes kFrameHeader{16};

struct TileNode : sc_core::sc_module {
  TileNode(const sc_core::sc_module_name& name, std::uint32_t rank, const PutSignalMake& make,
           systemc::FramePool& pool)
      : sc_core::sc_module(name),
        memory("memory", make.memory),
        nic("nic", base::RankId{rank}, make.nic, base::Picoseconds(0),
            {kFramePayload, base::to_bits(kFramePayload + kFrameHeader), false}, pool),
        driver("driver", make.nic),
        wire("wire", make.line_rate, make.flight, pool) {
    nic.on_interrupt([this] { driver.interrupt(); });
    nic.dma.bus.bind(memory.bus);
    driver.to_memory.bus.bind(memory.bus);
    driver.to_nic.bus.bind(nic.registers);
    nic.connect(wire);
  }
  systemc::Memory memory;
  systemc::Nic nic;
  systemc::NicDriver driver;
  systemc::PlainWire wire;
};

/// Keeps so many tiles under way, and stops the kernel with the last.
class TileSource : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(TileSource);
  TileSource(const sc_core::sc_module_name& name, const PutSignalMake& make,
             systemc::NicDriver& driver, systemc::NicDriver& peer)
      : sc_core::sc_module(name), make_(make), driver_(driver), peer_(peer) {
    driver_.on_completion([this](const systemc::Completion& /*done*/) { tile_done(); });
    SC_METHOD(start);
  }
  [[nodiscard]] double rate() const {
    return static_cast<double>(make_.tiles - make_.concurrency) / (last_ - first_).seconds();
  }

 private:
  void start() {
    driver_.start();
    peer_.start();
    for (int tile = 0; tile < make_.concurrency; ++tile) {
      post();
    }
  }
  void post() {
    systemc::SendDescriptor work;
    work.kind = make_.signals ? systemc::WorkKind::put_with_signal : systemc::WorkKind::put;
    work.address = kTiles;
    work.bytes = static_cast<std::uint64_t>(make_.tile.count());
    work.destination = 1;
    work.message = posted_++;
    work.remote_address = kTiles;
    work.signal_address = kSignals;
    work.signal_value = 1;
    driver_.post(work);
  }
  void tile_done() {
    ++done_;
    if (done_ == make_.concurrency) {
      first_ = systemc::now();
    }
    if (done_ == make_.tiles) {
      last_ = systemc::now();
      sc_core::sc_stop();
    } else if (posted_ < static_cast<std::uint64_t>(make_.tiles)) {
      post();
    }
  }

  const PutSignalMake& make_;
  systemc::NicDriver& driver_;
  systemc::NicDriver& peer_;
  std::uint64_t posted_ = 0;
  int done_ = 0;
  base::Picoseconds first_;
  base::Picoseconds last_;
};

}  // namespace

double tiles_per_second(const PutSignalMake& make) {
  systemc::KernelContext kernel;
  systemc::FramePool pool;
  systemc::Sideband sideband("sideband", make.sideband, base::kDefaultSeed);
  TileNode source("source", 0, make, pool);
  TileNode target("target", 1, make, pool);
  for (TileNode* node : {&source, &target}) {
    node->nic.connect(sideband);
    TileNode& other = node == &source ? target : source;
    node->wire.connect(node->nic, [&other](base::RankId /*to*/) { return &other.nic; });
  }
  TileSource tiles("tiles", make, source.driver, target.driver);
  sc_core::sc_start();
  return tiles.rate();
}

}  // namespace heliograph::testbenches
