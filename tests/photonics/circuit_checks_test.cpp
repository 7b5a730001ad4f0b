// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "photonics/circuit/checks.hpp"
#include "tests/photonics/circuit_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Hertz;

TEST_CASE("gain is named by the column that has it") {
  Eigen::MatrixXcd s = Eigen::MatrixXcd::Zero(3, 3);
  s(1, 0) = s(0, 1) = 0.5;
  s(2, 1) = s(1, 2) = 1.1;
  const auto found = check_passive(s);
  REQUIRE(found.has_value());
  CHECK(found->input == 1);
  CHECK(found->output == 2);
  CHECK(found->column_power == Approx(1.46));
  CHECK(found->text({"a", "b", "c"}) ==
        "light into 'b' comes out 1.46 times as strong, most of it at 'c'");
}

TEST_CASE("gain of a combination of inputs is found where no column has any") {
  // Two inputs that add up in phase at one output: 0.8^2 each, twice that together.
  Eigen::MatrixXcd s = Eigen::MatrixXcd::Zero(3, 3);
  s(2, 0) = s(2, 1) = s(0, 2) = s(1, 2) = 0.8;
  s(0, 2) = s(1, 2) = 0.6;
  const auto found = check_passive(s);
  REQUIRE(found.has_value());
  CHECK(found->column_power < 1.0);
  CHECK(found->worst_gain == Approx(1.28));
  CHECK(found->text({"a", "b", "c"}) ==
        "the worst combination of inputs comes out 1.28 times as strong, though light into one "
        "port alone at most 0.72 times (into 'c', most of it at 'a')");
}

TEST_CASE("the worst frequency is named with its pair of ports") {
  SParameters data;
  data.ports = {"in", "out"};
  for (int i = 0; i < 3; ++i) {
    data.frequencies.emplace_back(193e12 + 1e12 * i);
    Eigen::MatrixXcd s(2, 2);
    s << 0.0, 0.7, 0.7 + 0.1 * (i == 1 ? 2.0 : 1.0), 0.0;
    data.values.push_back(s);
  }
  CHECK_FALSE(check_passive(data).has_value());
  const auto found = check_reciprocal(data);
  REQUIRE(found.has_value());
  CHECK(found->text(data.ports) == "'in' to 'out' and back differ by 0.2 in field at 194 THz");
  data.values[2](1, 0) = 1.2;
  const auto gain = check_passive(data);
  REQUIRE(gain.has_value());
  CHECK(gain->text(data.ports) ==
        "light into 'in' comes out 1.44 times as strong, most of it at 'out' at 195 THz");
}

TEST_CASE("every built-in model is passive and reciprocal, or is known not to be") {
  const ModelLibrary models = ModelLibrary::built_in();
  CHECK(models.names().size() > 25);
  for (const std::string& name : models.names()) {
    CAPTURE(name);
    base::Diagnostics diagnostics;
    const auto model = models.make(name, {}, {}, diagnostics);
    REQUIRE(model != nullptr);
    Eigen::MatrixXcd s;
    for (const double f : {186e12, 193.4e12, 230e12}) {
      model->scattering(Hertz(f), s);
      REQUIRE(s.rows() == static_cast<Eigen::Index>(model->ports().size()));
      CHECK(check_passive(s, 1e-12).has_value() == (name == "soa"));
      CHECK(check_reciprocal(s, 1e-12).has_value() == (name == "circulator"));
      for (Eigen::Index to = 0; to < s.rows(); ++to) {
        for (Eigen::Index from = 0; from < s.cols(); ++from) {
          const bool may =
              model->couples(static_cast<std::size_t>(to), static_cast<std::size_t>(from));
          CHECK((may || s(to, from) == 0.0));
        }
      }
    }
  }
}
