// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <set>
#include <string>

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/random.hpp"
#include "photonics/device/optics.hpp"
#include "photonics/device/phase_shifter.hpp"
#include "photonics/fabric/carrier_cell.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/fabric/moving_coupler_cell.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::Radian;

namespace {

constexpr base::Metre kWavelength{1.55e-6};

double largest_singular_value(const Eigen::Matrix2cd& m) {
  return Eigen::JacobiSVD<Eigen::Matrix2cd>(m).singularValues()(0);
}

double db(std::complex<double> field) { return 10.0 * std::log10(std::norm(field)); }

CarrierMziParameters ideal_couplers(double loss_per_pi) {
  CarrierMziParameters p;
  p.mzi = {0.5, 0.5, Decibel(0.6), Decibel(0.0)};
  p.loss_per_pi = Decibel(loss_per_pi);
  return p;
}

template <class Config>
void check_table(std::set<std::string>& names) {
  const base::ParameterTable<Config> table = Config::table();
  for (std::size_t i = 0; i < table.infos().size(); ++i) {
    const base::ParameterInfo& info = table.infos()[i];
    CAPTURE(info.name, info.default_text);
    CHECK(names.insert(info.name).second);
    CHECK_FALSE(info.source.text.empty());
    Config config;
    CHECK(table.assign(config, i, info.default_text));
    CHECK(table.value_text(config, i) == info.default_text);
    CHECK_FALSE(table.assign(config, i, "plenty"));
    CHECK_FALSE(table.assign(config, i, "1e6"));
  }
}

}  // namespace

TEST_CASE("parameters of the cell models have defaults that hold, and sources") {
  std::set<std::string> names;
  check_table<MziParameters>(names);
  check_table<CarrierMziParameters>(names);
  check_table<MovingCouplerParameters>(names);
  CHECK(names.count("loss_per_pi_dB") == 1);
  CHECK(names.count("through_leak_dB") == 1);
}

TEST_CASE("a carrier cell loses and leaks by state as its driven arm absorbs") {
  for (const double loss : {0.0, 0.5, 1.7, 6.0}) {
    const CarrierCell cell(ideal_couplers(loss), kWavelength);
    const double g = std::pow(10.0, -loss / 20.0);
    const Eigen::Matrix2cd cross = cell.field(Radian(0.0), cell.design_frequency());
    const Eigen::Matrix2cd bar = cell.field(Radian(base::kPi), cell.design_frequency());
    CHECK(db(cross(1, 0)) == Approx(-0.6));
    CHECK(std::abs(cross(0, 0)) < 1e-15);
    CHECK(db(bar(0, 0)) == Approx(-0.6 + 20.0 * std::log10((1.0 + g) / 2.0)).margin(1e-12));
    CHECK(std::abs(bar(1, 0)) == Approx(std::pow(10.0, -0.03) * (1.0 - g) / 2.0).margin(1e-15));
    CHECK(cell.loss(CellState::cross, 0).value() == Approx(0.6));
    // Both outputs together: half the light has come by the driven arm.
    CHECK(cell.loss(CellState::bar, 0).value() ==
          Approx(0.6 - 10.0 * std::log10((1.0 + g * g) / 2.0)).margin(1e-12));
  }
}

TEST_CASE("an absorbing arm of 1.5 dB leaks -22 dB, as the reference table has it") {
  const CarrierCell cell(ideal_couplers(1.5), kWavelength);
  const Eigen::Matrix2cd bar = cell.field(Radian(base::kPi), cell.design_frequency());
  CHECK(db(bar(1, 0)) - db(bar(0, 0)) == Approx(-21.3).margin(0.1));
  // The table has the leak relative to the light of an arm without loss.
  CHECK(db(bar(1, 0)) + 0.6 == Approx(-22.0).margin(0.05));
}

TEST_CASE("a carrier cell without absorption is the Mach-Zehnder cell, at every frequency") {
  CarrierMziParameters p;
  p.loss_per_pi = Decibel(0.0);
  const CarrierCell carrier(p, kWavelength);
  const MziCell plain(p.mzi, kWavelength);
  p.loss_per_pi = Decibel(3.0);
  const CarrierCell absorbing(p, kWavelength);
  for (const double shift : {0.0, 1e12, -3e12}) {
    const base::Hertz frequency = plain.design_frequency() + base::Hertz(shift);
    for (const double phase : {-0.4, 0.0, 1.0, base::kPi, 5.0}) {
      const Eigen::Matrix2cd expected = plain.field(Radian(phase), frequency);
      CHECK((carrier.field(Radian(phase), frequency) - expected).norm() < 1e-15);
      // No carriers, no absorption: not at phases below 0 either.
      const double gap = (absorbing.field(Radian(phase), frequency) - expected).norm();
      CHECK((gap < 1e-15) == (phase <= 0.0));
    }
  }
}

TEST_CASE("the default absorption is that of the free-carrier fit for a 250 um diode") {
  ElectroOpticParameters diode;
  const base::Hertz frequency = frequency_of(kWavelength);
  double low = 0.0;
  double high = 1e19;
  for (int i = 0; i < 100; ++i) {
    diode.carriers_per_cm3 = 0.5 * (low + high);
    const FreeCarrierEffect effect = free_carrier_effect(diode.carriers_per_cm3);
    const double phase = -2.0 * base::kPi * effect.index_change * diode.confinement *
                         diode.length.value() / kWavelength.value();
    (phase < base::kPi ? low : high) = diode.carriers_per_cm3;
  }
  CHECK(-db(electro_optic_field(diode, frequency)) ==
        Approx(CarrierMziParameters().loss_per_pi.value()).margin(0.05));
}

TEST_CASE("no carrier cell gives more light than it gets") {
  CHECK(rc::check("passive", [] {
    const auto share = [] { return *rc::gen::inRange(0, 1001) / 1000.0; };
    CarrierMziParameters p;
    p.mzi = {share(), share(), Decibel(2.0 * share()), Decibel(2.0 * share())};
    p.loss_per_pi = Decibel(10.0 * share());
    const CarrierCell cell(p, kWavelength);
    const Radian phase(20.0 * (share() - 0.5));
    const base::Hertz frequency = cell.design_frequency() + base::Hertz(4e12 * (share() - 0.5));
    RC_ASSERT(largest_singular_value(cell.field(phase, frequency)) <= 1.0 + 1e-12);
  }));
}

TEST_CASE("the states of a moving coupler have the losses and leaks that were measured") {
  const MovingCouplerParameters p{Decibel(0.05), Decibel(0.8), Decibel(-55.0), Decibel(-18.0)};
  const MovingCouplerCell cell(p, kWavelength);
  const Eigen::Matrix2cd through = cell.field(nominal_phase(CellState::cross), {});
  const Eigen::Matrix2cd drop = cell.field(nominal_phase(CellState::bar), {});
  for (Eigen::Index rail = 0; rail < 2; ++rail) {
    CHECK(db(through(1 - rail, rail)) == Approx(-0.05));
    CHECK(db(through(rail, rail)) == Approx(-55.0));
    CHECK(db(drop(rail, rail)) == Approx(-0.8));
    CHECK(db(drop(1 - rail, rail)) == Approx(-18.0));
  }
  CHECK(cell.loss(CellState::cross, 0).value() ==
        Approx(-10.0 * std::log10(std::pow(10.0, -0.005) + std::pow(10.0, -5.5))));
}

TEST_CASE(
    "a moving coupler is passive and reciprocal in every position, and at rest in its states") {
  CHECK(rc::check("passive", [] {
    const auto share = [] { return *rc::gen::inRange(0, 1001) / 1000.0; };
    // Half of the time as much as may be.
    MovingCouplerParameters p;
    const auto rest = [&](Decibel leak, double more) {
      return Decibel(-10.0 * std::log10(1.0 - base::to_linear(leak).value()) + more);
    };
    p.through_leak = Decibel(-0.5 - 80.0 * share());
    p.through_loss = rest(p.through_leak, share() < 0.5 ? 0.0 : share());
    p.drop_leak = Decibel(-0.5 - 80.0 * share());
    p.drop_loss = rest(p.drop_leak, share() < 0.5 ? 0.0 : share());
    const MovingCouplerField field(p);
    const double phase = 20.0 * (share() - 0.5);
    const Eigen::Matrix2cd m = field.at(Radian(phase));
    RC_ASSERT(largest_singular_value(m) <= 1.0 + 1e-12);
    RC_ASSERT((m - m.transpose()).norm() < 1e-15);
    for (const double state : {0.0, base::kPi}) {
      const double error = 0.02;
      RC_ASSERT((field.at(Radian(state + error)) - field.at(Radian(state))).cwiseAbs().maxCoeff() <
                0.3 * error * error);
    }
  }));
}

TEST_CASE("a moving coupler that would give more than it gets is refused") {
  MovingCouplerParameters p;
  p.through_leak = Decibel(-3.0);
  CHECK_THROWS_AS(MovingCouplerCell(p, kWavelength), std::invalid_argument);
  p = {};
  p.drop_loss = Decibel(0.0);
  CHECK_THROWS_AS(MovingCouplerCell(p, kWavelength), std::invalid_argument);
  // Everything passes: nothing may leak.
  p = {Decibel(0.0), Decibel(0.0), Decibel(-150.0), Decibel(-150.0)};
  CHECK_NOTHROW(MovingCouplerCell(p, kWavelength));
}

TEST_CASE("a crossbar of moving couplers turns once and passes the other cells of its path") {
  FabricParameters p;
  p.crossing_loss = Decibel(0.0);
  p.waveguide_loss = base::DecibelPerMetre(0.0);
  const MovingCouplerParameters cell{Decibel(0.02), Decibel(0.5), Decibel(-150.0), Decibel(-150.0)};
  const FeedForwardFabric fabric(make_layout(Topology::crossbar, 8), false, p,
                                 std::make_shared<MovingCouplerCell>(cell, kWavelength));
  std::vector<CellState> states = fabric.structure().idle;
  states[2 * 8 + 5] = CellState::bar;  // input 2 to output 5: 5 cells of the row, 5 of the column
  const Eigen::MatrixXcd m = fabric.port_matrix(nominal_phases(fabric, states));
  CHECK(db(m(5, 2)) == Approx(-0.5 - 10 * 0.02).margin(1e-5));
}
