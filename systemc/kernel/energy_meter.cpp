// SPDX-License-Identifier: Apache-2.0
#include "systemc/kernel/energy_meter.hpp"

#include <algorithm>
#include <utility>

namespace heliograph::systemc {

EnergyAccount::EnergyAccount(std::string component, base::JoulePerBit per_bit,
                             base::Joule per_event)
    : component_(std::move(component)), per_bit_(per_bit), per_event_(per_event) {}

void EnergyAccount::set_power(base::Watt power, base::Picoseconds at) {
  settled_ = held(at);
  since_ = at;
  power_ = power;
}

base::Joule EnergyAccount::held(base::Picoseconds until) const {
  return settled_ + base::Joule(power_.value() * (until - since_).seconds());
}

base::Joule EnergyAccount::switched() const {
  return base::Joule(per_bit_.value() * static_cast<double>(bits_.count())) +
         per_event_ * static_cast<double>(events_);
}

EnergyAccount& EnergyMeter::open(std::string component, base::JoulePerBit per_bit,
                                 base::Joule per_event) {
  return accounts_.emplace_back(std::move(component), per_bit, per_event);
}

base::Picoseconds EnergyMeter::last_change() const {
  base::Picoseconds last;
  for (const EnergyAccount& account : accounts_) {
    last = std::max(last, account.last_change());
  }
  return last;
}

base::Joule EnergyMeter::total(base::Picoseconds until) const {
  base::Joule sum;
  for (const EnergyAccount& account : accounts_) {
    sum += account.held(until) + account.switched();
  }
  return sum;
}

}  // namespace heliograph::systemc
