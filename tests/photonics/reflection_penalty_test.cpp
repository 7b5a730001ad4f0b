// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "photonics/link/reflection_penalty.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::PowerRatio;

namespace {

/// Both ends and connectors between them, without loss.
std::vector<Reflector> channel(double end_db, int connectors, double connector_db) {
  const PowerRatio end = base::to_linear(Decibel(end_db));
  std::vector<Reflector> reflectors{{end, Decibel(0.0), 0}};
  for (int i = 0; i < connectors; ++i) {
    reflectors.push_back({base::to_linear(Decibel(connector_db)), Decibel(0.0), 0});
  }
  reflectors.push_back({end, Decibel(0.0), 0});
  return reflectors;
}

double penalty(double end_db, int connectors, double discount) {
  return reflection_penalty(ModulationFormat::nrz, Decibel(3.5),
                            double_reflections(channel(end_db, connectors, -35.0)), discount)
      .value();
}

}  // namespace

TEST_CASE(
    "multipath interference of a public OCI budget: 3.5 dB extinction, connectors of -35 dB") {
  CHECK(double_reflections(channel(-19.0, 4, -35.0)) == Approx(0.0304).margin(5.1e-5));
  CHECK(penalty(-19.0, 4, 0.5) == Approx(0.51).margin(0.0051));
  CHECK(penalty(-24.0, 4, 0.5) == Approx(0.24).margin(0.0051));
  CHECK(penalty(-19.0, 4, 1.0) == Approx(1.08).margin(0.0051));
  CHECK(penalty(-19.0, 2, 0.5) == Approx(0.34).margin(0.0051));
  CHECK(penalty(-19.0, 6, 0.5) == Approx(0.70).margin(0.0051));
}

TEST_CASE("two reflectors, by hand, with loss between them and an isolator") {
  const PowerRatio r(0.01);
  // 3 dB on the way: the light that is reflected twice passes it three times, twice more.
  CHECK(double_reflections({{r, Decibel(0.0), 0}, {r, Decibel(10.0), 0}}) == Approx(0.001));
  CHECK(double_reflections({{r, Decibel(0.0), 0}, {r, Decibel(0.0), 1}}) == 0.0);
  CHECK(double_reflections({}) == 0.0);
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(double_reflections({{r, Decibel(0.0), 0}, {r, Decibel(infinite), 0}}) == 0.0);
  // Infinite extinction: 4 S of the amplitude, of pam4 12 S.
  CHECK(reflection_penalty(ModulationFormat::nrz, Decibel(infinite), 0.01, 1.0).value() ==
        Approx(-10.0 * std::log10(0.96)));
  CHECK(reflection_penalty(ModulationFormat::pam4, Decibel(infinite), 0.01, 1.0).value() ==
        Approx(-10.0 * std::log10(0.88)));
  CHECK(reflection_penalty(ModulationFormat::nrz, Decibel(infinite), 0.25, 1.0).value() ==
        infinite);
  CHECK(reflection_penalty(ModulationFormat::nrz, Decibel(5.0), 0.0, 1.0).value() == 0.0);
}

TEST_CASE("reflections that are not there are refused") {
  CHECK_THROWS_AS(double_reflections({{PowerRatio(1.1), Decibel(0.0), 0}}), std::invalid_argument);
  CHECK_THROWS_AS(double_reflections({{PowerRatio(-0.1), Decibel(0.0), 0}}), std::invalid_argument);
  const auto of = [](double extinction, double amplitudes, double discount) {
    return reflection_penalty(ModulationFormat::nrz, Decibel(extinction), amplitudes, discount);
  };
  CHECK_THROWS_AS(of(0.0, 0.1, 1.0), std::invalid_argument);
  CHECK_THROWS_AS(of(5.0, -0.1, 1.0), std::invalid_argument);
  CHECK_THROWS_AS(of(5.0, 0.1, 1.1), std::invalid_argument);
}
