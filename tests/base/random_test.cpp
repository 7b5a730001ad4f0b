// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace heliograph::base {
namespace {

constexpr int kDraws = 200'000;

struct Moments {
  double mean = 0.0;
  double variance = 0.0;
};

template <class Draw>
Moments moments(Draw draw) {
  double sum = 0.0;
  double squares = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = draw();
    sum += x;
    squares += x * x;
  }
  const double mean = sum / kDraws;
  return {mean, squares / kDraws - mean * mean};
}

TEST_CASE("a stream is its seed and its name, and nothing else") {
  RandomStream a(7, "link/0");
  RandomStream same(7, "link/0");
  RandomStream other_name(7, "link/1");
  RandomStream other_seed(8, "link/0");
  int equal_name = 0;
  int equal_seed = 0;
  for (int i = 0; i < 1000; ++i) {
    const double x = a.uniform();
    CHECK(x == same.uniform());
    equal_name += x == other_name.uniform() ? 1 : 0;
    equal_seed += x == other_seed.uniform() ? 1 : 0;
  }
  CHECK(equal_name == 0);
  CHECK(equal_seed == 0);
}

TEST_CASE("all 64 bits of the seed count") {
  RandomStream low(1, "x");
  RandomStream high(1 + (std::uint64_t{1} << 32), "x");
  CHECK(low.uniform() != high.uniform());
}

TEST_CASE("streams keep their numbers from build to build") {
  // Known values: a change here changes every result that draws a number.
  RandomStream stream(kDefaultSeed, "golden");
  const std::vector<double> expected{0.063926973125979836, 0.15983600214157967,
                                     0.28550175210347029};
  for (const double value : expected) {
    CHECK(stream.uniform() == value);
  }
}

TEST_CASE("uniform numbers fill [0, 1)") {
  RandomStream stream(1, "uniform");
  double least = 1.0;
  double most = 0.0;
  const Moments m = moments([&] {
    const double x = stream.uniform();
    least = std::min(least, x);
    most = std::max(most, x);
    return x;
  });
  CHECK(least >= 0.0);
  CHECK(most < 1.0);
  CHECK(least < 1e-4);
  CHECK(most > 1.0 - 1e-4);
  // Five deviations of the estimates.
  CHECK(m.mean == Approx(0.5).margin(5.0 * std::sqrt(1.0 / 12.0 / kDraws)));
  CHECK(m.variance == Approx(1.0 / 12.0).margin(5.0 * std::sqrt(1.0 / 180.0 / kDraws)));
}

TEST_CASE("exponential numbers have mean and variance 1") {
  RandomStream stream(1, "exponential");
  const Moments m = moments([&] {
    const double x = stream.exponential();
    REQUIRE(x >= 0.0);
    REQUIRE(std::isfinite(x));
    return x;
  });
  CHECK(m.mean == Approx(1.0).margin(5.0 / std::sqrt(kDraws)));
  CHECK(m.variance == Approx(1.0).margin(5.0 * std::sqrt(8.0 / kDraws)));
}

TEST_CASE("normal numbers have mean 0 and variance 1") {
  RandomStream stream(1, "normal");
  int beyond_two = 0;
  const Moments m = moments([&] {
    const double x = stream.normal();
    REQUIRE(std::isfinite(x));
    beyond_two += std::abs(x) > 2.0 ? 1 : 0;
    return x;
  });
  CHECK(m.mean == Approx(0.0).margin(5.0 / std::sqrt(kDraws)));
  CHECK(m.variance == Approx(1.0).margin(5.0 * std::sqrt(2.0 / kDraws)));
  const double tail = std::erfc(2.0 / std::sqrt(2.0));
  CHECK(beyond_two / static_cast<double>(kDraws) ==
        Approx(tail).margin(5.0 * std::sqrt(tail * (1.0 - tail) / kDraws)));
}

TEST_CASE("streams of neighbouring names are not correlated") {
  RandomStream a(1, "loss/receiver/0");
  RandomStream b(1, "loss/receiver/1");
  double product = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    product += (a.uniform() - 0.5) * (b.uniform() - 0.5);
  }
  CHECK(product / kDraws == Approx(0.0).margin(5.0 / 12.0 / std::sqrt(kDraws)));
}

}  // namespace
}  // namespace heliograph::base
