// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/device/mzi.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::Radian;

namespace {

MziParameters ideal() { return {0.5, 0.5, Decibel(0.0), Decibel(0.0)}; }

double leak_db(const MziParameters& cell, Radian theta, bool cross) {
  const Eigen::Matrix2cd m = mzi_field(cell, theta);
  return 10.0 * std::log10(std::norm(cross ? m(0, 0) : m(1, 0)));
}

/// The cell as the product of its three parts, independent of the closed form.
Eigen::Matrix2cd product(const MziParameters& cell, double theta) {
  const std::complex<double> j(0.0, 1.0);
  const auto coupler = [&](double kappa) {
    Eigen::Matrix2cd c;
    c << std::sqrt(1.0 - kappa), j * std::sqrt(kappa), j * std::sqrt(kappa), std::sqrt(1.0 - kappa);
    return c;
  };
  Eigen::Matrix2cd arms = Eigen::Matrix2cd::Identity();
  arms(0, 0) = std::pow(10.0, -cell.arm_imbalance.value() / 20.0) * std::exp(j * theta);
  const Eigen::Matrix2cd m = coupler(cell.coupler_out) * arms * coupler(cell.coupler_in);
  return std::pow(10.0, -cell.cell_loss.value() / 20.0) * m;
}

}  // namespace

TEST_CASE("an ideal cell crosses at phase 0 and is bar at phase pi") {
  const Eigen::Matrix2cd cross = mzi_field(ideal(), Radian(0.0));
  CHECK(std::abs(cross(1, 0) - std::complex<double>(0.0, 1.0)) < 1e-15);
  CHECK(std::abs(cross(0, 1) - std::complex<double>(0.0, 1.0)) < 1e-15);
  CHECK(std::abs(cross(0, 0)) < 1e-15);
  const Eigen::Matrix2cd bar = mzi_field(ideal(), Radian(base::kPi));
  CHECK(std::abs(bar(0, 0) + 1.0) < 1e-15);
  CHECK(std::abs(bar(1, 1) - 1.0) < 1e-15);
  CHECK(std::abs(bar(0, 1)) < 1e-15);
}

TEST_CASE("an ideal cell has the half-angle form of the physical convention") {
  for (const double theta : {0.3, 1.0, 2.2, -0.7, 4.0}) {
    const Eigen::Matrix2cd m = mzi_field(ideal(), Radian(theta));
    const std::complex<double> common =
        std::complex<double>(0.0, 1.0) * std::polar(1.0, theta / 2.0);
    CHECK(std::abs(m(0, 0) - common * std::sin(theta / 2.0)) < 1e-15);
    CHECK(std::abs(m(0, 1) - common * std::cos(theta / 2.0)) < 1e-15);
    CHECK(std::abs(m(1, 0) - common * std::cos(theta / 2.0)) < 1e-15);
    CHECK(std::abs(m(1, 1) + common * std::sin(theta / 2.0)) < 1e-15);
  }
}

TEST_CASE("coupler errors leak as the closed forms say") {
  struct Row {
    double in, out;
    bool cross;
    double leak;
  };
  // Equal couplers: (1 - 2 kappa)^2 in the cross state; unequal: sin^2(psi1 - psi2) in the bar.
  for (const Row& row :
       {Row{0.45, 0.45, true, -20.0}, Row{0.462, 0.462, true, -22.4}, Row{0.48, 0.48, true, -28.0},
        Row{0.45, 0.55, false, -20.0}, Row{0.48, 0.52, false, -28.0}, Row{0.50, 0.45, true, -26.0},
        Row{0.50, 0.45, false, -26.0}}) {
    MziParameters cell = ideal();
    cell.coupler_in = row.in;
    cell.coupler_out = row.out;
    CAPTURE(row.in, row.out, row.cross);
    CHECK(leak_db(cell, Radian(row.cross ? 0.0 : base::kPi), row.cross) ==
          Approx(row.leak).margin(0.05));
  }
  MziParameters equal = ideal();
  equal.coupler_in = equal.coupler_out = 0.3;
  CHECK(std::norm(mzi_field(equal, Radian(base::kPi))(1, 0)) < 1e-30);
}

TEST_CASE("arm imbalance and phase errors leak as the closed forms say") {
  for (const auto& [imbalance, leak] :
       {std::pair{0.1, -44.9}, std::pair{0.2, -38.9}, std::pair{0.5, -31.1}, std::pair{1.0, -25.3},
        std::pair{1.5, -22.0}}) {
    MziParameters cell = ideal();
    cell.arm_imbalance = Decibel(imbalance);
    CHECK(leak_db(cell, Radian(0.0), true) == Approx(leak).margin(0.08));
    CHECK(leak_db(cell, Radian(base::kPi), false) == Approx(leak).margin(0.08));
  }
  for (const auto& [error, leak] :
       {std::pair{0.1, -26.0}, std::pair{0.05, -32.0}, std::pair{0.02, -40.0}}) {
    CHECK(leak_db(ideal(), Radian(error), true) == Approx(leak).margin(0.05));
    CHECK(leak_db(ideal(), Radian(base::kPi - error), false) == Approx(leak).margin(0.05));
  }
}

TEST_CASE("the closed form is the product of coupler, arms and coupler, without gain") {
  CHECK(rc::check("closed form and passivity", [] {
    const auto unit = [] { return *rc::gen::inRange(0, 1001) / 1000.0; };
    const MziParameters cell{unit(), unit(), Decibel(3.0 * unit()), Decibel(2.0 * unit())};
    const double theta = 10.0 * unit() - 5.0;
    const Eigen::Matrix2cd m = mzi_field(cell, Radian(theta));
    RC_ASSERT((m - product(cell, theta)).norm() < 1e-14);
    RC_ASSERT(m.jacobiSvd().singularValues()(0) <= 1.0 + 1e-12);
    // The weaker singular direction loses the imbalance on top of the cell's own loss.
    RC_ASSERT(m.jacobiSvd().singularValues()(1) >=
              std::pow(10.0, -(cell.cell_loss + cell.arm_imbalance).value() / 20.0) - 1e-12);
  }));
}

TEST_CASE("the cell's parameters are declared with units and sources") {
  const auto table = MziParameters::table();
  MziParameters cell;
  const auto position = table.find("cell_loss_dB");
  REQUIRE(position);
  CHECK(table.assign(cell, *position, "1.25"));
  CHECK(cell.cell_loss == Decibel(1.25));
  CHECK_FALSE(table.assign(cell, *position, "-1"));
  CHECK_FALSE(table.assign(cell, *table.find("coupler_in"), "1.5"));
}
