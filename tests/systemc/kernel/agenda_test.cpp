// SPDX-License-Identifier: Apache-2.0
#include "systemc/kernel/agenda.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "systemc/kernel/context.hpp"
#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {
namespace {

using base::Picoseconds;

struct Bell : Alarm {
  void set_for(std::int64_t at) { set(Picoseconds(at)); }
  void ring() override {
    rung.push_back(now().count());
    delta = sc_core::sc_delta_count();
    if (!next.empty()) {
      const std::int64_t at = next.back();
      next.pop_back();
      set_for(at);
    }
  }
  std::vector<std::int64_t> rung;
  std::vector<std::int64_t> next;  // set in ring(), the last first
  std::uint64_t delta = 0;
};

TEST_CASE("an earlier alarm replaces a later one, and a later one is ignored") {
  const KernelContext kernel;
  Bell bell;
  bell.set_for(50);
  bell.set_for(20);
  bell.set_for(70);
  bell.next = {50};  // the sheet of 50 still names it, too
  sc_core::sc_start(100, sc_core::SC_PS);
  CHECK(bell.rung == std::vector<std::int64_t>{20, 50});
}

TEST_CASE("an alarm for the present instant rings in its next delta cycle") {
  const KernelContext kernel;
  Bell bell;
  Bell other;
  bell.next = {10};
  other.set_for(10);
  bell.set_for(10);
  sc_core::sc_start(100, sc_core::SC_PS);
  CHECK(bell.rung == std::vector<std::int64_t>{10, 10});
  CHECK(bell.delta == other.delta + 1);
}

TEST_CASE("many alarms ring when they were set for, whatever the order in which they were set") {
  const KernelContext kernel;
  std::mt19937 random(11);
  std::vector<std::unique_ptr<Bell>> bells;
  std::vector<std::vector<std::int64_t>> expected;
  for (int i = 0; i < 200; ++i) {
    bells.push_back(std::make_unique<Bell>());
    std::vector<std::int64_t> instants;
    for (std::int64_t at = 1 + random() % 40; at < 400; at += 1 + random() % 40) {
      instants.push_back(at);
    }
    expected.push_back(instants);
    bells.back()->next.assign(instants.rbegin(), instants.rend() - 1);
    bells.back()->set_for(instants.front());
  }
  sc_core::sc_start(500, sc_core::SC_PS);
  for (std::size_t i = 0; i < bells.size(); ++i) {
    CHECK(bells[i]->rung == expected[i]);
  }
}

TEST_CASE("there is no alarm outside of a kernel context") {
  CHECK_THROWS_AS(Bell(), std::logic_error);
}

}  // namespace
}  // namespace heliograph::systemc
