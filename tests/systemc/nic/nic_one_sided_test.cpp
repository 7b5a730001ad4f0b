// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/nic/nic_net.hpp"

namespace heliograph::systemc::test {
namespace {

using base::Picoseconds;

constexpr std::int64_t kLong = 100'000'000'000;
// As the fixture's memory, register, pipeline, transmitter, wire and sideband have it.
constexpr std::int64_t kStart = 1'000;
constexpr std::int64_t kFirstBit = kStart + 100'000 + 300'000 + 50'000 + 300'000 + 20'000;
constexpr std::int64_t kMemory = 300'000;
constexpr std::int64_t kFlight = 10'000;
constexpr std::int64_t kNote = 1'000'000;

TEST_CASE("a put is in the far memory, and complete when that has been said: to the picosecond") {
  NicNet net;
  net[0].fill(0x10'0000, 2'000, 3);
  SendDescriptor work = request(WorkKind::put, 2'000, 5);
  work.cookie = 77;
  net[0].driver.post(work);
  run_for(Picoseconds(kLong));
  CHECK(net[1].read(0x20'0000, 2'000) == net[0].read(0x10'0000, 2'000));
  CHECK(net[1].completions.empty());
  REQUIRE(net[0].completions.size() == 1);
  const Completion& done = net[0].completions[0];
  CHECK(done.kind == CompletionKind::put);
  CHECK(done.status == CompletionStatus::ok);
  CHECK(done.peer == 1);
  CHECK(done.cookie == 77);
  CHECK(done.message == 5);
  CHECK(done.bytes == 2'000);
  CHECK(done.first_bit_ps == kFirstBit);
  CHECK(done.last_bit_ps == kFirstBit + 4 * NicNet::kFrameTime);
  CHECK(net[0].at[0] == kFirstBit + 4 * NicNet::kFrameTime + kFlight + kMemory + kNote);
  CHECK(net.balances());
}

TEST_CASE("a get brings the peer's bytes: to the picosecond") {
  NicNet net;
  net[1].fill(0x20'0000, 1'500, 9);
  net[0].driver.post(request(WorkKind::get, 1'500));
  run_for(Picoseconds(kLong));
  CHECK(net[0].read(0x10'0000, 1'500) == net[1].read(0x20'0000, 1'500));
  CHECK(net[1].completions.empty());
  REQUIRE(net[0].completions.size() == 1);
  CHECK(net[0].completions[0].kind == CompletionKind::got);
  CHECK(net[0].completions[0].status == CompletionStatus::ok);
  // A request reads no payload; the answer's pipeline and first read, three frames, the write.
  const std::int64_t asked = kFirstBit - kMemory + NicNet::kFrameTime + kFlight;
  CHECK(net[0].at[0] ==
        asked + 50'000 + kMemory + 20'000 + 3 * NicNet::kFrameTime + kFlight + kMemory);
  CHECK(net.balances());
}

TEST_CASE("a signal adds to the peer's word, and tells whoever listens") {
  NicNet net;
  std::uint64_t told = 0;
  net[1].nic.on_signal([&](base::RankId source, std::uint64_t address) {
    CHECK(source == base::RankId{0});
    CHECK(address == NicNet::kWord);
    ++told;
  });
  SendDescriptor work = request(WorkKind::signal, 0);
  for (std::uint32_t value : {5U, 7U, 0xFFFF'FFFFU}) {
    work.signal_value = value;
    net[0].driver.post(work);
  }
  run_for(Picoseconds(kLong));
  CHECK(net[1].word() == 12ULL + 0xFFFF'FFFFULL);
  CHECK(told == 3);
  REQUIRE(net[0].completions.size() == 3);
  CHECK(net[0].completions[0].kind == CompletionKind::signalled);
  // Read, added, written.
  CHECK(net[0].at[0] == kFirstBit - kMemory + NicNet::kFrameTime + kFlight + 2 * kMemory + kNote);
  CHECK(net.balances());
}

TEST_CASE("requests of no bytes complete like others") {
  NicNet net;
  for (const WorkKind kind :
       {WorkKind::send, WorkKind::put, WorkKind::get, WorkKind::put_with_signal}) {
    net[0].driver.post(request(kind, 0));
  }
  run_for(Picoseconds(kLong));
  REQUIRE(net[0].completions.size() == 4);
  for (const Completion& done : net[0].completions) {
    CHECK(done.status == CompletionStatus::ok);
  }
  CHECK(net[1].completions.size() == 1);
  CHECK(net[1].word() == 1);
  CHECK(net.balances());
}

TEST_CASE("a fence completes when all before it is acknowledged, and what follows waits for it") {
  NicNet net;
  net[0].driver.post(request(WorkKind::put, 3 * NicNet::kPayload, 1));
  net[0].driver.post(request(WorkKind::fence, 0, 2));
  net[0].driver.post(request(WorkKind::put, 8, 3));
  run_for(Picoseconds(kLong));
  REQUIRE(net[0].completions.size() == 3);
  const std::int64_t put_done = kFirstBit + 3 * NicNet::kFrameTime + kFlight + kMemory + kNote;
  CHECK(net[0].at[0] == put_done);
  CHECK(net[0].completions[1].kind == CompletionKind::fenced);
  CHECK(net[0].at[1] == put_done);
  CHECK(net[0].completions[2].first_bit_ps == put_done);
}

TEST_CASE("a fence with nobody before it, to all, or to a peer completes at once") {
  NicNet net;
  SendDescriptor fence = request(WorkKind::fence, 0);
  fence.destination = GENERATE(1U, kAllPeers);
  net[0].driver.post(fence);
  run_for(Picoseconds(kLong));
  REQUIRE(net[0].completions.size() == 1);
  CHECK(net[0].completions[0].kind == CompletionKind::fenced);
}

TEST_CASE("a fence over all peers waits for each of them") {
  NetMake make;
  make.nodes = 4;
  NicNet net(make);
  for (std::uint32_t peer = 1; peer < 4; ++peer) {
    SendDescriptor put = request(WorkKind::put, 1'000 * peer, peer);
    put.destination = peer;
    net[0].driver.post(put);
  }
  SendDescriptor fence = request(WorkKind::fence, 0);
  fence.destination = kAllPeers;
  net[0].driver.post(fence);
  run_for(Picoseconds(kLong));
  REQUIRE(net[0].completions.size() == 4);
  CHECK(net[0].completions[3].kind == CompletionKind::fenced);
  CHECK(net[0].at[3] == net[0].at[2]);
}

/// A put with signal whose put's last frame is slow to reach memory: was the data there?
bool data_before_signal(NicNet& net, std::uint64_t bytes) {
  bool there = true;
  net[0].fill(0x10'0000, bytes, 1);
  net[1].nic.on_signal([&](base::RankId /*source*/, std::uint64_t /*address*/) {
    there = there && net[1].read(0x20'0000, bytes) == net[0].read(0x10'0000, bytes);
  });
  net[0].driver.post(request(WorkKind::put_with_signal, bytes));
  run_for(Picoseconds(kLong));
  CHECK(net[1].word() == 1);
  return there;
}

TEST_CASE("a put with signal is complete after its signal, with any ordering") {
  NetMake make;
  make.nic.ordering =
      GENERATE(NicOrdering::proxy_drain, NicOrdering::nic_fence, NicOrdering::unordered);
  make.nic.delivery = GENERATE(NicDelivery::in_order, NicDelivery::unordered);
  NicNet net(make);
  CHECK(data_before_signal(net, 5'000));
  REQUIRE(net[0].completions.size() == 1);
  CHECK(net[0].completions[0].kind == CompletionKind::put);
  CHECK(net[0].completions[0].bytes == 5'000);
  CHECK(net[0].completions[0].status == CompletionStatus::ok);
  CHECK(net.balances());
}

/// First bit of the signal's frame over the last bit of its put.
std::int64_t signal_gap(NicOrdering ordering, NicDelivery delivery) {
  NetMake make;
  make.nic.ordering = ordering;
  make.nic.delivery = delivery;
  NicNet net(make);
  std::int64_t put_end = 0;
  std::int64_t signal_start = 0;
  net[0].wires[0]->lose([&](const Frame& frame) {
    if (frame.header.op == MessageOp::put) {
      put_end = frame.last_bit.count();
    } else {
      signal_start = frame.first_bit.count();
    }
    return false;
  });
  net[0].driver.post(request(WorkKind::put_with_signal, 2'000));
  run_for(Picoseconds(kLong));
  return signal_start - put_end;
}

TEST_CASE("what a signal costs after its put, by who keeps the order: in closed form") {
  const std::int64_t round_trip = kFlight + kMemory + kNote;
  // The receiving NIC keeps the order of one path, or nobody does.
  CHECK(signal_gap(NicOrdering::nic_fence, NicDelivery::in_order) == 0);
  CHECK(signal_gap(NicOrdering::unordered, NicDelivery::unordered) == 0);
  // The sending NIC waits for the acknowledgement.
  CHECK(signal_gap(NicOrdering::nic_fence, NicDelivery::unordered) == round_trip);
  // The proxy does, then takes its time for the request, and the NIC its own to fetch it.
  CHECK(signal_gap(NicOrdering::proxy_drain, NicDelivery::in_order) ==
        round_trip + 200'000 + 100'000 + kMemory + 50'000 + 20'000);
}

TEST_CASE("without order a signal may overtake its data, with it never") {
  for (const NicOrdering ordering : {NicOrdering::unordered, NicOrdering::nic_fence}) {
    NetMake make;
    make.nic.ordering = ordering;
    make.nic.ports = 2;
    NicNet net(make);
    // The second port's way is short: the signal takes it while the put is on the long one.
    net[0].wires[0]->set_flight(Picoseconds(5'000'000));
    CHECK(data_before_signal(net, NicNet::kPayload) == (ordering == NicOrdering::nic_fence));
  }
}

TEST_CASE("requests to one peer complete in their order, whatever they are") {
  NicNet net;
  const WorkKind kinds[] = {WorkKind::get,
                            WorkKind::send,
                            WorkKind::put,
                            WorkKind::signal,
                            WorkKind::send,
                            WorkKind::get,
                            WorkKind::put_with_signal,
                            WorkKind::fence};
  std::uint64_t number = 0;
  for (const WorkKind kind : kinds) {
    net[0].driver.post(request(kind, 700, number++));
  }
  run_for(Picoseconds(kLong));
  REQUIRE(net[0].completions.size() == number);
  for (std::uint64_t i = 0; i < number; ++i) {
    CHECK(net[0].completions[i].message == i);
  }
}

}  // namespace
}  // namespace heliograph::systemc::test
