// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/foreign_scheduler.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "tests/systemc/control/foreign/foreign_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

constexpr unsigned kPorts = 4;

GrantMatrix random_requests(std::mt19937& random) {
  GrantMatrix requests{};
  const auto density = static_cast<unsigned>(1 + random() % 4);
  for (unsigned bit = 0; bit < kPorts * kPorts; ++bit) {
    if (random() % density == 0) set_bit(requests, bit);
  }
  return requests;
}

/// Outputs in ascending order take the lowest free input that asks: what the examples of fixed
/// priority do, whatever form their ports have.
GrantMatrix lowest_first(const GrantMatrix& requests) {
  GrantMatrix grants{};
  unsigned used = 0;
  for (unsigned dst = 0; dst < kPorts; ++dst) {
    for (unsigned src = 0; src < kPorts; ++src) {
      if (!has_bit(requests, src * kPorts + dst) || ((used >> src) & 1U) != 0) continue;
      set_bit(grants, src * kPorts + dst);
      used |= 1U << src;
      break;
    }
  }
  return grants;
}

bool is_matching_of(const GrantMatrix& grants, const GrantMatrix& requests) {
  unsigned sources = 0;
  unsigned destinations = 0;
  for (unsigned bit = 0; bit < kPorts * kPorts; ++bit) {
    if (!has_bit(grants, bit)) continue;
    const unsigned source = 1U << (bit / kPorts);
    const unsigned destination = 1U << (bit % kPorts);
    if (!has_bit(requests, bit) || (sources & source) != 0 || (destinations & destination) != 0) {
      return false;
    }
    sources |= source;
    destinations |= destination;
  }
  return true;
}

TEST_CASE("foreign scheduler: a matrix is the same in each of its four forms") {
  struct Form {
    const char* folder;
    const char* list;
    bool registered;
  };
  const Form form = GENERATE(Form{"arbiter_flat", "fixed_arb.f", false},
                             Form{"arbiter_ascending", "asc_arb.f", true},
                             Form{"arbiter_unpacked", "array_arb.f", true});
  const LoadedDevice device = load_device(example(form.folder, form.list), test_tools());
  CHECK(device.kind() == DeviceKind::arbiter);
  CHECK(device.ports() == kPorts);
  const auto core = make_foreign_scheduler(device);
  std::mt19937 random(11);
  GrantMatrix expected{};
  for (unsigned i = 0; i < 500; ++i) {
    SchedulerInputs inputs;
    inputs.req = random_requests(random);
    inputs.gnt_ready = true;
    const SchedulerOutputs& out = core->cycle(inputs);
    const GrantMatrix now = lowest_first(inputs.req);
    const GrantMatrix& wanted = form.registered ? expected : now;
    if (out.gnt != wanted) FAIL("grants differ in cycle " << i);
    CHECK(out.gnt_valid == (wanted != GrantMatrix{}));
    expected = now;
  }
}

TEST_CASE("foreign scheduler: a decision that is not taken stays, and counts its rounds") {
  const LoadedDevice device = load_device(example("arbiter_ascending", "asc_arb.f"), test_tools());
  const auto core = make_foreign_scheduler(device);
  SchedulerInputs inputs;
  set_bit(inputs.req, 1 * kPorts + 3);
  core->cycle(inputs);
  const SchedulerOutputs& out = core->cycle(SchedulerInputs{});
  CHECK(out.gnt == inputs.req);
  CHECK(out.gnt_valid);
  CHECK(out.gnt_epoch == 1);
  for (unsigned i = 0; i < 5; ++i) CHECK(core->cycle(SchedulerInputs{}).gnt_valid);
  SchedulerInputs take;
  take.gnt_ready = true;
  CHECK(core->cycle(take).gnt_valid);
  CHECK_FALSE(core->cycle(SchedulerInputs{}).gnt_valid);
}

TEST_CASE("foreign scheduler: packed two-dimensional ports, round robin that starves nobody") {
  const LoadedDevice device = load_device(example("arbiter_packed2d", "rr_alloc.f"), test_tools());
  CHECK(device.kind() == DeviceKind::arbiter);
  const auto core = make_foreign_scheduler(device);
  SchedulerInputs all;
  for (unsigned bit = 0; bit < kPorts * kPorts; ++bit) set_bit(all.req, bit);
  std::mt19937 random(5);
  GrantMatrix asked{};
  for (unsigned i = 0; i < 200; ++i) {
    SchedulerInputs inputs;
    inputs.req = random_requests(random);
    CHECK(is_matching_of(core->cycle(inputs).gnt, asked));
    asked = inputs.req;
  }
  std::vector<unsigned> served(kPorts, 0);
  for (unsigned i = 0; i < 40; ++i) {
    const SchedulerOutputs& out = core->cycle(all);
    for (unsigned bit = 0; bit < kPorts * kPorts; ++bit) {
      if (has_bit(out.gnt, bit)) ++served[bit / kPorts];
    }
  }
  for (const unsigned count : served) CHECK(count >= 30);
}

TEST_CASE("foreign scheduler: a TDMA wheel turns by the precision time") {
  const LoadedDevice device = load_device(example("tdma", "wheel.f"), test_tools());
  CHECK(device.kind() == DeviceKind::tdma);
  const auto core = make_foreign_scheduler(device);
  unsigned starts = 0;
  for (std::uint64_t now = 0; now < 5'000'000; now += 2'000) {
    SchedulerInputs inputs;
    inputs.ptp_ts = now;
    const SchedulerOutputs& out = core->cycle(inputs);
    if (out.slot_start) ++starts;
    CHECK(out.wake_at == kNeverWakes);
    // Two cycles late at most: sampled, then registered.
    const std::uint64_t into = now % 1'024'000;
    if (into < 4'000 || (into >= 896'000 && into < 900'000)) continue;
    CHECK(out.slot_active == (into < 896'000));
    CHECK(out.slot_idx == now / 1'024'000 % (kPorts - 1));
    for (unsigned src = 0; src < kPorts && out.slot_active; ++src) {
      CHECK(has_bit(out.gnt, src * kPorts + (src + out.slot_idx + 1) % kPorts));
    }
  }
  CHECK(starts == 4);
}

TEST_CASE("foreign scheduler: a valid/ready crossbar grants one output once, and all in turn") {
  const LoadedDevice device = load_device(example("crossbar", "xbar_arb.f"), test_tools());
  CHECK(device.kind() == DeviceKind::crossbar);
  CHECK(device.ports() == kPorts);
  const auto core = make_foreign_scheduler(device);
  SchedulerInputs inputs;
  for (unsigned bit = 0; bit < kPorts * kPorts; ++bit) set_bit(inputs.req, bit);
  std::vector<unsigned> served(kPorts * kPorts, 0);
  for (unsigned i = 0; i < 400; ++i) {
    const SchedulerOutputs& out = core->cycle(inputs);
    CHECK(is_matching_of(out.gnt, inputs.req));
    for (unsigned bit = 0; bit < kPorts * kPorts; ++bit) served[bit] += has_bit(out.gnt, bit);
  }
  for (const unsigned count : served) CHECK(count > 20);
  core->reset();
  SchedulerInputs one;
  set_bit(one.req, 2 * kPorts + 3);
  CHECK(core->cycle(one).gnt == one.req);
}

}  // namespace
}  // namespace heliograph::systemc::test
