// SPDX-License-Identifier: Apache-2.0
#include "systemc/kernel/energy_meter.hpp"

#include <utility>

namespace heliograph::systemc {

EnergyAccount::EnergyAccount(std::string component, base::JoulePerBit per_bit)
    : component_(std::move(component)), per_bit_(per_bit) {}

void EnergyAccount::set_power(base::Watt power, base::Picoseconds at) {
  settled_ = held(at);
  since_ = at;
  power_ = power;
}

base::Joule EnergyAccount::held(base::Picoseconds until) const {
  return settled_ + base::Joule(power_.value() * (until - since_).seconds());
}

base::Joule EnergyAccount::switched() const {
  return base::Joule(per_bit_.value() * static_cast<double>(bits_.count()));
}

EnergyAccount& EnergyMeter::open(std::string component, base::JoulePerBit per_bit) {
  return accounts_.emplace_back(std::move(component), per_bit);
}

base::Joule EnergyMeter::total(base::Picoseconds until) const {
  base::Joule sum;
  for (const EnergyAccount& account : accounts_) {
    sum += account.held(until) + account.switched();
  }
  return sum;
}

}  // namespace heliograph::systemc
