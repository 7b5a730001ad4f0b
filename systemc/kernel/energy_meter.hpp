// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "base/data.hpp"
#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::systemc {

/// One item of the energy ledger: a power that is held over time, plus so much energy for each bit
/// and for each event (a code that is written).
class EnergyAccount {
 public:
  EnergyAccount(std::string component, base::JoulePerBit per_bit,
                base::Joule per_event = base::Joule(0.0));

  /// From `at` on the component draws `power`. Instants must not go back.
  void set_power(base::Watt power, base::Picoseconds at);
  void add_bits(base::Bits bits) { bits_ += bits; }
  void add_event() { ++events_; }

  [[nodiscard]] const std::string& component() const { return component_; }
  [[nodiscard]] base::Watt power() const { return power_; }
  [[nodiscard]] base::Bits bits() const { return bits_; }
  [[nodiscard]] std::int64_t events() const { return events_; }
  [[nodiscard]] base::Picoseconds last_change() const { return since_; }
  /// Energy of the held power from 0 to `until` (not before the last change).
  [[nodiscard]] base::Joule held(base::Picoseconds until) const;
  /// Energy of the bits and events.
  [[nodiscard]] base::Joule switched() const;

 private:
  std::string component_;
  base::JoulePerBit per_bit_;
  base::Joule per_event_;
  base::Watt power_;
  base::Picoseconds since_;
  base::Joule settled_;
  base::Bits bits_;
  std::int64_t events_ = 0;
};

/// The ledger of a simulation: the total is the sum of its accounts, nothing else.
class EnergyMeter {
 public:
  /// The reference stays valid for the meter's life.
  EnergyAccount& open(std::string component, base::JoulePerBit per_bit = base::JoulePerBit(0.0),
                      base::Joule per_event = base::Joule(0.0));

  [[nodiscard]] const std::deque<EnergyAccount>& accounts() const { return accounts_; }
  [[nodiscard]] base::Joule total(base::Picoseconds until) const;
  /// The last instant at which the power of any account changed.
  [[nodiscard]] base::Picoseconds last_change() const;

 private:
  std::deque<EnergyAccount> accounts_;
};

}  // namespace heliograph::systemc
