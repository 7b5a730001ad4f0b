// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/register_suite.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "testbenches/cosim/axi_lite_monitor.hpp"

namespace heliograph::testbenches {

namespace {

/// Entries of an array that are tested one by one.
constexpr std::size_t kEntriesTested = 8;
constexpr unsigned kUnlistedTested = 48;

std::uint32_t strobed(std::uint8_t strobes) {
  BusWrite write;
  write.strobes = strobes;
  return write.mask();
}

/// Where values are limited, whether bits that are not there count is open: they are left 0.
std::uint32_t writable_data(const RegisterInfo& info, std::uint32_t data) {
  return info.most ? data & info.bits : data;
}

}  // namespace

RegisterSuite::RegisterSuite(Scoreboard& board, const RegisterDescription& description,
                             RegisterPort port, std::uint64_t seed)
    : board_(board), description_(description), port_(std::move(port)), dice_(seed) {
  for (const RegisterInfo& info : description.registers) {
    std::vector<unsigned> entries;
    if (info.count <= kEntriesTested) {
      for (unsigned i = 0; i < info.count; ++i) entries.push_back(i);
    } else {
      entries = {0, 1, info.count - 1};
      for (unsigned bit = 1; bit < info.count; bit *= 2) entries.push_back(bit);
      while (entries.size() < 2 * kEntriesTested) entries.push_back(dice_.below(info.count));
      std::sort(entries.begin(), entries.end());
      entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    }
    for (const unsigned entry : entries) {
      const Place place{&info, info.at(entry)};
      places_.push_back(place);
      if (info.access != RegisterAccess::read_write || info.effect) continue;
      writable_.push_back(place);
      values_[place.address] = info.reset;
    }
  }
}

BusAnswer RegisterSuite::write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes) {
  ++transfers_;
  return port_.write(address, data, strobes);
}

BusAnswer RegisterSuite::read(std::uint16_t address) {
  ++transfers_;
  return port_.read(address);
}

std::uint32_t RegisterSuite::allowed(const RegisterInfo& info, std::uint32_t value) const {
  value &= info.bits;
  return info.most && value > *info.most ? value % (*info.most + 1) : value;
}

void RegisterSuite::run(std::uint64_t least_transfers) {
  test_reset();
  for (const Place& place : writable_) {
    test_bits(place);
    test_strobes(place);
    if (place.info->most) test_limit(place);
  }
  for (const Place& place : places_) {
    if (place.info->access == RegisterAccess::read_only) test_read_only(place);
    if (place.info->access == RegisterAccess::clear) test_clear(place);
  }
  test_alias();
  test_refused();
  while (transfers_ < least_transfers) random_access();
  for (const Place& place : writable_) check_value(place, Rule::reg_alias);
}

void RegisterSuite::test_reset() {
  for (const Place& place : places_) {
    const BusAnswer answer = read(place.address);
    const bool known = !place.info->is_volatile && place.info->reset_known;
    const std::uint32_t reset =
        place.info->access == RegisterAccess::write_only ? 0 : place.info->reset & place.info->bits;
    board_.check(Rule::reg_reset, answer.okay() && (!known || answer.data == reset), [&] {
      return fmt::format("{} ({:#06x}) reads {:#x}{} after reset; its reset value is {:#x}",
                         place.info->name, place.address, answer.data,
                         answer.okay() ? "" : " with SLVERR", reset);
    });
  }
}

void RegisterSuite::check_value(const Place& place, Rule rule) {
  const BusAnswer answer = read(place.address);
  const std::uint32_t wanted = values_[place.address];
  const std::uint32_t known = place.info->is_volatile ? 0 : ~std::uint32_t{0};
  board_.check(rule, answer.okay() && ((answer.data ^ wanted) & known) == 0, [&] {
    return fmt::format("{} ({:#06x}) reads {:#x}{}; it should read {:#x}", place.info->name,
                       place.address, answer.data, answer.okay() ? "" : " with SLVERR", wanted);
  });
}

void RegisterSuite::write_and_check(const Place& place, std::uint32_t value, Rule rule) {
  const BusAnswer answer = write(place.address, value);
  board_.check(rule, answer.okay(), [&] {
    return fmt::format("{} ({:#06x}) refuses {:#x}", place.info->name, place.address, value);
  });
  values_[place.address] = value & place.info->bits;
  check_value(place, rule);
}

void RegisterSuite::test_bits(const Place& place) {
  write_and_check(place, allowed(*place.info, dice_.word()), Rule::reg_read_write);
  if (!place.info->most) write_and_check(place, ~std::uint32_t{0}, Rule::reg_read_write);
  for (unsigned bit = 0; bit < 32; ++bit) {
    const std::uint32_t one = std::uint32_t{1} << bit;
    if (place.info->most && one > *place.info->most) continue;
    write_and_check(place, one, Rule::reg_bits);
    if (!place.info->most) write_and_check(place, ~one, Rule::reg_bits);
  }
  write_and_check(place, 0, Rule::reg_bits);
}

void RegisterSuite::test_strobes(const Place& place) {
  for (unsigned strobes = 0; strobes < 16; ++strobes) {
    const std::uint32_t old = allowed(*place.info, dice_.word());
    write_and_check(place, old, Rule::reg_strobes);
    const std::uint32_t mask = strobed(static_cast<std::uint8_t>(strobes));
    // The bytes that are let through are others than before.
    const std::uint32_t data = writable_data(*place.info, ~old);
    const std::uint32_t merged = ((old & ~mask) | (data & mask)) & place.info->bits;
    if (place.info->most && merged > *place.info->most) continue;
    write(place.address, data, static_cast<std::uint8_t>(strobes));
    values_[place.address] = merged;
    check_value(place, Rule::reg_strobes);
  }
}

void RegisterSuite::test_limit(const Place& place) {
  const std::uint32_t most = *place.info->most;
  write_and_check(place, most, Rule::reg_limit);
  const std::uint32_t beyond = (most + 1) & place.info->bits;
  if (beyond <= most) return;  // it has no bits for more
  const BusAnswer answer = write(place.address, beyond);
  board_.check(Rule::reg_limit, !answer.okay(), [&] {
    return fmt::format("{} takes {}; the most is {}", place.info->name, beyond, most);
  });
  check_value(place, Rule::reg_limit);
  write_and_check(place, 0, Rule::reg_limit);
}

void RegisterSuite::test_read_only(const Place& place) {
  const BusAnswer before = read(place.address);
  const BusAnswer answer = write(place.address, ~before.data);
  const BusAnswer after = read(place.address);
  const bool same = place.info->is_volatile || before.data == after.data;
  board_.check(Rule::reg_read_only, !answer.okay() && same, [&] {
    return fmt::format("a write to {} ({:#06x}) was {}; it read {:#x} and then {:#x}",
                       place.info->name, place.address, answer.okay() ? "taken" : "refused",
                       before.data, after.data);
  });
}

void RegisterSuite::test_clear(const Place& place) {
  const BusAnswer before = read(place.address);
  write(place.address, 0);
  write(place.address, ~std::uint32_t{0}, 0);
  const BusAnswer kept = read(place.address);
  board_.check(Rule::reg_clear, place.info->is_volatile || kept.data == before.data, [&] {
    return fmt::format("{} read {:#x}; after a write of 0 and one without strobes it reads {:#x}",
                       place.info->name, before.data, kept.data);
  });
  const BusAnswer answer = write(place.address, ~std::uint32_t{0});
  const BusAnswer cleared = read(place.address);
  board_.check(Rule::reg_clear, answer.okay() && cleared.data == 0, [&] {
    return fmt::format("{} reads {:#x} after ones were written to it", place.info->name,
                       cleared.data);
  });
}

void RegisterSuite::test_alias() {
  for (const Place& place : writable_) {
    const std::uint32_t value = allowed(*place.info, dice_.word() ^ place.address);
    values_[place.address] = value;
    write(place.address, value);
  }
  for (const Place& place : writable_) check_value(place, Rule::reg_alias);
  // And once more the other way round, so that each is written before and after each other.
  for (auto place = writable_.rbegin(); place != writable_.rend(); ++place) {
    const std::uint32_t value = allowed(*place->info, dice_.word() + place->address);
    values_[place->address] = value;
    write(place->address, value);
  }
  for (const Place& place : writable_) check_value(place, Rule::reg_alias);
}

std::uint16_t RegisterSuite::unlisted_address() {
  while (true) {
    std::uint16_t address = 0;
    if (dice_.one_in(3)) {
      address = static_cast<std::uint16_t>(dice_.word());
    } else {
      // Beside what is listed, where a decoder is wrong first.
      const Place& near = places_[dice_.below(static_cast<std::uint32_t>(places_.size()))];
      const std::uint32_t step = std::uint32_t{1} << dice_.below(16);
      const std::uint32_t edge = near.info->stride * near.info->count;
      address = static_cast<std::uint16_t>(dice_.one_in(3) ? near.info->address + edge
                                                           : near.address ^ step);
    }
    // A block that sees fewer bits has its registers again above.
    address &= static_cast<std::uint16_t>((std::uint32_t{1} << description_.address_bits) - 1);
    const bool listed = address % 4 == 0 && description_.find(address) != nullptr;
    if (!listed && !description_.is_unspoken(address)) return address;
  }
}

void RegisterSuite::refuse(std::uint16_t address) {
  if (dice_.one_in(2)) {
    const BusAnswer answer = write(address, dice_.word());
    board_.check(Rule::reg_refused, !answer.okay(), [&] {
      return fmt::format("a write to {:#06x} is taken; no register is there", address);
    });
    return;
  }
  const BusAnswer answer = read(address);
  board_.check(Rule::reg_refused, !answer.okay() && answer.data == 0, [&] {
    return fmt::format("a read of {:#06x} gives {:#x}; no register is there", address, answer.data);
  });
}

void RegisterSuite::test_refused() {
  for (unsigned i = 0; i < kUnlistedTested; ++i) refuse(unlisted_address());
  for (const Place& place : writable_) check_value(place, Rule::reg_refused);
}

void RegisterSuite::random_access() {
  if (dice_.one_in(8)) return refuse(unlisted_address());
  if (writable_.empty() || dice_.one_in(4)) {
    const Place& place = places_[dice_.below(static_cast<std::uint32_t>(places_.size()))];
    if (values_.count(place.address) != 0) return check_value(place, Rule::reg_read_write);
    if (place.info->access == RegisterAccess::read_only) return test_read_only(place);
    read(place.address);
    return;
  }
  const Place& place = writable_[dice_.below(static_cast<std::uint32_t>(writable_.size()))];
  if (dice_.one_in(2)) return check_value(place, Rule::reg_read_write);
  const auto strobes = static_cast<std::uint8_t>(dice_.one_in(3) ? dice_.below(16) : 0xF);
  const std::uint32_t mask = strobed(strobes);
  const std::uint32_t data = writable_data(*place.info, dice_.word());
  const std::uint32_t merged =
      ((values_[place.address] & ~mask) | (data & mask)) & place.info->bits;
  const bool over = place.info->most && merged > *place.info->most;
  const BusAnswer answer = write(place.address, data, strobes);
  board_.check(over ? Rule::reg_limit : Rule::reg_read_write, answer.okay() != over, [&] {
    return fmt::format("{} ({:#06x}) {} {:#x}", place.info->name, place.address,
                       answer.okay() ? "takes" : "refuses", merged);
  });
  if (answer.okay() && !over) values_[place.address] = merged;
}

}  // namespace heliograph::testbenches
