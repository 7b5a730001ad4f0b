// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "photonics/link/crosstalk_penalty.hpp"
#include "photonics/link/q_factor.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::PowerRatio;
using Formula = CrosstalkPenaltyFormula;

namespace {

double penalty(Formula formula, double q, const std::vector<double>& interferers_db) {
  std::vector<PowerRatio> interferers;
  for (const double db : interferers_db) {
    interferers.push_back(base::to_linear(Decibel(db)));
  }
  return crosstalk_penalty(formula, q, interferers).value();
}

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("penalties of one interferer are those of the reference table") {
  // Q of a bit error rate of 1e-12, 7.0345; the table has three decimals.
  const double q = q_from_ber(1e-12);
  const std::vector<double> crosstalk = {-20.0, -25.0, -30.0, -35.0, -40.0};
  const std::vector<std::pair<Formula, std::vector<double>>> table = {
      {Formula::incoherent_fixed, {kInfinite, 2.135, 0.479, 0.140, 0.043}},
      {Formula::incoherent_optimised, {2.966, 0.739, 0.220, 0.068, 0.022}},
      {Formula::coherent, {0.969, 0.518, 0.284, 0.157, 0.088}},
  };
  for (const auto& [formula, values] : table) {
    for (std::size_t i = 0; i < crosstalk.size(); ++i) {
      CAPTURE(to_string(formula), crosstalk[i]);
      if (std::isinf(values[i])) {
        CHECK(penalty(formula, q, {crosstalk[i]}) == kInfinite);
      } else {
        CHECK(penalty(formula, q, {crosstalk[i]}) == Approx(values[i]).margin(0.00051));
      }
    }
  }
}

TEST_CASE("crosstalk of -20 dB is fatal at Q = 7 and costs 1.45 dB at the threshold of KP4") {
  CHECK(penalty(Formula::incoherent_fixed, 7.0, {-20.0}) == kInfinite);
  CHECK(penalty(Formula::incoherent_fixed, q_from_ber(2.4e-4), {-20.0}) ==
        Approx(1.45).margin(0.005));
  // A single beat is bounded: 2.2 dB whatever Q is.
  CHECK(penalty(Formula::coherent_fixed, 7.0, {-20.0}) == Approx(2.218).margin(0.001));
  CHECK(penalty(Formula::few_interferers_fixed, 7.0, {-20.0}) == Approx(2.218).margin(0.001));
}

TEST_CASE("powers of several interferers add, or their amplitudes where the worst is taken") {
  for (const Formula formula :
       {Formula::incoherent_fixed, Formula::incoherent_optimised, Formula::inter_channel}) {
    CHECK(penalty(formula, 6.0, std::vector<double>(10, -40.0)) ==
          Approx(penalty(formula, 6.0, {-30.0})));
  }
  for (const Formula formula : {Formula::coherent, Formula::coherent_fixed}) {
    CHECK(penalty(formula, 6.0, std::vector<double>(10, -50.0)) ==
          Approx(penalty(formula, 6.0, {-30.0})));
    CHECK(penalty(formula, 3.0, {-30.0}) == penalty(formula, 7.0, {-30.0}));
  }
  CHECK(penalty(Formula::inter_channel, 6.0, {-10.0}) == Approx(-10.0 * std::log10(0.9)));
  CHECK(penalty(Formula::coherent, 6.0, {-30.0, -30.0}) ==
        Approx(-10.0 * std::log10(1.0 - 4.0 * std::sqrt(1e-3))));
}

TEST_CASE("for few interferers the lesser of Gaussian and worst case counts, at each threshold") {
  const double q = 7.0;
  const std::vector<std::vector<double>> cases = {
      {-20.0}, {-40.0}, {-30.0, -33.0}, std::vector<double>(30, -45.0)};
  std::set<bool> gaussian;
  for (const std::vector<double>& interferers : cases) {
    const auto of = [&](Formula formula) { return penalty(formula, q, interferers); };
    CHECK(of(Formula::few_interferers_fixed) ==
          std::min(of(Formula::incoherent_fixed), of(Formula::coherent_fixed)));
    CHECK(of(Formula::few_interferers_optimised) ==
          std::min(of(Formula::incoherent_optimised), of(Formula::coherent)));
    gaussian.insert(of(Formula::few_interferers_fixed) == of(Formula::incoherent_fixed));
  }
  CHECK(gaussian.size() == 2);  // each side was the lesser at least once
}

TEST_CASE("without crosstalk nothing is lost, and where no power helps the penalty is infinite") {
  for (const Formula formula : all_crosstalk_penalty_formulas()) {
    CHECK(crosstalk_penalty(formula, 7.0, {}).value() == 0.0);
    CHECK(penalty(formula, 7.0, {-60.0}) > 0.0);
    CHECK(penalty(formula, 7.0, {-60.0}) < penalty(formula, 7.0, {-50.0}));
    CHECK(penalty(formula, 7.0, {0.0}) == kInfinite);
  }
  // Exactly at the pole and one step before.
  CHECK(crosstalk_penalty(Formula::incoherent_fixed, 5.0, {PowerRatio(0.01)}).value() == kInfinite);
  CHECK(crosstalk_penalty(Formula::coherent, 5.0, {PowerRatio(0.25)}).value() == kInfinite);
  CHECK(std::isfinite(crosstalk_penalty(Formula::coherent, 5.0, {PowerRatio(0.2499)}).value()));
  // So little that 1 - x would be 1.
  CHECK(crosstalk_penalty(Formula::inter_channel, 5.0, {PowerRatio(1e-20)}).value() ==
        Approx(10.0 / std::log(10.0) * 1e-20).epsilon(1e-12));
}

TEST_CASE("formulas have names and lines that say what is computed") {
  std::set<std::string> names;
  std::set<std::string> lines;
  for (const Formula formula : all_crosstalk_penalty_formulas()) {
    CHECK(crosstalk_penalty_formula_of(to_string(formula)) == formula);
    names.insert(std::string(to_string(formula)));
    lines.insert(std::string(description(formula)));
    CHECK(description(formula).find('\n') == std::string_view::npos);
    CHECK(description(formula).size() < 100);
  }
  CHECK(names.size() == 7);
  CHECK(lines.size() == 7);
  CHECK(names.count("incoherent_fixed") == 1);
  CHECK_FALSE(crosstalk_penalty_formula_of("gaussian"));
}

TEST_CASE("ratios and Q that are not there are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(crosstalk_penalty(Formula::coherent, 7.0, {PowerRatio(-1e-3)}),
                  std::invalid_argument);
  CHECK_THROWS_AS(crosstalk_penalty(Formula::coherent, 7.0, {PowerRatio(nan)}),
                  std::invalid_argument);
  CHECK_THROWS_AS(crosstalk_penalty(Formula::coherent, nan, {}), std::invalid_argument);
  CHECK_THROWS_AS(crosstalk_penalty(Formula::coherent, -1.0, {}), std::invalid_argument);
}
