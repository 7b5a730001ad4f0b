// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <rapidcheck.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "systemc/kernel/calendar.hpp"
#include "systemc/kernel/context.hpp"

namespace heliograph::systemc {
namespace {

using base::Picoseconds;

struct Seen {
  std::int64_t at;
  int entry;
  bool operator==(const Seen& other) const { return at == other.at && entry == other.entry; }
};
std::ostream& operator<<(std::ostream& out, const Seen& seen) {
  return out << seen.entry << "@" << seen.at;
}

/// A calendar of numbers that logs what comes out.
struct Bench {
  KernelContext kernel;
  std::vector<Seen> seen;
  Calendar<int> calendar{"calendar", [this](int& entry) {
                           seen.push_back({now().count(), entry});
                           if (reaction) {
                             reaction(entry);
                           }
                         }};
  std::function<void(int)> reaction;

  void schedule(std::int64_t at, int entry) { calendar.schedule(Picoseconds(at), entry); }
  void run(std::int64_t picoseconds = 1'000'000) {
    sc_core::sc_start(to_sc_time(Picoseconds(picoseconds)));
  }
};

using Log = std::vector<Seen>;

TEST_CASE("entries come out at their instants, whatever the order they were put in") {
  Bench bench;
  bench.schedule(30, 3);
  bench.schedule(10, 1);
  bench.schedule(20, 2);
  CHECK_FALSE(bench.calendar.empty());
  bench.run();
  CHECK(bench.seen == Log{{10, 1}, {20, 2}, {30, 3}});
  CHECK(bench.calendar.empty());
}

TEST_CASE("entries of one instant come out in the order they were put in") {
  Bench bench;
  for (int entry = 0; entry < 100; ++entry) {
    bench.schedule(50, entry);
  }
  bench.run();
  REQUIRE(bench.seen.size() == 100);
  for (int entry = 0; entry < 100; ++entry) {
    CHECK(bench.seen[static_cast<std::size_t>(entry)].entry == entry);
  }
}

TEST_CASE("an earlier entry may follow a later one, also while the simulation runs") {
  Bench bench;
  bench.schedule(1'000, 1);
  bench.run(100);
  bench.schedule(500, 2);
  bench.run(100);
  bench.schedule(300, 3);
  bench.run();
  CHECK(bench.seen == Log{{300, 3}, {500, 2}, {1'000, 1}});
}

TEST_CASE("a handler may schedule for its own instant and for later") {
  Bench bench;
  bench.reaction = [&](int entry) {
    if (entry == 1) {
      bench.schedule(now().count(), 2);
      bench.schedule(now().count() + 5, 4);
      bench.schedule(now().count() + 1, 3);
    }
  };
  bench.schedule(10, 1);
  bench.schedule(10, 9);
  bench.run();
  CHECK(bench.seen == Log{{10, 1}, {10, 9}, {10, 2}, {11, 3}, {15, 4}});
}

TEST_CASE("an entry for the present instant comes out at it") {
  Bench bench;
  bench.run(70);
  bench.schedule(70, 1);
  bench.run(0);  // a time of zero runs the present instant
  bench.run(1);
  CHECK(bench.seen == Log{{70, 1}});
}

TEST_CASE("an entry for the past is a mistake of the model and says so") {
  Bench bench;
  bench.run(100);
  CHECK_THROWS_AS(bench.schedule(99, 1), std::logic_error);
  CHECK(bench.calendar.empty());
}

TEST_CASE("entries are moved out, not copied") {
  const KernelContext kernel;
  std::vector<int> seen;
  Calendar<std::unique_ptr<int>> calendar(
      "calendar", [&](const std::unique_ptr<int>& entry) { seen.push_back(*entry); });
  calendar.schedule(Picoseconds(20), std::make_unique<int>(2));
  calendar.schedule(Picoseconds(10), std::make_unique<int>(1));
  sc_core::sc_start(100, sc_core::SC_PS);
  CHECK(seen == std::vector<int>{1, 2});
}

TEST_CASE("a calendar may be destroyed with entries in it") {
  const KernelContext kernel;
  const auto alive = std::make_shared<int>(1);
  {
    Calendar<std::shared_ptr<int>> calendar("calendar", [](const std::shared_ptr<int>&) {});
    calendar.schedule(Picoseconds(20), alive);
    sc_core::sc_start(10, sc_core::SC_PS);
    CHECK(alive.use_count() == 2);
  }
  CHECK(alive.use_count() == 1);
  sc_core::sc_start(100, sc_core::SC_PS);
}

TEST_CASE("two calendars of one instant both get it") {
  const KernelContext kernel;
  int first = 0;
  int second = 0;
  Calendar<int> a("a", [&](int entry) { first += entry; });
  Calendar<int> b("b", [&](int entry) { second += entry; });
  a.schedule(Picoseconds(5), 1);
  b.schedule(Picoseconds(5), 1);
  sc_core::sc_start(6, sc_core::SC_PS);
  CHECK(first == 1);
  CHECK(second == 1);
}

/// The same entries in a plain list: what comes out is the list sorted by instant, stably.
TEST_CASE("a calendar behaves as a stable sort does") {
  CHECK(rc::check("against a sorted list", [] {
    const auto instants = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40));
    const auto later = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40));
    Bench bench;
    Log expected;
    int entry = 0;
    // Half are there from the start, half are put in by the handlers of the first.
    std::size_t next = 0;
    bench.reaction = [&](int) {
      if (next < later.size()) {
        const std::int64_t at = now().count() + later[next++];
        expected.push_back({at, entry});
        bench.schedule(at, entry++);
      }
    };
    for (const int at : instants) {
      expected.push_back({at, entry});
      bench.schedule(at, entry++);
    }
    bench.run();
    std::stable_sort(expected.begin(), expected.end(),
                     [](const Seen& a, const Seen& b) { return a.at < b.at; });
    RC_ASSERT(bench.seen == expected);
  }));
}

}  // namespace
}  // namespace heliograph::systemc
