// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "systemc/link/loss_process.hpp"

namespace heliograph::systemc {
namespace {

std::vector<std::int64_t> losses(LossProcess& process, double p, std::int64_t frames) {
  std::vector<std::int64_t> lost;
  for (std::int64_t frame = 0; frame < frames; ++frame) {
    if (process.frame_is_lost(p)) {
      lost.push_back(frame);
    }
  }
  return lost;
}

TEST_CASE("certain frames are certain") {
  LossProcess process(1, "link");
  CHECK(losses(process, 0.0, 100'000).empty());
  CHECK(losses(process, 1.0, 1'000).size() == 1'000);
  CHECK(losses(process, 0.0, 100'000).empty());
}

TEST_CASE("certain frames draw no numbers, so that the others' fate does not depend on them") {
  LossProcess plain(1, "link");
  LossProcess disturbed(1, "link");
  for (int frame = 0; frame < 10'000; ++frame) {
    CHECK_FALSE(disturbed.frame_is_lost(0.0));
    CHECK(disturbed.frame_is_lost(1.0));
    REQUIRE(plain.frame_is_lost(0.01) == disturbed.frame_is_lost(0.01));
  }
}

TEST_CASE("a tiny probability loses next to nothing") {
  LossProcess process(1, "link");
  CHECK(losses(process, 1e-15, 1'000'000).empty());
  CHECK(losses(process, 1e-300, 1'000'000).empty());
}

TEST_CASE("frames are lost at their rate") {
  const double p = GENERATE(0.9, 0.5, 0.1, 1e-2, 1e-3);
  LossProcess process(1, "rate");
  constexpr std::int64_t kFrames = 1'000'000;
  const auto lost = static_cast<double>(losses(process, p, kFrames).size());
  // Five deviations of the binomial.
  CHECK(lost == Approx(p * kFrames).margin(5.0 * std::sqrt(p * (1.0 - p) * kFrames)));
}

TEST_CASE("losses come as if a number were drawn for each frame") {
  // The gaps between losses of a memoryless process are geometric: mean 1/p, variance (1-p)/p^2.
  constexpr double kP = 0.02;
  LossProcess process(3, "gaps");
  const auto lost = losses(process, kP, 2'000'000);
  double sum = 0.0;
  double squares = 0.0;
  for (std::size_t i = 1; i < lost.size(); ++i) {
    const auto gap = static_cast<double>(lost[i] - lost[i - 1]);
    sum += gap;
    squares += gap * gap;
  }
  const auto n = static_cast<double>(lost.size() - 1);
  const double variance = (1.0 - kP) / (kP * kP);
  CHECK(sum / n == Approx(1.0 / kP).margin(5.0 * std::sqrt(variance / n)));
  CHECK(squares / n - sum / n * sum / n == Approx(variance).epsilon(0.05));
}

TEST_CASE("frames of changing probability are each lost at their own rate") {
  LossProcess process(5, "mixed");
  constexpr std::int64_t kFrames = 500'000;
  double often = 0.0;
  double seldom = 0.0;
  for (std::int64_t frame = 0; frame < kFrames; ++frame) {
    often += process.frame_is_lost(0.3) ? 1.0 : 0.0;
    seldom += process.frame_is_lost(0.001) ? 1.0 : 0.0;
  }
  CHECK(often == Approx(0.3 * kFrames).margin(5.0 * std::sqrt(0.21 * kFrames)));
  CHECK(seldom == Approx(0.001 * kFrames).margin(5.0 * std::sqrt(0.001 * kFrames)));
}

TEST_CASE("losses are those of the seed and the link's name") {
  LossProcess a(1, "receiver/0");
  LossProcess same(1, "receiver/0");
  LossProcess other(1, "receiver/1");
  const auto expected = losses(a, 0.01, 100'000);
  CHECK(expected == losses(same, 0.01, 100'000));
  CHECK(expected != losses(other, 0.01, 100'000));
}

/// What a train computes: of equal frames, the first loss is the k-th, the least k with
/// k * e >= threshold, with e and the threshold in 64.64 fixed point.
TEST_CASE("k equal additions are k times one, so a train finds the same lost frames") {
  __extension__ using Fixed = unsigned __int128;
  const double p = GENERATE(0.3, 1e-2, 1e-4, 3.3e-5);
  constexpr std::int64_t kFrames = 1'000'000;
  LossProcess process(11, "train");
  const auto frame_by_frame = losses(process, p, kFrames);

  base::RandomStream random(11, "loss/train");
  const auto exposure = static_cast<Fixed>(std::ldexp(-std::log1p(-p), 64));
  std::vector<std::int64_t> closed_form;
  std::int64_t frame = -1;
  while (true) {
    const auto threshold = static_cast<Fixed>(std::ldexp(random.exponential(), 64));
    const auto k = static_cast<std::int64_t>((threshold + exposure - 1) / exposure);
    frame += k == 0 ? 1 : k;
    if (frame >= kFrames) {
      break;
    }
    closed_form.push_back(frame);
  }
  CHECK(frame_by_frame == closed_form);
}

TEST_CASE("the first lost frame of a train is the one that is lost frame by frame") {
  base::RandomStream random(7, "trains");
  LossProcess one_by_one(13, "link");
  LossProcess by_trains(13, "link");
  constexpr double kProbabilities[] = {0.0, 1e-300, 1e-18, 1e-6, 1e-3, 0.05, 0.5, 0.999999, 1.0};
  std::int64_t lost = 0;
  for (int train = 0; train < 20'000; ++train) {
    const auto draw = [&](int below) {
      return static_cast<std::int64_t>(random.uniform() * below);
    };
    const double p = kProbabilities[draw(9)];
    const std::int64_t frames = 1 + draw(40);
    // Perhaps not all frames that were asked about come.
    const std::int64_t come = 1 + draw(static_cast<int>(frames));
    const std::int64_t first = by_trains.first_lost(p, frames);
    for (std::int64_t frame = 0; frame < come; ++frame) {
      const bool expected = frame == first;
      REQUIRE(one_by_one.frame_is_lost(p) == expected);
      if (expected) {
        by_trains.pass(p, frame);
        REQUIRE(by_trains.frame_is_lost(p));
        ++lost;
        break;
      }
      if (frame + 1 == come) {
        by_trains.pass(p, come);
      }
    }
  }
  CHECK(lost > 5'000);
  CHECK(by_trains.first_lost(1e-12, std::int64_t{1} << 60) <= std::int64_t{1} << 60);
}

}  // namespace
}  // namespace heliograph::systemc
