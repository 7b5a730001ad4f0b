// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "systemc/control/controller_core.hpp"
#include "testbenches/cosim/dice.hpp"

namespace heliograph::testbenches {

struct BusAnswer {
  std::uint32_t data = 0;
  std::uint8_t response = 0;

  [[nodiscard]] bool okay() const { return response == 0; }
};

/// How a host behaves on the bus: idle and back-pressure generators.
struct BusManners {
  unsigned most_idle = 0;   ///< cycles before an address or its data, at random 0..this
  unsigned slow_ready = 1;  ///< a response is taken in one cycle of so many
};

/// An AXI4-Lite master: a queue of writes and one of reads, each carried out in order. Address and
/// data of a write come in either order, and a next one may be offered before the last is answered.
class BusHost {
 public:
  explicit BusHost(std::uint64_t seed) : dice_(seed) {}

  void set_manners(BusManners manners) { manners_ = manners; }
  /// Forgets all that is under way: the controller is reset.
  void reset();

  void write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes = 0xF);
  void read(std::uint16_t address);

  /// What the pins carry in the next cycle.
  [[nodiscard]] const systemc::AxiLiteRequest& next();
  /// ... and what came back in it.
  void sampled(const systemc::AxiLiteResponse& response);

  [[nodiscard]] unsigned writes_left() const { return writes_left_; }
  [[nodiscard]] unsigned reads_left() const { return reads_left_; }
  [[nodiscard]] const BusAnswer& last_write() const { return last_write_; }
  [[nodiscard]] const BusAnswer& last_read() const { return last_read_; }

 private:
  struct Write {
    std::uint16_t address = 0;
    std::uint32_t data = 0;
    std::uint8_t strobes = 0;
  };

  systemc::AxiLiteRequest pins_;
  Dice dice_;
  BusManners manners_;
  std::deque<Write> writes_;
  std::deque<std::uint16_t> reads_;
  std::optional<unsigned> address_in_;  // cycles until the address comes
  std::optional<unsigned> data_in_;
  std::optional<unsigned> read_in_;
  unsigned writes_left_ = 0;  // not answered
  unsigned reads_left_ = 0;
  BusAnswer last_write_;
  BusAnswer last_read_;
};

}  // namespace heliograph::testbenches
