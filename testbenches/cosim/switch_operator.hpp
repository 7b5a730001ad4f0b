// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "testbenches/cosim/cycle_bench.hpp"
#include "testbenches/cosim/dice.hpp"

namespace heliograph::testbenches {

/// Host software on the bench: writes maps, codes and timers, and commits them.
class SwitchOperator {
 public:
  SwitchOperator(CycleBench& bench, std::uint64_t seed) : bench_(bench), dice_(seed) {}

  /// Enables the controller, with short timers (cycles): drain 60, settle 12, relock 80, and
  /// `actuators` in use, or as many as there are.
  void configure(unsigned actuators);
  void set_timers(std::uint32_t drain, std::uint32_t settle, std::uint32_t relock);
  /// Writes what differs from the shadow map.
  void set_map(const PortMap& map);
  void set_code(unsigned actuator, std::uint16_t code);
  /// About a third of the codes in use become others, at most 40 of them.
  void change_codes();

  /// Writes COMMIT; true when it was taken.
  bool commit(std::uint16_t epoch);
  /// A commit with the next epoch, and waiting until it is over.
  void run();
  /// Reads what the host would look at now: epoch, a map entry, a code, interrupts, ports, the last
  /// error; the monitors judge what is read.
  void look();
  [[nodiscard]] std::uint16_t next_epoch() { return ++epoch_; }

  /// Input i to output (i + by) modulo ports.
  [[nodiscard]] PortMap rotation(unsigned by) const;
  /// A legal map: each input has a circuit or not.
  [[nodiscard]] PortMap random_map();
  /// The present one, two circuits of it exchanged or one put up or down.
  [[nodiscard]] PortMap small_change();

  /// One access that may come while a reconfiguration runs; it starts none.
  void queue_noise();

  [[nodiscard]] CycleBench& bench() { return bench_; }
  [[nodiscard]] Dice& dice() { return dice_; }
  [[nodiscard]] unsigned ports() const { return bench_.ports(); }

 private:
  void check_last_error();

  CycleBench& bench_;
  Dice dice_;
  std::uint16_t epoch_ = 0;
};

}  // namespace heliograph::testbenches
