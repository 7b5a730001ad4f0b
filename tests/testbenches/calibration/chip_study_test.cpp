// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/diagnostics.hpp"
#include "testbenches/calibration/calibration_report.hpp"

using namespace heliograph;
using namespace heliograph::testbenches;
using base::Decibel;
using photonics::PhaseMake;

namespace {

/// Phases that can be anything, and a driver that reaches more than a turn.
SwitchSource untrimmed(photonics::Topology topology, int ports, std::uint64_t seed = 1) {
  platforms::ScenarioConfig config;
  config.seed = seed;
  config.fabric_switch.fabric = topology;
  config.fabric_switch.ports = ports;
  config.fabric_switch.variation.phase = PhaseMake::uniform;
  config.fabric_switch.driver.dac_max = base::Volt(2.2);
  return make_switch("", std::move(config));
}

}  // namespace

TEST_CASE("a calibration makes a switch of an untrimmed chip, drift undoes it") {
  // Switch-and-select has cells with ends in the dark.
  for (const auto topology : {photonics::Topology::benes, photonics::Topology::switch_and_select,
                              photonics::Topology::piloss, photonics::Topology::clements}) {
    const SwitchSource source = untrimmed(topology, 4);
    CAPTURE(source.kind());
    const auto shifts = route_shifts(source);
    const ChipStudy study = study_chip(source, shifts);
    REQUIRE(study.chips.size() == 4);
    const ChipFigures& raw = study.chips[0];
    const ChipFigures& calibrated = study.calibrated();
    const ChipFigures& drifted = study.chips[2];
    const ChipFigures& again = study.chips[3];
    CHECK(raw.name == "uncalibrated");
    CHECK(again.name == "recalibrated");
    CHECK(raw.lost > 0);
    CHECK(calibrated.lost == 0);
    CHECK(calibrated.circuits == 16);
    CHECK(calibrated.worst_loss_dB < raw.worst_loss_dB);
    CHECK(*calibrated.worst_crosstalk_dB < *drifted.worst_crosstalk_dB);
    CHECK(*drifted.worst_crosstalk_dB < *raw.worst_crosstalk_dB);
    CHECK(*again.worst_crosstalk_dB < *drifted.worst_crosstalk_dB);
    CHECK(study.measured.unseen() == 0);
    CHECK(study.measured.out_of_reach() == 0);
    // Drift of 0.1 rad is what the calibration itself must be far better than.
    CHECK(study.miss.rms < base::Radian(0.05));
    CHECK(study.miss.rms <= study.miss.worst);
    const ChipTargets targets = usual_targets(source, shifts);
    CHECK(calibrated.meets(targets));
    CHECK_FALSE(raw.meets(targets));
  }
}

TEST_CASE("a chip of perfect make has nothing to calibrate") {
  platforms::ScenarioConfig config;
  config.fabric_switch.make.phase_error_sigma = base::Radian(0.0);
  config.fabric_switch.variation.drift_sigma = base::Radian(0.0);
  const SwitchSource source = make_switch("", std::move(config));
  const auto shifts = route_shifts(source);
  const ChipStudy study = study_chip(source, shifts);
  for (const ChipFigures& chip : study.chips) {
    CHECK(chip.lost == 0);
    CHECK(chip.worst_loss_dB == Approx(study.chips[0].worst_loss_dB).margin(0.05));
  }
  const ChipTargets targets = usual_targets(source, shifts);
  CHECK(targets.loss.value() == Approx(study.chips[0].worst_loss_dB + 1.0));
  CHECK(targets.crosstalk.value() == Approx(*study.chips[0].worst_crosstalk_dB + 3.0));
  // The uncalibrated chip is what the other verbs of `switch` show.
  const PairSurvey pairs = survey_pairs(source);
  CHECK(study.chips[0].worst_loss_dB == pairs.loss_dB().most);
  CHECK(study.chips[0].worst_crosstalk_dB == pairs.crosstalk_dB()->most);
  CHECK(study.chips[0].mean_holding_mW == pairs.holding_mW().mean);
}

TEST_CASE("a description that asks for measured codes has those of the calibration") {
  SwitchSource source = untrimmed(photonics::Topology::benes, 8);
  const ChipStudy study = study_chip(source, route_shifts(source));
  platforms::ScenarioConfig config = source.config;
  config.fabric_switch.calibration = platforms::CalibrationKind::measured;
  const PairSurvey pairs = survey_pairs(make_switch("", std::move(config)));
  CHECK(pairs.loss_dB().most == study.calibrated().worst_loss_dB);
  CHECK(pairs.crosstalk_dB()->most == *study.calibrated().worst_crosstalk_dB);
}

TEST_CASE("couplers bound what a calibration can do") {
  // Bar leaks tan^2(psi_1 - psi_2), cross cot^2(psi_1 + psi_2), psi = asin sqrt(kappa).
  platforms::ScenarioConfig config = untrimmed(photonics::Topology::benes, 2).config;
  config.fabric_switch.make.cell.arm_imbalance = Decibel(0.0);
  config.fabric_switch.monitor.noise = Decibel(-100.0);
  config.fabric_switch.monitor.adc_bits = 16;
  config.fabric_switch.monitor.phase_tolerance = base::Radian(0.0);
  config.fabric_switch.driver.dac_bits = 16;
  for (const auto& [in, out] : {std::pair(0.45, 0.45), std::pair(0.48, 0.4), std::pair(0.6, 0.5)}) {
    config.fabric_switch.make.cell.coupler_in = in;
    config.fabric_switch.make.cell.coupler_out = out;
    const SwitchSource source = make_switch("", config);
    const ChipStudy study = study_chip(source, route_shifts(source));
    const double psi_in = std::asin(std::sqrt(in));
    const double psi_out = std::asin(std::sqrt(out));
    const double bar = std::pow(std::tan(psi_in - psi_out), 2);
    const double cross = std::pow(std::tan(psi_in + psi_out), -2);
    CHECK(*study.calibrated().worst_crosstalk_dB ==
          Approx(10.0 * std::log10(std::max(bar, cross))).margin(0.05));
  }
}

TEST_CASE("yield counts the chips that meet both targets") {
  const SwitchSource source = untrimmed(photonics::Topology::benes, 4);
  const auto shifts = route_shifts(source);
  const ChipTargets targets = usual_targets(source, shifts);
  const std::size_t chips = 12;
  const ChipYield yield = count_yield(source, shifts, targets, chips);
  std::size_t raw = 0;
  std::size_t calibrated = 0;
  for (std::size_t seed = 1; seed <= chips; ++seed) {
    const SwitchSource chip = untrimmed(photonics::Topology::benes, 4, seed);
    const ChipStudy study = study_chip(chip, shifts);
    raw += study.chips[0].meets(targets) ? 1 : 0;
    calibrated += study.calibrated().meets(targets) ? 1 : 0;
  }
  CHECK(yield.uncalibrated.met == raw);
  CHECK(yield.calibrated.met == calibrated);
  CHECK(yield.calibrated.met > yield.uncalibrated.met);
  CHECK(yield.calibrated.share.least == wilson_interval(calibrated, chips).least);
  // Nothing is as good as this.
  const ChipYield none = count_yield(source, shifts, {Decibel(0.0), Decibel(-200.0)}, 2);
  CHECK(none.calibrated.met == 0);
}

TEST_CASE("the report says what was found, as text and as JSON") {
  const SwitchSource source = untrimmed(photonics::Topology::benes, 4, 3);
  const auto shifts = route_shifts(source);
  const ChipTargets targets = usual_targets(source, shifts);
  const ChipStudy study = study_chip(source, shifts);
  const ChipYield yield = count_yield(source, shifts, targets, 3);
  const std::string text = calibration_text(source, study, targets, yield);
  for (const char* part : {"chip of seed 3", "uncalibrated", "recalibrated", "6 cells one by one",
                           "of the seeds 1 to 3", "95 % confidence"}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
  const auto json = nlohmann::json::parse(calibration_json(source, study, targets, yield));
  REQUIRE(json["rows"].size() == 4);
  CHECK(json["rows"][1]["chip"] == "calibrated");
  CHECK(json["rows"][1]["worst_loss_dB"].get<double>() == study.calibrated().worst_loss_dB);
  REQUIRE(json["cells"].size() == 6);
  CHECK(json["cells"][0]["bar_code"] ==
        static_cast<unsigned>(study.measured.table.actuators[0].bar));
  CHECK(json["yield"]["chips"] == 3);
  CHECK(json["yield"]["calibrated"]["met"] == yield.calibrated.met);
  const auto alone = nlohmann::json::parse(calibration_json(source, study, targets, {}));
  CHECK(alone["yield"].is_null());
}

TEST_CASE("cells without monitors are not calibrated") {
  platforms::ScenarioConfig config;
  config.fabric_switch.fabric = photonics::Topology::crossbar;
  config.fabric_switch.cell = platforms::CellKind::moving_coupler;
  CHECK_THROWS_AS(require_monitors(make_switch("", config)), base::InputError);
  config.fabric_switch.cell = platforms::CellKind::electro_optic;
  CHECK_NOTHROW(require_monitors(make_switch("", config)));
}
