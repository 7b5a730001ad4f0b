// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <rapidcheck.h>
#include <vector>

#include "tests/systemc/link/link_layer_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

using Fate = Wire::Fate;

constexpr std::int64_t kTimer = 3'000'000;

LinkLayerParameters go_back_n(int window = 256) {
  LinkLayerParameters parameters;
  parameters.retry = RetryKind::go_back_n;
  parameters.replay_window = window;
  parameters.replay_timer = base::Picoseconds(kTimer);
  parameters.replay_limit = 3;
  return parameters;
}

/// One credit a frame.
LinkLayerParameters credits(int own, int pool, int channels) {
  LinkLayerParameters parameters;
  parameters.flow_control = FlowControl::credits;
  parameters.credit = base::Bytes(640);
  parameters.channel_credits = own;
  parameters.pool_credits = pool;
  parameters.virtual_channels = channels;
  parameters.replay_timer = base::Picoseconds(kTimer);
  return parameters;
}

/// First bits of frames of which only `under_way` may be unanswered.
std::vector<std::int64_t> limited(std::size_t frames, std::size_t under_way) {
  std::vector<std::int64_t> first(frames);
  for (std::size_t k = 0; k < frames; ++k) {
    first[k] = k == 0 ? 0 : first[k - 1] + kFrame;
    if (k >= under_way) {
      first[k] = std::max(first[k], first[k - under_way] + kFrame + kAnswer);
    }
  }
  return first;
}

TEST_CASE("without losses the link layer costs no time, and all is acknowledged in the end") {
  LinkLayerBench bench(go_back_n());
  bench.send({100});
  CHECK(bench.sink.bytes == 100 * 628);
  CHECK(bench.sink.in_order);
  CHECK(bench.sink.last_available == 100 * kFrame + kFlight + kReceive);
  CHECK(bench.near.unacknowledged(base::RankId{1}) == 0);
  CHECK(bench.log.repeated == 0);
  CHECK(bench.pool.in_flight() == 0);
}

TEST_CASE("credits or a window below the bandwidth-delay product: one frame for each answer") {
  const int under_way = GENERATE(1, 2, 5, 17, 18, 19, 40);
  const bool by_credits = GENERATE(true, false);
  const bool with_retries = GENERATE(true, false);
  LinkLayerParameters parameters = by_credits ? credits(under_way, 0, 1) : go_back_n(under_way);
  if (with_retries) {
    parameters.retry = RetryKind::go_back_n;
  }
  LinkLayerBench bench(parameters);
  bench.send({60});
  CHECK(bench.wire.first_bits == limited(60, static_cast<std::size_t>(under_way)));
  const std::int64_t waited = bench.wire.first_bits.back() - 59 * kFrame;
  CHECK(bench.log.waited_for_credit == (by_credits ? waited : 0));
  CHECK(bench.log.waited_for_window == (by_credits ? 0 : waited));
}

TEST_CASE("a damaged frame, wherever it is, is sent again at the first boundary after the news") {
  const std::int64_t frames = 40;
  const std::int64_t lost = GENERATE(range(0, 40));
  LinkLayerBench bench(go_back_n());
  bench.wire.fate_of = [lost](std::size_t n) {
    return n == static_cast<std::size_t>(lost) ? Fate::is_damaged : Fate::arrives;
  };
  bench.send({frames});
  const std::int64_t news = (lost + 1) * kFrame + kAnswer;
  const std::int64_t boundary = (news + kFrame - 1) / kFrame * kFrame;
  const std::int64_t again = boundary <= frames * kFrame ? boundary : news;
  CHECK(bench.log.asked == std::vector<std::int64_t>{news});
  CHECK(bench.sink.bytes == frames * 628);
  CHECK(bench.sink.in_order);
  CHECK(bench.sink.last_available == again + (frames - lost) * kFrame + kFlight + kReceive);
  CHECK(bench.log.repeated == std::min(frames, again / kFrame) - lost);
  CHECK(bench.log.timeouts.empty());
}

TEST_CASE("a frame that vanishes is missed when the next one comes, the last one by the timer") {
  const std::int64_t frames = 12;
  const std::int64_t lost = GENERATE(0, 5, 10, 11);
  LinkLayerBench bench(go_back_n());
  bench.wire.fate_of = [lost](std::size_t n) {
    return n == static_cast<std::size_t>(lost) ? Fate::vanishes : Fate::arrives;
  };
  bench.send({frames});
  CHECK(bench.sink.in_order);
  if (lost + 1 < frames) {
    const std::int64_t news = (lost + 2) * kFrame + kAnswer;
    CHECK(bench.log.asked == std::vector<std::int64_t>{news});
    CHECK(bench.sink.last_available == news + (frames - lost) * kFrame + kFlight + kReceive);
  } else {
    const std::int64_t last_news = (frames - 1) * kFrame + kAnswer;
    CHECK(bench.log.timeouts == std::vector<std::int64_t>{last_news + kTimer});
    CHECK(bench.sink.last_available == last_news + kTimer + kFrame + kFlight + kReceive);
  }
}

TEST_CASE("a frame sent again that is lost again is asked for again") {
  LinkLayerBench bench(go_back_n());
  int lost = 0;
  bench.wire.fate_of = [&](std::size_t n) {
    const bool third = bench.wire.sequences[n] == 3;
    lost += third ? 1 : 0;
    return third && lost <= 3 ? Fate::vanishes : Fate::arrives;
  };
  bench.send({30});
  CHECK(bench.sink.bytes == 30 * 628);
  CHECK(bench.sink.in_order);
  CHECK(bench.log.asked.size() == 3);
  CHECK(bench.log.timeouts.empty());
}

TEST_CASE("a link that carries nothing is given up after its timers, and goes on when it can") {
  LinkLayerBench bench(go_back_n());
  bool dead = true;
  bench.wire.fate_of = [&](std::size_t) { return dead ? Fate::vanishes : Fate::arrives; };
  bench.send({5});
  CHECK(bench.log.timeouts.size() == 3);
  CHECK(bench.log.abandoned == 5);
  CHECK(bench.log.gave_up_at == 4 * kTimer);
  CHECK(bench.sink.bytes == 0);
  CHECK(bench.pool.in_flight() == 0);
  dead = false;
  bench.sink.bytes = 5 * 628;  // what comes next
  bench.send({7});
  CHECK(bench.sink.bytes == 12 * 628);
  CHECK(bench.sink.in_order);
  CHECK(bench.log.abandoned == 5);
}

TEST_CASE("a virtual channel without credits leaves the line to the others") {
  // Channel 0 has frames for longer than its credits; channel 1 goes between them.
  LinkLayerBench bench(credits(2, 0, 2));
  bench.send({4, 2});
  REQUIRE(bench.wire.first_bits.size() == 6);
  const std::int64_t answer = kFrame + kAnswer;
  CHECK(bench.wire.first_bits ==
        std::vector<std::int64_t>{0, kFrame, 2 * kFrame, 3 * kFrame, answer, answer + kFrame});
}

TEST_CASE("credits that were lost with their frames are found again after the timer") {
  LinkLayerBench bench(credits(3, 0, 1));
  bench.wire.fate_of = [](std::size_t n) { return n < 3 ? Fate::vanishes : Fate::arrives; };
  bench.send({8});
  CHECK(bench.wire.first_bits.size() == 8);
  CHECK(bench.sink.bytes == 5 * 628);
  CHECK(bench.wire.first_bits[3] >= kTimer);
  CHECK(bench.wire.first_bits[3] <= 2 * kTimer);
}

TEST_CASE("credit accounts: own credits first, then the pool, and a lost note is made good") {
  CreditAccount account(2, 2, 3);
  CHECK(account.available(0) == 5);
  account.use(0, 4);  // two of its own, two of the pool
  CHECK(account.available(0) == 1);
  CHECK(account.available(1) == 3);
  account.use(1, 3);
  CHECK(account.available(1) == 0);
  account.freed(0, 3);  // notes 1 and 2 were lost: this one says it all
  CHECK(account.outstanding(0) == 1);
  CHECK(account.available(0) == 3);
  account.freed(0, 1);  // late
  CHECK(account.outstanding(0) == 1);
}

TEST_CASE(
    "whatever is lost either way, all arrives once and in order, or is given up and said so") {
  CHECK(rc::check("random losses", [] {
    LinkLayerParameters parameters = go_back_n(*rc::gen::inRange(1, 40));
    parameters.replay_timer =
        base::Picoseconds(*rc::gen::inRange<std::int64_t>(600'000, 4'000'000));
    parameters.replay_limit = 1000;
    if (*rc::gen::arbitrary<bool>()) {
      parameters.flow_control = FlowControl::credits;
      parameters.credit = base::Bytes(*rc::gen::inRange<std::int64_t>(64, 641));
      parameters.channel_credits = *rc::gen::inRange(10, 40);
      parameters.pool_credits = *rc::gen::inRange(0, 40);
    }
    const double note_loss = *rc::gen::element(0.0, 0.1, 0.5);
    const std::int64_t percent = *rc::gen::inRange<std::int64_t>(0, 40);
    base::RandomStream random(*rc::gen::arbitrary<std::uint64_t>(), "losses");
    LinkLayerBench bench(parameters, note_loss, *rc::gen::arbitrary<std::uint64_t>());
    bench.wire.fate_of = [&](std::size_t) {
      if (random.uniform() * 100.0 >= static_cast<double>(percent)) {
        return Fate::arrives;
      }
      return random.uniform() < 0.5 ? Fate::vanishes : Fate::is_damaged;
    };
    const std::int64_t frames = *rc::gen::inRange<std::int64_t>(1, 120);
    bench.send({frames});
    RC_ASSERT(bench.sink.in_order);
    RC_ASSERT(bench.sink.bytes == frames * 628);
    RC_ASSERT(bench.near.unacknowledged(base::RankId{1}) == 0);
    RC_ASSERT(bench.log.abandoned == 0);
    RC_ASSERT(bench.pool.in_flight() == 0);
  }));
}

}  // namespace
}  // namespace heliograph::systemc::test
