// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <array>

#include "tests/systemc/nic/nic_net.hpp"

namespace heliograph::systemc::test {
namespace {

using base::Picoseconds;

constexpr std::int64_t kLong = 100'000'000'000;

SendDescriptor send_to(std::uint32_t peer, std::uint64_t bytes, std::uint64_t message) {
  SendDescriptor work = request(WorkKind::send, bytes, message);
  work.destination = peer;
  return work;
}

TEST_CASE("messages to a peer without a circuit wait, and nobody waits behind them") {
  NetMake make;
  make.nodes = 3;
  NicNet net(make);
  net[0].driver.set_circuit(2);
  net[0].driver.post(send_to(1, 5'000, 0));
  net[0].driver.post(send_to(2, 5'000, 0));
  run_until(Picoseconds(50'000'000));
  CHECK(net[2].completions.size() == 1);
  CHECK(net[1].completions.empty());
  CHECK(net[0].nic.waiting(base::RankId{1}) == base::Bytes(5'000));
  net[0].driver.set_circuit(kNoCircuit);
  net[0].driver.post(send_to(2, 5'000, 1));
  run_until(Picoseconds(100'000'000));
  CHECK(net[0].completions.size() == 1);
  net[0].driver.set_circuit(1);
  run_until(Picoseconds(150'000'000));
  CHECK(net[1].completions.size() == 1);
  CHECK(net[2].completions.size() == 1);
  net[0].driver.set_circuit(kUngated);
  run_until(Picoseconds(200'000'000));
  CHECK(net[2].completions.size() == 2);
  CHECK(net.balances());
}

TEST_CASE(
    "a message whose circuit goes in its middle goes on when it is back, the other meanwhile") {
  NetMake make;
  make.nodes = 3;
  make.longest_train = GENERATE(1, 7);
  NicNet net(make);
  net[0].fill(0x10'0000, 100 * NicNet::kPayload, 5);
  net[0].driver.post(send_to(1, 100 * NicNet::kPayload, 0));
  net[0].driver.post(send_to(2, 100 * NicNet::kPayload, 0));
  run_until(Picoseconds(800'000 + 30 * NicNet::kFrameTime));
  net[0].driver.set_circuit(2);
  run_until(Picoseconds(20'000'000));
  CHECK(net[2].completions.size() == 1);
  CHECK(net[1].completions.empty());
  net[0].driver.set_circuit(1);
  run_until(Picoseconds(40'000'000));
  REQUIRE(net[1].completions.size() == 1);
  CHECK(net[1].read(net[1].completions[0].address, 100 * NicNet::kPayload) ==
        net[0].read(0x10'0000, 100 * NicNet::kPayload));
  CHECK(net.balances());
}

TEST_CASE("a fence to one peer holds up no other") {
  NetMake make;
  make.nodes = 3;
  make.sideband.delay = Picoseconds(1'000'000'000);
  make.nic.acknowledge_timeout = Picoseconds(10'000'000'000);
  NicNet net(make);
  net[0].driver.post(request(WorkKind::put, 100));
  net[0].driver.post(request(WorkKind::fence, 0));
  net[0].driver.post(send_to(1, 100, 0));
  net[0].driver.post(send_to(2, 100, 0));
  run_until(Picoseconds(20'000'000));
  CHECK(net[2].completions.size() == 1);
  CHECK(net[1].completions.empty());
  run_for(Picoseconds(2'000'000'000));
  CHECK(net[1].completions.size() == 1);
}

TEST_CASE("a port that is told to stop ends what it has begun, and says when it is quiet") {
  NicNet net;
  net[0].driver.post(request(WorkKind::put, 50 * NicNet::kPayload, 0));
  net[0].driver.post(request(WorkKind::put, 50 * NicNet::kPayload, 1));
  run_until(Picoseconds(800'000 + 10 * NicNet::kFrameTime));
  net[0].driver.quiesce();
  CHECK_FALSE(net[0].driver.quiet());
  run_until(Picoseconds(50'000'000));
  CHECK(net[0].driver.quiet());
  REQUIRE(net[0].completions.size() == 2);
  CHECK(net[0].completions[0].message == 0);
  CHECK(net[0].completions[1].kind == CompletionKind::quiet);
  CHECK(net[0].completions[1].peer == 0);
  CHECK(net[0].at[1] == net[0].at[0]);
  CHECK(net[0].nic.waiting(base::RankId{1}) == base::Bytes(50 * NicNet::kPayload));
  net[0].driver.resume();
  CHECK_FALSE(net[0].driver.quiet());
  run_until(Picoseconds(100'000'000));
  REQUIRE(net[0].completions.size() == 3);
  CHECK(net[0].completions[2].message == 1);
  CHECK(net.balances());
}

TEST_CASE("an idle port is quiet at once, and only when it was told to stop") {
  NicNet net;
  CHECK_FALSE(net[0].driver.quiet());
  net[0].driver.quiesce();
  CHECK(net[0].driver.quiet());
  run_for(Picoseconds(1'000'000));
  CHECK(net[0].completions.size() == 1);
}

TEST_CASE("circuits that are switched only while their ports are quiet lose nothing") {
  NetMake make;
  make.nodes = 4;
  make.longest_train = GENERATE(1, 5);
  NicNet net(make);
  // Light to another rank than the circuit's is lost.
  std::uint32_t reached = 1;
  std::int64_t dark_until = 0;
  net[0].wires[0]->lose([&](const Frame& frame) {
    return base::index(frame.destination) != reached || now().count() < dark_until;
  });
  net[0].driver.set_circuit(1);
  std::vector<int> done(4);
  net[0].on_completion = [&](const Completion& completion) {
    if (completion.kind != CompletionKind::quiet) {
      ++done[completion.peer];
      CHECK(completion.status == CompletionStatus::ok);
      return;
    }
    reached = reached % 3 + 1;
    dark_until = now().count() + 3'700'000;
  };
  for (std::uint32_t i = 0; i < 60; ++i) {
    SendDescriptor put = request(WorkKind::put, 3'000 + 100 * i, i);
    put.destination = i % 3 + 1;
    net[0].driver.post(put);
  }
  for (int change = 0; change < 30; ++change) {
    run_for(Picoseconds(10'000'000));
    net[0].driver.quiesce();
    run_for(Picoseconds(10'000'000));
    REQUIRE(net[0].driver.quiet());
    net[0].driver.set_circuit(reached);
    net[0].driver.resume();
  }
  CHECK(done == std::vector<int>{0, 20, 20, 20});
  CHECK(net[0].wires[0]->lost_payload() == base::Bytes(0));
  CHECK(net.balances());
}

TEST_CASE("several ports share a message, and it is whole and in order at the other end") {
  NetMake make;
  make.nic.ports = 4;
  make.nic.striping = NicStriping::ports;
  make.longest_train = GENERATE(1, 8);
  NicNet net(make);
  net[1].wires[0]->set_flight(Picoseconds(1));
  net[0].wires[1]->set_flight(Picoseconds(777'777));
  net[0].wires[2]->set_flight(Picoseconds(33));
  const std::uint64_t bytes = 1'000 * NicNet::kPayload + 5;
  net[0].fill(0x10'0000, bytes, 5);
  net[0].driver.post(send_to(1, bytes, 0));
  net[0].driver.post(send_to(1, 10, 1));
  run_for(Picoseconds(kLong));
  REQUIRE(net[1].completions.size() == 2);
  CHECK(net[1].completions[0].message == 0);
  CHECK(net[1].completions[1].message == 1);
  CHECK(net[1].read(net[1].completions[0].address, bytes) == net[0].read(0x10'0000, bytes));
  // A quarter of the time of one port.
  const auto time = static_cast<std::int64_t>(net[0].completions[0].last_bit_ps -
                                              net[0].completions[0].first_bit_ps);
  CHECK(time >= 251 * NicNet::kFrameTime - 8 * NicNet::kFrameTime);
  CHECK(time <= 251 * NicNet::kFrameTime + 8 * NicNet::kFrameTime);
  for (const auto& wire : net[0].wires) {
    CHECK(wire->frames() >= 240);
  }
  CHECK(net.balances());
}

TEST_CASE(
    "where ports lead to some peers only, messages go by the port of their peer, all at once") {
  NetMake make;
  make.nodes = 4;
  make.nic.ports = 2;
  NicNet net(make);
  net[0].nic.route([](base::RankId peer) { return std::size_t{base::index(peer) == 1 ? 0U : 1U}; });
  std::array<std::vector<std::size_t>, 2> to;
  for (std::size_t port = 0; port < 2; ++port) {
    net[0].wires[port]->lose([&to, port](const Frame& frame) {
      to[port].push_back(base::index(frame.destination));
      return false;
    });
  }
  for (const std::uint32_t peer : {2U, 1U, 3U}) {
    net[0].driver.post(send_to(peer, 20 * NicNet::kPayload, 0));
  }
  run_for(Picoseconds(kLong));
  CHECK(to[0] == std::vector<std::size_t>(20, 1));
  std::vector<std::size_t> others(20, 2);
  others.insert(others.end(), 20, 3);
  CHECK(to[1] == others);
  REQUIRE(net[0].completions.size() == 3);
  CHECK(net[0].completions[0].first_bit_ps == net[0].completions[1].first_bit_ps);
  CHECK(net.balances());
}

TEST_CASE("a driver that listens for quiet ports keeps them from its completions") {
  NetMake make;
  make.nic.ports = 2;
  NicNet net(make);
  std::vector<std::size_t> quiet;
  net[0].driver.on_quiet([&quiet](std::size_t port) { quiet.push_back(port); });
  net[0].driver.quiesce(1);
  run_for(Picoseconds(kLong));
  CHECK(quiet == std::vector<std::size_t>{1});
  CHECK(net[0].completions.empty());
  CHECK(net[0].driver.quiet(1));
  CHECK_FALSE(net[0].driver.quiet(0));
}

TEST_CASE("without striping each message keeps to one port, and messages complete in order") {
  NetMake make;
  make.nic.ports = 2;
  make.nic.striping = NicStriping::none;
  NicNet net(make);
  net[0].wires[0]->set_flight(Picoseconds(3'000'000));
  std::vector<std::vector<std::uint64_t>> seen(2);
  for (std::size_t port = 0; port < 2; ++port) {
    net[0].wires[port]->lose([&seen, port](const Frame& frame) {
      seen[port].push_back(frame.message);
      return false;
    });
  }
  for (std::uint64_t i = 0; i < 10; ++i) {
    net[0].driver.post(send_to(1, 20 * NicNet::kPayload, i));
  }
  run_for(Picoseconds(kLong));
  CHECK(seen[0].size() == 100);
  CHECK(seen[1].size() == 100);
  for (const std::uint64_t message : seen[0]) {
    CHECK(std::find(seen[1].begin(), seen[1].end(), message) == seen[1].end());
  }
  REQUIRE(net[1].completions.size() == 10);
  REQUIRE(net[0].completions.size() == 10);
  for (std::uint64_t i = 0; i < 10; ++i) {
    CHECK(net[1].completions[i].message == i);
    CHECK(net[0].completions[i].message == i);
  }
}

TEST_CASE("a port whose circuit goes leaves its message to the other port") {
  NetMake make;
  make.nic.ports = 2;
  make.nic.striping = GENERATE(NicStriping::none, NicStriping::ports);
  NicNet net(make);
  net[0].driver.set_circuit(1, 0);
  net[0].driver.set_circuit(kNoCircuit, 1);
  net[0].driver.post(send_to(1, 100 * NicNet::kPayload, 0));
  run_until(Picoseconds(800'000 + 30 * NicNet::kFrameTime));
  net[0].driver.set_circuit(kNoCircuit, 0);
  net[0].driver.set_circuit(1, 1);
  run_for(Picoseconds(kLong));
  CHECK(net[1].completions.size() == 1);
  CHECK(net[0].wires[0]->frames() + net[0].wires[1]->frames() == 100);
  CHECK(net[0].wires[1]->frames() > 60);
  CHECK(net.balances());
}

TEST_CASE("frames that come back from a train go out again: whatever is cut where") {
  CHECK(rc::check("the message is whole", [] {
    KernelContext kernel;
    FramePool pool;
    Memory memory("memory", Picoseconds(1));
    Nic nic("nic", base::RankId{2}, NicParameters(), Picoseconds(1),
            {base::Bytes(10), base::Bits(100)}, pool);
    NicDriver driver("driver");
    struct Outlet : FrameOutlet {
      void wake() override {}
    } outlet;
    nic.dma.bus.bind(memory.bus);
    driver.to_memory.bus.bind(memory.bus);
    driver.to_nic.bus.bind(nic.registers);
    nic.connect(outlet);
    std::size_t done = 0;
    nic.on_interrupt([&] { driver.interrupt(); });
    driver.on_completion([&](const Completion& /*completion*/) { ++done; });
    run_for(Picoseconds(1));
    driver.start();
    std::vector<std::int64_t> left;
    for (std::uint64_t message = 0; message < 3; ++message) {
      SendDescriptor work;
      work.bytes = *rc::gen::inRange<std::uint64_t>(0, 200);
      work.destination = 7;
      work.message = message;
      left.push_back(static_cast<std::int64_t>(work.bytes));
      driver.post(work);
    }
    run_for(Picoseconds(10'000'000));
    int calls = 0;
    while (Frame* frame = nic.next_frame(*rc::gen::inRange<std::int64_t>(1, 8))) {
      RC_ASSERT(++calls < 10'000);
      RC_ASSERT(frame->count >= 1);
      const std::int64_t gone = *rc::gen::inRange<std::int64_t>(calls % 2, frame->count + 1);
      RC_ASSERT(frame->header.settled >= 1U);
      left[frame->message] -= std::min(gone * 10, frame->payload.count());
      pool.release(*frame);
      nic.frames_left(gone);
    }
    RC_ASSERT(done == 3U);
    RC_ASSERT(left == std::vector<std::int64_t>(3));
    const SentBytes& sent = nic.bytes().to(base::RankId{7});
    RC_ASSERT(sent.left == sent.posted);
    RC_ASSERT(nic.waiting(base::RankId{7}).count() == 0);
  }));
}

}  // namespace
}  // namespace heliograph::systemc::test
