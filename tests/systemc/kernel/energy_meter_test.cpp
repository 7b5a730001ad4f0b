// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <rapidcheck.h>
#include <vector>

#include "systemc/kernel/energy_meter.hpp"

namespace heliograph::systemc {
namespace {

using base::Bits;
using base::JoulePerBit;
using base::Picoseconds;
using base::Watt;

TEST_CASE("held power adds up over time") {
  EnergyMeter meter;
  EnergyAccount& heaters = meter.open("heaters");
  CHECK(heaters.held(Picoseconds(1'000'000)).value() == 0.0);
  heaters.set_power(Watt(2.0), Picoseconds(1'000'000));
  heaters.set_power(Watt(0.5), Picoseconds(4'000'000));
  heaters.set_power(Watt(0.0), Picoseconds(6'000'000));
  // 3 us of 2 W and 2 us of 0.5 W.
  CHECK(heaters.held(Picoseconds(6'000'000)).value() == Approx(7e-6).epsilon(1e-14));
  CHECK(heaters.held(Picoseconds(9'000'000)).value() == Approx(7e-6).epsilon(1e-14));
  CHECK(heaters.power() == Watt(0.0));
  CHECK(heaters.switched().value() == 0.0);
}

TEST_CASE("bits cost energy each") {
  EnergyMeter meter;
  EnergyAccount& modulators = meter.open("modulators", JoulePerBit(50e-15));
  modulators.add_bits(Bits(5440));
  modulators.add_bits(Bits(5440));
  CHECK(modulators.bits() == Bits(10880));
  CHECK(modulators.switched().value() == Approx(544e-12).epsilon(1e-14));
  CHECK(meter.total(Picoseconds(0)).value() == Approx(544e-12).epsilon(1e-14));
}

TEST_CASE("events cost energy each, beside bits") {
  EnergyMeter meter;
  EnergyAccount& drivers = meter.open("drivers", JoulePerBit(1e-12), base::Joule(2e-9));
  drivers.add_event();
  drivers.add_event();
  drivers.add_event();
  drivers.add_bits(Bits(1000));
  CHECK(drivers.events() == 3);
  CHECK(drivers.switched().value() == Approx(6e-9 + 1e-9).epsilon(1e-14));
}

TEST_CASE("a meter knows when the last of its powers changed") {
  EnergyMeter meter;
  CHECK(meter.last_change() == Picoseconds(0));
  meter.open("a").set_power(Watt(1.0), Picoseconds(7));
  meter.open("b").set_power(Watt(1.0), Picoseconds(5));
  CHECK(meter.last_change() == Picoseconds(7));
}

TEST_CASE("setting the same power again changes nothing") {
  EnergyAccount account("a", JoulePerBit(0.0));
  account.set_power(Watt(1.0), Picoseconds(0));
  account.set_power(Watt(1.0), Picoseconds(10));
  account.set_power(Watt(3.0), Picoseconds(20));
  account.set_power(Watt(1.0), Picoseconds(20));  // for no time at all
  CHECK(account.held(Picoseconds(30)).value() == Approx(30e-12).epsilon(1e-14));
}

TEST_CASE("accounts stay where they are when others are opened") {
  EnergyMeter meter;
  EnergyAccount& first = meter.open("first", JoulePerBit(1.0));
  for (int i = 0; i < 1000; ++i) {
    meter.open("more");
  }
  first.add_bits(Bits(3));
  CHECK(&meter.accounts().front() == &first);
  CHECK(meter.accounts().front().switched().value() == 3.0);
  CHECK(meter.accounts().size() == 1001);
}

TEST_CASE("more than 2^53 bits are counted one by one") {
  EnergyAccount account("a", JoulePerBit(1e-15));
  account.add_bits(Bits(std::int64_t{1} << 53));
  account.add_bits(Bits(1));
  CHECK(account.bits().count() == (std::int64_t{1} << 53) + 1);
}

struct Step {
  int account;
  int power;
  int span;
  int bits;
};

TEST_CASE("the ledger balances: its total is the sum of powers over time and of bits") {
  CHECK(rc::check("balance", [] {
    EnergyMeter meter;
    std::vector<EnergyAccount*> accounts;
    for (int i = 0; i < 3; ++i) {
      accounts.push_back(&meter.open("account", JoulePerBit(1e-12 * i)));
    }
    const auto steps = *rc::gen::container<std::vector<Step>>(
        rc::gen::construct<Step>(rc::gen::inRange(0, 3), rc::gen::inRange(0, 100),
                                 rc::gen::inRange(0, 10'000), rc::gen::inRange(0, 10'000)));
    double expected = 0.0;
    double drawn = 0.0;
    double last_total = 0.0;
    Picoseconds present;
    for (const Step& step : steps) {
      EnergyAccount& account = *accounts[static_cast<std::size_t>(step.account)];
      drawn += step.power - account.power().value();
      account.set_power(Watt(step.power), present);
      account.add_bits(Bits(step.bits));
      expected += step.bits * 1e-12 * step.account;
      present += Picoseconds(step.span);
      expected += drawn * step.span * 1e-12;
      const double total = meter.total(present).value();
      RC_ASSERT(std::abs(total - expected) <= 1e-12 * std::abs(expected) + 1e-24);
      RC_ASSERT(total >= last_total);  // energy never comes back
      last_total = total;
    }
    double sum = 0.0;
    for (const EnergyAccount& account : meter.accounts()) {
      sum += account.held(present).value() + account.switched().value();
    }
    RC_ASSERT(std::abs(sum - meter.total(present).value()) <= 1e-15 * std::abs(sum));
  }));
}

}  // namespace
}  // namespace heliograph::systemc
