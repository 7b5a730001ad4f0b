// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "testbenches/cosim/bus_host.hpp"
#include "testbenches/cosim/dice.hpp"
#include "testbenches/cosim/register_description.hpp"
#include "testbenches/cosim/scoreboard.hpp"

namespace heliograph::testbenches {

/// How the suite reaches the registers; each call is one access and takes its cycles.
struct RegisterPort {
  std::function<BusAnswer(std::uint16_t address, std::uint32_t data, std::uint8_t strobes)> write;
  std::function<BusAnswer(std::uint16_t address)> read;
};

/// Puts every register of a description to the test, by what its access promises: reset values,
/// reading and writing, each bit, byte strobes, limits, no aliases, refusals, and then accesses at
/// random. The block must be idle and just reset. It leaves registers as they come.
class RegisterSuite {
 public:
  RegisterSuite(Scoreboard& board, const RegisterDescription& description, RegisterPort port,
                std::uint64_t seed);

  /// The directed tests once, then random accesses until there were `least_transfers`.
  void run(std::uint64_t least_transfers);
  [[nodiscard]] std::uint64_t transfers() const { return transfers_; }

 private:
  struct Place {
    const RegisterInfo* info = nullptr;
    std::uint16_t address = 0;
  };

  void test_reset();
  void test_bits(const Place& place);
  void test_strobes(const Place& place);
  void test_limit(const Place& place);
  void test_read_only(const Place& place);
  void test_clear(const Place& place);
  void test_alias();
  void test_refused();
  void random_access();
  void refuse(std::uint16_t address);

  BusAnswer write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes = 0xF);
  BusAnswer read(std::uint16_t address);
  /// Writes a value that must be taken and reads it back.
  void write_and_check(const Place& place, std::uint32_t value, Rule rule);
  void check_value(const Place& place, Rule rule);
  [[nodiscard]] std::uint32_t allowed(const RegisterInfo& info, std::uint32_t value) const;
  [[nodiscard]] std::uint16_t unlisted_address();

  Scoreboard& board_;
  const RegisterDescription& description_;
  RegisterPort port_;
  Dice dice_;
  std::vector<Place> places_;                      // that are tested; of long arrays some
  std::vector<Place> writable_;                    // of these, those that keep what is written
  std::map<std::uint16_t, std::uint32_t> values_;  // of writable places
  std::uint64_t transfers_ = 0;
};

}  // namespace heliograph::testbenches
