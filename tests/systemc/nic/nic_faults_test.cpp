// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tests/systemc/nic/nic_fixture.hpp"
#include "tests/systemc/nic/nic_net.hpp"

namespace heliograph::systemc::test {
namespace {

using base::Picoseconds;

constexpr std::int64_t kLong = 100'000'000'000;

TEST_CASE("descriptors that cannot be done complete with an error, and others go on") {
  NicNet net;
  std::vector<SendDescriptor> bad;
  const auto make = [&](WorkKind kind, auto&& change) {
    SendDescriptor work = request(kind, 100);
    change(work);
    bad.push_back(work);
  };
  make(WorkKind::send, [](SendDescriptor& work) { work.destination = 0; });
  make(WorkKind::send, [](SendDescriptor& work) { work.bytes = kLongestMessage + 1; });
  make(WorkKind::send, [](SendDescriptor& work) { work.bytes = ~std::uint64_t{0}; });
  make(WorkKind::send, [](SendDescriptor& work) { work.address = ~std::uint64_t{0} - 5; });
  make(WorkKind::send, [](SendDescriptor& work) { work.flags = 2; });
  make(WorkKind::put, [](SendDescriptor& work) { work.destination = 17; });
  make(WorkKind::put, [](SendDescriptor& work) { work.remote_address = ~std::uint64_t{0} - 5; });
  make(WorkKind::get, [](SendDescriptor& work) { work.remote_address = ~std::uint64_t{0} - 5; });
  make(WorkKind::signal, [](SendDescriptor& work) { work.signal_address = 4; });
  make(WorkKind::put_with_signal, [](SendDescriptor& work) { work.signal_address = 1; });
  make(WorkKind::fence, [](SendDescriptor& work) { work.destination = 0; });
  make(static_cast<WorkKind>(6), [](SendDescriptor& /*work*/) {});
  make(static_cast<WorkKind>(0xFFFF), [](SendDescriptor& /*work*/) {});
  std::uint64_t number = 0;
  for (SendDescriptor& work : bad) {
    work.message = number++;
    net[0].driver.post(work);
  }
  net[0].driver.post(request(WorkKind::put, 100, 99));
  run_for(Picoseconds(kLong));
  REQUIRE(net[0].completions.size() == bad.size() + 1);
  std::size_t refused = 0;
  for (const Completion& done : net[0].completions) {
    if (done.message != 99) {
      CHECK(done.status == CompletionStatus::bad_descriptor);
      ++refused;
    } else {
      CHECK(done.status == CompletionStatus::ok);
    }
  }
  CHECK(refused == bad.size());
  CHECK(net.balances());
}

TEST_CASE("whatever a descriptor says, it completes and the bytes balance") {
  CHECK(rc::check("random descriptors", [] {
    NetMake make;
    make.longest_train = *rc::gen::inRange<std::int64_t>(1, 4);
    NicNet net(make);
    const int count = *rc::gen::inRange(1, 12);
    for (int i = 0; i < count; ++i) {
      SendDescriptor work;
      work.kind = static_cast<WorkKind>(*rc::gen::inRange(0, 8));
      work.flags = static_cast<std::uint16_t>(*rc::gen::inRange(0, 3));
      work.destination = *rc::gen::element(0U, 1U, 2U, 900'000U, kAllPeers);
      work.bytes = *rc::gen::element<std::uint64_t>(0, 1, 627, 628, 629, 4'000, kLongestMessage + 1,
                                                    ~std::uint64_t{0});
      work.address = *rc::gen::element<std::uint64_t>(0, 77, 0x1'0000, ~std::uint64_t{0});
      work.remote_address = *rc::gen::element<std::uint64_t>(0, 0x5'0001, ~std::uint64_t{0});
      work.signal_address = *rc::gen::element<std::uint64_t>(0, 8, 9, ~std::uint64_t{0} - 7);
      work.message = static_cast<std::uint64_t>(i);
      net[0].driver.post(work);
    }
    run_for(Picoseconds(kLong));
    RC_ASSERT(net[0].completions.size() == static_cast<std::size_t>(count));
    RC_ASSERT(net.balances());
  }));
}

TEST_CASE("a full completion ring holds completions back until software has taken some") {
  NicBench bench;
  // Software of its own: a ring of two, and nobody looks.
  bench.driver.start();
  bench.nic.on_interrupt([] {});
  bench.driver.to_nic.write_word<std::uint64_t>(0x30, 2);
  for (int i = 0; i < 5; ++i) {
    bench.driver.post(bench.message(0, 8));
  }
  run_for(Picoseconds(100'000'000));
  const auto read = [&](std::uint64_t address) {
    std::uint64_t value = 0;
    bench.driver.to_nic.read(address, &value, sizeof value);
    return value;
  };
  const std::uint64_t ring = read(0x28);
  const auto message_in = [&](std::uint64_t slot) {
    Completion done;
    bench.driver.to_memory.read(ring + slot * sizeof done, &done, sizeof done);
    return done.message;
  };
  CHECK(bench.catcher.frames.size() == 5);
  CHECK(read(0x38) == 2);
  CHECK(message_in(0) == 0);
  CHECK(message_in(1) == 1);
  bench.driver.to_nic.write_word<std::uint64_t>(0x48, 1);
  CHECK(read(0x38) == 3);
  CHECK(message_in(0) == 2);
  CHECK(message_in(1) == 1);
  bench.driver.to_nic.write_word<std::uint64_t>(0x48, 3);
  CHECK(read(0x38) == 5);
  CHECK(message_in(1) == 3);
  CHECK(message_in(0) == 4);
  // More cannot be taken than was written, nor put back.
  for (const std::uint64_t head : {6U, 2U}) {
    CHECK_THROWS_WITH(bench.driver.to_nic.write_word<std::uint64_t>(0x48, head),
                      Catch::Contains("TLM_COMMAND_ERROR_RESPONSE"));
  }
}

/// Loses the `which`-th frame of the wire.
void lose_one(NicNet& net, int which) {
  net[0].wires[0]->lose(
      [seen = 0, which](const Frame& /*frame*/) mutable { return seen++ == which; });
}

TEST_CASE("a put that lost a frame is reported as lost, and its landing is free again") {
  for (const int which : {0, 1, 2}) {
    NicNet net;
    lose_one(net, which);
    net[0].driver.post(request(WorkKind::put, 1'500, 0));
    net[0].driver.post(request(WorkKind::put, 1'500, 1));
    run_for(Picoseconds(kLong));
    REQUIRE(net[0].completions.size() == 2);
    CHECK(net[0].completions[0].status == CompletionStatus::lost);
    CHECK(net[0].completions[1].status == CompletionStatus::ok);
    // Asked three times, and waited for after each.
    CHECK(net[0].at[0] ==
          static_cast<std::int64_t>(net[0].completions[0].last_bit_ps) + 4 * 100'000'000);
    net[0].driver.post(request(WorkKind::put, 100, 2));
    run_for(Picoseconds(kLong));
    std::uint64_t landings = 1;
    net[1].driver.to_nic.read(0x58, &landings, sizeof landings);
    CHECK(landings == 0);
    CHECK(net[1].nic.bytes().from(base::RankId{0}).lost_messages == 1);
    CHECK(net.balances());
  }
}

TEST_CASE("a signal whose put is lost is not given, whoever keeps the order") {
  const NicOrdering ordering = GENERATE(NicOrdering::proxy_drain, NicOrdering::nic_fence);
  const NicDelivery delivery = GENERATE(NicDelivery::in_order, NicDelivery::unordered);
  for (const int which : {0, 2}) {
    NetMake make;
    make.nic.ordering = ordering;
    make.nic.delivery = delivery;
    NicNet net(make);
    lose_one(net, which);
    net[0].driver.post(request(WorkKind::put_with_signal, 1'500, 0));
    net[0].driver.post(request(WorkKind::put, 10, 1));
    run_for(Picoseconds(kLong));
    net[0].driver.post(request(WorkKind::put, 10, 2));
    run_for(Picoseconds(kLong));
    REQUIRE(net[0].completions.size() == 3);
    CHECK(net[0].completions[0].message == 0);
    CHECK(net[0].completions[0].kind == CompletionKind::put);
    CHECK(net[0].completions[0].status == CompletionStatus::lost);
    CHECK(net[1].word() == 0);
    CHECK(net.balances());
  }
}

TEST_CASE("a lost signal is reported, and a signal behind it is given") {
  NicNet net;
  lose_one(net, 0);
  net[0].driver.post(request(WorkKind::signal, 0, 0));
  net[0].driver.post(request(WorkKind::signal, 0, 1));
  run_for(Picoseconds(kLong));
  REQUIRE(net[0].completions.size() == 2);
  CHECK(net[0].completions[0].status == CompletionStatus::lost);
  CHECK(net[0].completions[1].status == CompletionStatus::ok);
  CHECK(net[1].word() == 1);
}

TEST_CASE("a get whose request or answer is lost is reported as lost") {
  const bool request_lost = GENERATE(true, false);
  NicNet net;
  net[request_lost ? 0 : 1].wires[0]->lose(
      [](const Frame& frame) { return frame.offset == base::Bytes(0); });
  net[0].driver.post(request(WorkKind::get, 1'500));
  run_for(Picoseconds(kLong));
  REQUIRE(net[0].completions.size() == 1);
  CHECK(net[0].completions[0].status == CompletionStatus::lost);
  CHECK(net[0].completions[0].kind == CompletionKind::got);
  CHECK(net.balances());
}

TEST_CASE("lost acknowledgements are asked for again; without any, all is reported as lost") {
  NetMake make;
  make.sideband.loss = 0.3;
  make.nic.inquiries = 20;
  {
    NicNet net(make);
    for (std::uint64_t i = 0; i < 40; ++i) {
      net[0].driver.post(request(i % 4 == 0 ? WorkKind::get : WorkKind::put_with_signal, 700, i));
    }
    run_for(Picoseconds(kLong));
    REQUIRE(net[0].completions.size() == 40);
    for (const Completion& done : net[0].completions) {
      CHECK(done.status == CompletionStatus::ok);
    }
    CHECK(net.sideband.lost() > 10);
    CHECK(net[1].word() == 30);
    CHECK(net.balances());
  }
  make.sideband.loss = 1.0;
  make.nic.inquiries = 2;
  NicNet deaf(make);
  deaf[0].driver.post(request(WorkKind::put_with_signal, 700));
  run_for(Picoseconds(kLong));
  REQUIRE(deaf[0].completions.size() == 1);
  CHECK(deaf[0].completions[0].status == CompletionStatus::lost);
}

TEST_CASE("sends that lost a frame are reported when software flushes") {
  NicNet net;
  lose_one(net, 1);
  net[0].driver.post(request(WorkKind::send, 1'500, 4));
  net[0].driver.post(request(WorkKind::send, 1'500, 5));
  run_for(Picoseconds(kLong));
  REQUIRE(net[1].completions.size() == 1);
  net[1].driver.flush_landings();
  run_for(Picoseconds(kLong));
  REQUIRE(net[1].completions.size() == 2);
  CHECK(net[1].completions[1].message == 4);
  CHECK(net[1].completions[1].status == CompletionStatus::lost);
  CHECK(net[1].completions[1].peer == 0);
  CHECK(net.balances());
}

TEST_CASE("landings are bounded: the one that has waited longest is reported as lost") {
  NetMake make;
  make.nic.landings = 3;
  NicNet net(make);
  // Of every message the last frame is lost.
  net[0].wires[0]->lose([](const Frame& frame) { return frame.offset.count() > 0; });
  for (std::uint64_t i = 0; i < 10; ++i) {
    net[0].driver.post(request(WorkKind::send, 1'000, i));
  }
  run_for(Picoseconds(kLong));
  REQUIRE(net[1].completions.size() == 7);
  for (std::uint64_t i = 0; i < 7; ++i) {
    CHECK(net[1].completions[i].message == i);
    CHECK(net[1].completions[i].status == CompletionStatus::lost);
  }
  std::uint64_t landings = 0;
  net[1].driver.to_nic.read(0x58, &landings, sizeof landings);
  CHECK(landings == 3);
  CHECK(net.balances());
}

TEST_CASE("with several ports a lost send is reported, and those behind it are told in order") {
  NetMake make;
  make.nic.ports = 2;
  NicNet net(make);
  lose_one(net, 0);
  for (std::uint64_t i = 0; i < 5; ++i) {
    net[0].driver.post(request(WorkKind::send, 1'500, i));
  }
  run_for(Picoseconds(kLong));
  REQUIRE(net[1].completions.size() == 5);
  for (std::uint64_t i = 0; i < 5; ++i) {
    CHECK(net[1].completions[i].message == i);
    CHECK(net[1].completions[i].status == (i == 0 ? CompletionStatus::lost : CompletionStatus::ok));
  }
}

TEST_CASE("whatever is lost, every request completes and the bytes balance") {
  CHECK(rc::check("random losses", [] {
    NetMake make;
    make.nodes = 3;
    make.nic.ports = *rc::gen::inRange(1, 3);
    make.nic.inquiries = 2;
    make.longest_train = *rc::gen::inRange<std::int64_t>(1, 5);
    make.nic.ordering =
        *rc::gen::element(NicOrdering::proxy_drain, NicOrdering::nic_fence, NicOrdering::unordered);
    make.nic.delivery = *rc::gen::element(NicDelivery::in_order, NicDelivery::unordered);
    make.sideband.loss = *rc::gen::element(0.0, 0.2);
    const int percent = *rc::gen::element(0, 5, 40);
    const int seed = *rc::gen::inRange(0, 10'000);
    NicNet net(make);
    base::RandomStream random(static_cast<std::uint64_t>(seed), "losses");
    for (auto& node : net.nodes) {
      for (auto& wire : node->wires) {
        wire->lose([&](const Frame& /*frame*/) { return random.uniform() * 100.0 < percent; });
      }
    }
    const std::size_t requests = 12;
    std::uint32_t signals = 0;
    for (std::uint64_t i = 0; i < requests; ++i) {
      SendDescriptor work = request(static_cast<WorkKind>(*rc::gen::inRange(1, 6)),
                                    *rc::gen::inRange<std::uint64_t>(0, 3'000), i);
      work.destination = 1 + static_cast<std::uint32_t>(i % 2);
      net[0].driver.post(work);
    }
    run_for(Picoseconds(20 * kLong));
    RC_ASSERT(net[0].completions.size() == requests);
    for (const Completion& done : net[0].completions) {
      signals += done.kind == CompletionKind::signalled && done.status == CompletionStatus::ok;
      RC_ASSERT(percent > 0 || make.sideband.loss > 0.0 || done.status == CompletionStatus::ok);
    }
    RC_ASSERT(net[1].word() + net[2].word() >= signals);
    RC_ASSERT(net.balances());
  }));
}

}  // namespace
}  // namespace heliograph::systemc::test
