// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "systemc/control/behavioural/circuit_scheduler_twin.hpp"
#include "systemc/control/verilated/circuit_scheduler_rtl.hpp"
#include "tests/systemc/control/scheduler/matching_cases.hpp"

namespace heliograph::systemc::test {
namespace {

std::unique_ptr<SchedulerCore> make_twin(const CircuitSchedulerBuild& build) {
  return std::make_unique<CircuitSchedulerTwin>(static_cast<MatchingAlgorithm>(build.algorithm),
                                                build.ports, build.iterations);
}

unsigned steps_of(const CircuitSchedulerBuild& build) {
  return build.algorithm == 1 ? build.iterations : build.ports;
}

bool same_decision(const SchedulerOutputs& a, const SchedulerOutputs& b) {
  return a.gnt_valid == b.gnt_valid && a.gnt == b.gnt && a.gnt_epoch == b.gnt_epoch;
}

TEST_CASE("scheduler RTL and twin agree in every cycle") {
  for (const CircuitSchedulerBuild& build : built_circuit_schedulers()) {
    CAPTURE(build.algorithm, build.ports, build.iterations);
    const auto rtl = make_circuit_scheduler_rtl(build);
    const auto twin = make_twin(build);
    std::mt19937 random(build.ports + build.algorithm);
    SchedulerInputs in;
    unsigned density = 0;
    unsigned slowness = 1;
    unsigned differences = 0;
    std::uint16_t epoch = 0;
    for (unsigned cycle = 0; cycle < 60'000; ++cycle) {
      if (cycle % 500 == 0) {
        density = static_cast<unsigned>(random() % 7);
        slowness = 1 + static_cast<unsigned>(random() % 5);
      }
      if (cycle % 20'000 == 19'999) {
        rtl->reset();
        twin->reset();
      }
      // Now a matrix that stays for a while, now one that changes in every cycle.
      if (slowness == 5 || random() % 8 == 0) {
        in.req = to_grant_matrix(random_requests(random, build.ports, density), build.ports);
      }
      in.gnt_ready = random() % slowness == 0;
      const SchedulerOutputs& seen = rtl->cycle(in);
      if (!same_decision(seen, twin->cycle(in))) ++differences;
      epoch = std::max(epoch, seen.gnt_epoch);
    }
    CHECK(differences == 0);
    CHECK(epoch > 400);
  }
}

TEST_CASE(
    "a decision comes after its steps, stays until it is taken, and may name what was withdrawn") {
  for (const CircuitSchedulerBuild& build : built_circuit_schedulers()) {
    for (const bool rtl : {false, true}) {
      CAPTURE(build.algorithm, build.ports, rtl);
      const auto core = rtl ? make_circuit_scheduler_rtl(build) : make_twin(build);
      core->reset();
      SchedulerInputs in;
      for (unsigned i = 0; i < 5; ++i) CHECK_FALSE(core->cycle(in).gnt_valid);
      in.req = to_grant_matrix(full_load(build.ports), build.ports);
      core->cycle(in);  // sampled at the end of this cycle
      in.req = GrantMatrix{};
      for (unsigned i = 0; i < steps_of(build); ++i) {
        const SchedulerOutputs& out = core->cycle(in);
        CHECK_FALSE(out.gnt_valid);
        CHECK(out.gnt == GrantMatrix{});
      }
      const SchedulerOutputs first = core->cycle(in);
      CHECK(first.gnt_valid);
      CHECK(first.gnt_epoch == 1);
      CHECK(is_matching_among(to_port_rows(first.gnt, build.ports), full_load(build.ports)));
      CHECK(first.gnt != GrantMatrix{});
      in.req = to_grant_matrix(full_load(build.ports), build.ports);
      for (unsigned i = 0; i < 10; ++i) CHECK(same_decision(core->cycle(in), first));
      in.gnt_ready = true;
      CHECK(same_decision(core->cycle(in), first));
      CHECK_FALSE(core->cycle(in).gnt_valid);
    }
  }
}

TEST_CASE("the number of a decision goes round after 65535") {
  const auto core = make_circuit_scheduler_rtl({1, 8, 1});
  SchedulerInputs in;
  in.req = to_grant_matrix(full_load(8), 8);
  in.gnt_ready = true;
  std::uint16_t last = 0;
  for (unsigned decisions = 0; decisions < 70'000;) {
    const SchedulerOutputs& out = core->cycle(in);
    if (!out.gnt_valid) continue;
    ++decisions;
    if (out.gnt_epoch != static_cast<std::uint16_t>(last + 1)) FAIL("after " << last);
    last = out.gnt_epoch;
  }
  CHECK(last == 70'000 - 65'536);
}

TEST_CASE("scheduler RTL that was not built is refused") {
  CHECK_THROWS_AS(make_circuit_scheduler_rtl({0, 6, 1}), std::invalid_argument);
  CHECK_THROWS_AS(make_circuit_scheduler_rtl({3, 8, 1}), std::invalid_argument);
  CHECK_THROWS_AS(make_circuit_scheduler_rtl({1, 8, 3}), std::invalid_argument);
}

}  // namespace
}  // namespace heliograph::systemc::test
