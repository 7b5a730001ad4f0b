// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "systemc/accelerator/accelerator_parameters.hpp"
#include "systemc/accelerator/skew_parameters.hpp"

namespace heliograph::systemc {
namespace {

using base::BitRate;
using base::Picoseconds;

constexpr std::size_t kMany = 5'000;

double mean(const std::vector<Picoseconds>& values) {
  double sum = 0.0;
  for (const Picoseconds value : values) {
    sum += static_cast<double>(value.count());
  }
  return sum / static_cast<double>(values.size());
}

double deviation(const std::vector<Picoseconds>& values) {
  const double middle = mean(values);
  double sum = 0.0;
  for (const Picoseconds value : values) {
    sum += std::pow(static_cast<double>(value.count()) - middle, 2.0);
  }
  return std::sqrt(sum / static_cast<double>(values.size()));
}

TEST_CASE("without skew and computation nobody comes late") {
  SkewParameters skew;
  CHECK(skew.delays(5, 1).empty());
  skew.compute = Picoseconds(70);
  CHECK(skew.delays(3, 1) == std::vector<Picoseconds>(3, Picoseconds(70)));
}

TEST_CASE("a fixed skew is a step from rank to rank") {
  SkewParameters skew;
  skew.kind = Skew::fixed;
  skew.compute = Picoseconds(100);
  skew.skew = Picoseconds(30);
  CHECK(skew.delays(4, 1) == std::vector<Picoseconds>{Picoseconds(100), Picoseconds(130),
                                                      Picoseconds(160), Picoseconds(190)});
}

TEST_CASE("a normal skew has its mean and deviation, and goes by seed and rank alone") {
  SkewParameters skew;
  skew.kind = Skew::normal;
  skew.compute = Picoseconds(10'000'000);
  skew.skew = Picoseconds(1'000'000);
  const std::vector<Picoseconds> delays = skew.delays(kMany, 3);
  CHECK(mean(delays) == Approx(1e7).margin(5 * 1e6 / std::sqrt(double{kMany})));
  CHECK(deviation(delays) == Approx(1e6).epsilon(0.03));
  CHECK(delays == skew.delays(kMany, 3));
  CHECK(delays != skew.delays(kMany, 4));
  const std::vector<Picoseconds> few = skew.delays(10, 3);
  CHECK(std::equal(few.begin(), few.end(), delays.begin()));
  skew.compute = Picoseconds(0);  // what would be early comes at once
  const std::vector<Picoseconds> cut = skew.delays(kMany, 3);
  CHECK(*std::min_element(cut.begin(), cut.end()) == Picoseconds(0));
}

TEST_CASE("the extreme value distribution inverts exp(-(1 + shape x)^(-1/shape))") {
  for (const double shape : {-0.5, -0.1, 0.2, 0.9}) {
    for (const double x : {-0.7, 0.0, 0.4, 1.05}) {
      const double u = std::exp(-std::pow(1.0 + shape * x, -1.0 / shape));
      CHECK(extreme_value(u, shape) == Approx(x).margin(1e-12));
    }
  }
  for (const double x : {-1.0, 0.0, 3.0}) {
    CHECK(extreme_value(std::exp(-std::exp(-x)), 0.0) == Approx(x).margin(1e-12));
  }
}

TEST_CASE("a Gumbel skew has the mean and deviation of the field's formulae") {
  SkewParameters skew;
  skew.kind = Skew::gev;
  skew.compute = Picoseconds(100'000'000);
  skew.skew = Picoseconds(1'000'000);
  const std::vector<Picoseconds> delays = skew.delays(kMany, 1);
  constexpr double kEulerGamma = 0.5772156649;
  const double sigma = 1e6 * 3.14159265358979 / std::sqrt(6.0);
  CHECK(mean(delays) ==
        Approx(1e8 + kEulerGamma * 1e6).margin(5 * sigma / std::sqrt(double{kMany})));
  CHECK(deviation(delays) == Approx(sigma).epsilon(0.04));
}

TEST_CASE("a trace says how late each rank comes") {
  SkewParameters skew;
  skew.kind = Skew::trace;
  skew.compute = Picoseconds(5);
  skew.traced = {Picoseconds(1), Picoseconds(0)};
  CHECK(skew.delays(2, 1) == std::vector<Picoseconds>{Picoseconds(6), Picoseconds(5)});
}

TEST_CASE("what the ports leave of a memory's bandwidth bounds copies and reductions") {
  AcceleratorParameters p;
  p.copy_rate = BitRate(1'000);
  p.reduce_rate = BitRate(1'000);
  CHECK(p.beside(BitRate(400)).copy_rate == BitRate(1'000));  // no memory_GBps: no limit
  p.memory_bandwidth = BitRate(2'500);
  CHECK(p.beside(BitRate(400)).copy_rate == BitRate(1'000));
  CHECK(p.beside(BitRate(400)).reduce_rate == BitRate(700));
  CHECK(p.beside(BitRate(1'300)).copy_rate == BitRate(600));
  CHECK(p.beside(BitRate(1'300)).reduce_rate == BitRate(400));
}

}  // namespace
}  // namespace heliograph::systemc
