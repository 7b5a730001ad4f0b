// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>

#include "base/data.hpp"
#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::systemc {

/// One item of the energy ledger: a power that is held over time, plus so much energy for each bit.
class EnergyAccount {
 public:
  EnergyAccount(std::string component, base::JoulePerBit per_bit);

  /// From `at` on the component draws `power`. Instants must not go back.
  void set_power(base::Watt power, base::Picoseconds at);
  void add_bits(base::Bits bits) { bits_ += bits; }

  [[nodiscard]] const std::string& component() const { return component_; }
  [[nodiscard]] base::Watt power() const { return power_; }
  [[nodiscard]] base::Bits bits() const { return bits_; }
  /// Energy of the held power from 0 to `until` (not before the last change).
  [[nodiscard]] base::Joule held(base::Picoseconds until) const;
  /// Energy of the bits.
  [[nodiscard]] base::Joule switched() const;

 private:
  std::string component_;
  base::JoulePerBit per_bit_;
  base::Watt power_;
  base::Picoseconds since_;
  base::Joule settled_;
  base::Bits bits_;
};

/// The ledger of a simulation: the total is the sum of its accounts, nothing else.
class EnergyMeter {
 public:
  /// The reference stays valid for the meter's life.
  EnergyAccount& open(std::string component, base::JoulePerBit per_bit = base::JoulePerBit(0.0));

  [[nodiscard]] const std::deque<EnergyAccount>& accounts() const { return accounts_; }
  [[nodiscard]] base::Joule total(base::Picoseconds until) const;

 private:
  std::deque<EnergyAccount> accounts_;
};

}  // namespace heliograph::systemc
