// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include "testbenches/fabrics/circuit_survey.hpp"
#include "testbenches/fabrics/matching_text.hpp"
#include "testbenches/fabrics/path_settling.hpp"
#include "testbenches/fabrics/settle_report.hpp"

using namespace heliograph;
using namespace heliograph::testbenches;
using base::Decibel;
using base::Picoseconds;
using photonics::CellState;

namespace {

const std::vector<CellState> kCross{CellState::cross};
const std::vector<CellState> kBar{CellState::bar};

platforms::ScenarioConfig perfect(int ports, double coupling) {
  platforms::ScenarioConfig config;
  config.fabric_switch.ports = ports;
  config.fabric_switch.make.cell.coupler_in = coupling;
  config.fabric_switch.make.cell.coupler_out = coupling;
  config.fabric_switch.make.cell.arm_imbalance = Decibel(0.0);
  config.fabric_switch.make.phase_error_sigma = base::Radian(0.0);
  return config;
}

SwitchSource cell(double coupling = 0.5) { return make_switch("", perfect(2, coupling)); }

/// The phase of the bar code, which is the nearest to pi that the DAC has.
double bar_phase(const SwitchSource& source) {
  const double phase = source.phases(kBar).at(0).value();
  REQUIRE(phase == Approx(base::kPi).margin(1e-3));
  return phase;
}

double in_tau(const SwitchSource& source, const std::optional<Picoseconds>& instant) {
  REQUIRE(instant);
  return instant->seconds() / source.config.fabric_switch.thermal.tau.seconds();
}

SettlingTargets crosstalk_target(double dB) {
  SettlingTargets targets;
  targets.crosstalk = Decibel(dB);
  return targets;
}

}  // namespace

TEST_CASE("one ideal cell from pi leaks -20, -30 and -40 dB after 2.75, 3.91 and 5.06 tau") {
  const SwitchSource source = cell();
  const PathSettling change(source, shifted(2, 1), kBar, kCross);
  for (const auto& [leak, multiple] :
       {std::pair{-20.0, 2.75}, std::pair{-30.0, 3.91}, std::pair{-40.0, 5.06}}) {
    const auto settled = change.settle(crosstalk_target(leak));
    REQUIRE(settled.size() == 2);
    for (const SettledPath& path : settled) {
      // Crosstalk is leak over signal, tan^2 of half the phase, where the multiples are for the
      // leak over all light, sin^2: they part at -20 dB by 0.005 tau.
      const double closed =
          std::log(bar_phase(source) / (2.0 * std::atan(std::pow(10.0, leak / 20.0))));
      CHECK(in_tau(source, path.crosstalk) == Approx(closed).margin(1e-6));
      CHECK(in_tau(source, path.crosstalk) == Approx(multiple).margin(0.01));
    }
    // The leak as a part of all light, by the fields, at the closed form's own instant.
    const double sine =
        std::log(bar_phase(source) / (2.0 * std::asin(std::pow(10.0, leak / 20.0))));
    CHECK(sine == Approx(multiple).margin(0.005));
    const double tau = static_cast<double>(source.config.fabric_switch.thermal.tau.count());
    const PathLevels levels = change.levels(Picoseconds(std::llround(sine * tau)))[0];
    const double ratio = std::pow(10.0, levels.crosstalk_dB / 10.0);
    CHECK(10.0 * std::log10(ratio / (1.0 + ratio)) == Approx(leak).margin(1e-4));
  }
}

TEST_CASE("loss settles by the closed form") {
  const SwitchSource source = cell();
  const PathSettling change(source, shifted(2, 1), kBar, kCross);
  for (const double within : {0.1, 1.0, 3.0}) {
    SettlingTargets targets;
    targets.loss_within = Decibel(within);
    // cos^2(phase / 2) is 10^{-within/10} of the final signal.
    const double phase = 2.0 * std::acos(std::pow(10.0, -within / 20.0));
    for (const SettledPath& path : change.settle(targets)) {
      CHECK(in_tau(source, path.loss) == Approx(std::log(bar_phase(source) / phase)).margin(1e-6));
    }
  }
}

TEST_CASE("a target below the floor of the fabric is never met") {
  const SwitchSource source = cell(0.48);
  const PathSettling change(source, shifted(2, 1), kBar, kCross);
  const double floor = change.final_levels()[0].crosstalk_dB;
  CHECK(floor == Approx(10.0 * std::log10(0.04 * 0.04 / (4.0 * 0.52 * 0.48))).margin(0.01));
  const auto below = change.settle(crosstalk_target(floor - 0.5));
  CHECK_FALSE(below[0].crosstalk);
  CHECK_FALSE(below[0].both());
  CHECK(below[0].loss);
  CHECK_FALSE(change.settle_all(crosstalk_target(floor - 0.5)));
  CHECK(change.settle(crosstalk_target(floor + 0.5))[0].crosstalk);
}

TEST_CASE("all settle with the last of them, and what is at rest has settled") {
  platforms::ScenarioConfig config = perfect(8, 0.48);
  config.fabric_switch.thermal.crosstalk_nearest = 0.01;
  const SwitchSource source = make_switch("", std::move(config));
  const PairSurvey pairs = survey_pairs(source);
  const PathSettling change(source, shifted(8, 3), pairs.shifts[2].states, pairs.shifts[3].states);
  Picoseconds latest(0);
  for (const SettledPath& path : change.settle({})) {
    REQUIRE(path.both());
    latest = std::max(latest, *path.both());
  }
  CHECK(latest > Picoseconds(0));
  CHECK(change.settle_all({}) == latest);
  CHECK(change.settle_all({}, latest + Picoseconds(5)) == latest + Picoseconds(5));
  const PathSettling still(source, shifted(8, 3), pairs.shifts[3].states, pairs.shifts[3].states);
  CHECK(still.settle_all({}) == Picoseconds(0));
}

TEST_CASE("crosstalk between heaters raises the floor by what the closed form says") {
  platforms::ScenarioConfig config = perfect(4, 0.5);
  config.fabric_switch.fabric = photonics::Topology::benes;
  config.fabric_switch.thermal.crosstalk_nearest = 0.05;
  const SwitchSource source = make_switch("", std::move(config));
  std::vector<CellState> states(source.fabric().cells(), CellState::cross);
  // One cell of the first column is warm: its neighbour, meant to cross, has 0.05 pi.
  for (std::size_t i = 0; i < states.size(); ++i) {
    const photonics::CellPlace place = source.fabric().place(static_cast<base::CellId>(i));
    if (place.column == 0 && place.row == 0) {
      states[i] = CellState::bar;
    }
  }
  photonics::Matching circuits(4);
  for (std::size_t port = 0; port < 4; ++port) {
    const auto input = static_cast<base::PortId>(port);
    circuits.connect(input, *source.fabric().trace(input, states).output);
  }
  const PathSettling change(source, circuits, states, states);
  const double half = 0.05 * bar_phase(cell()) / 2.0;
  const double leak = 20.0 * std::log10(std::tan(half));
  // Inputs 2 and 3 go through the neighbour; the cells after it are perfect.
  CHECK(change.final_levels()[2].crosstalk_dB == Approx(leak).margin(1e-6));
  CHECK(change.final_levels()[3].crosstalk_dB == Approx(leak).margin(1e-6));
}

TEST_CASE("overdrive and dead time move a path as they move its cell") {
  platforms::ScenarioConfig config = perfect(2, 0.5);
  config.fabric_switch.driver.dac_max = base::Volt(3.0);
  config.fabric_switch.driver.overdrive_ratio = 2.0;
  const SwitchSource driven = make_switch("", config);
  const double within = 2.0 * std::atan(std::pow(10.0, -1.5));
  const double bar = bar_phase(driven);
  const PathSettling heating(driven, shifted(2, 0), kCross, kBar);
  CHECK(in_tau(driven, heating.settle(crosstalk_target(-30.0))[0].crosstalk) ==
        Approx(std::log(2.0 * bar / (2.0 * bar - base::kPi + within))).margin(1e-6));
  const PathSettling cooling(driven, shifted(2, 1), kBar, kCross);
  CHECK(in_tau(driven, cooling.settle(crosstalk_target(-30.0))[0].crosstalk) ==
        Approx(std::log(bar / within)).margin(1e-6));

  config.fabric_switch.driver.overdrive_ratio = 1.0;
  config.fabric_switch.thermal.response = photonics::HeaterResponseKind::delayed;
  config.fabric_switch.thermal.diffusion = Picoseconds(2'800'000);
  const SwitchSource late = make_switch("", config);
  const double grown = std::expm1(0.5) / 0.5;
  const PathSettling change(late, shifted(2, 1), kBar, kCross);
  CHECK(in_tau(late, change.settle(crosstalk_target(-30.0))[0].crosstalk) ==
        Approx(std::log(bar * grown * grown / within)).margin(1e-6));
}

TEST_CASE("a report counts cells, samples curves and says what never settles") {
  const SwitchSource source = cell(0.48);
  const SettleReport report =
      settle_report(source, shifted(2, 1), kBar, kCross, crosstalk_target(-60.0), 3);
  CHECK(report.heat == 0);
  CHECK(report.cool == 1);
  CHECK_FALSE(report.all_settle());
  REQUIRE(report.latest());  // of the losses
  REQUIRE(report.instants.size() == 3);
  CHECK(report.instants.front() == Picoseconds(0));
  CHECK(report.instants.back() >= *report.latest());
  CHECK(report.curves.front()[0].loss_dB > report.curves.back()[0].loss_dB);
  const std::string text = settle_text(source, report);
  CHECK(text.find("never: the target is below what 2 of 2 circuits have in the end") !=
        std::string::npos);
  const std::string csv = settle_csv(report);
  CHECK(csv.rfind("time_us,input,output,loss_dB,crosstalk_dB\n", 0) == 0);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 7);
  CHECK_THROWS_AS(PathSettling(source, shifted(4, 1), kBar, kCross), std::invalid_argument);
}
