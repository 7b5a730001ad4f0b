// SPDX-License-Identifier: Apache-2.0
#include "testbenches/calibration/chip_study.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "photonics/fabric/feed_forward_fabric.hpp"
#include "platforms/build/switch_calibration.hpp"
#include "testbenches/fabrics/matching_text.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::CellState;

/// A chip with nominal codes.
SwitchSource make_chip(platforms::ScenarioConfig config, platforms::ChipAge age) {
  config.fabric_switch.calibration = platforms::CalibrationKind::nominal;
  SwitchSource chip = make_switch("", std::move(config));
  if (age == platforms::ChipAge::drifted) {
    chip.parts = platforms::build_switch(chip.config.fabric_switch, chip.config.seed, age);
  }
  return chip;
}

photonics::MeasuredCalibration measure(const SwitchSource& chip) {
  return platforms::measure(chip.config.fabric_switch, chip.parts, chip.config.seed);
}

ChipFigures figures(std::string_view name, const SwitchSource& chip,
                    const std::vector<RoutedShift>& shifts) {
  PairSurvey pairs;
  ChipFigures result;
  result.name = name;
  for (const RoutedShift& shift : shifts) {
    pairs.shifts.push_back(survey(chip, shift.matching, shift.states));
    for (const SurveyedCircuit& circuit : pairs.shifts.back().circuits) {
      ++result.circuits;
      result.lost += circuit.light.arrives ? 0 : 1;
    }
  }
  result.mean_loss_dB = pairs.loss_dB().mean;
  result.worst_loss_dB = pairs.loss_dB().most;
  if (const std::optional<Spread> crosstalk = pairs.crosstalk_dB()) {
    result.mean_crosstalk_dB = crosstalk->mean;
    result.worst_crosstalk_dB = crosstalk->most;
  }
  result.mean_holding_mW = pairs.holding_mW().mean;
  return result;
}

PhaseMiss phase_miss(const SwitchSource& chip, const photonics::MeasuredCalibration& measured) {
  const photonics::SwitchFabric& fabric = chip.fabric();
  const std::vector<base::Radian>& errors =
      dynamic_cast<const photonics::FeedForwardFabric&>(fabric).phase_errors();
  std::vector<CellState> states = fabric.structure().idle;
  PhaseMiss miss;
  double squares = 0.0;
  std::size_t count = 0;
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    const photonics::MeasuredCell& found = measured.cells[cell];
    const std::size_t heater = base::index(fabric.actuator(found.cell));
    const CellState idle = states[cell];
    for (const CellState state : {CellState::bar, CellState::cross}) {
      if (!(state == CellState::bar ? found.reaches_bar : found.reaches_cross)) {
        continue;
      }
      states[cell] = state;
      const double phase = (chip.phases(states)[heater] + errors[heater]).value();
      const double off =
          std::remainder(phase - photonics::nominal_phase(state).value(), 2.0 * base::kPi);
      miss.worst = std::max(miss.worst, base::Radian(std::abs(off)));
      squares += off * off;
      ++count;
    }
    states[cell] = idle;
  }
  miss.rms = base::Radian(count == 0 ? 0.0 : std::sqrt(squares / static_cast<double>(count)));
  return miss;
}

}  // namespace

std::vector<RoutedShift> route_shifts(const SwitchSource& source) {
  std::vector<RoutedShift> shifts;
  const std::size_t ports = source.fabric().ports();
  for (std::size_t k = 0; k < ports; ++k) {
    photonics::Matching matching = shifted(ports, k);
    std::vector<CellState> states = routed_states(source, matching);
    shifts.push_back({std::move(matching), std::move(states)});
  }
  return shifts;
}

ChipTargets usual_targets(const SwitchSource& source, const std::vector<RoutedShift>& shifts) {
  constexpr double kMoreLoss_dB = 1.0;
  constexpr double kMoreCrosstalk_dB = 3.0;
  constexpr double kNoCrosstalk_dB = -200.0;
  platforms::ScenarioConfig config = source.config;
  config.fabric_switch.make.phase_error_sigma = base::Radian(0.0);
  config.fabric_switch.variation = {};
  const ChipFigures design =
      figures("as designed", make_chip(std::move(config), platforms::ChipAge::fresh), shifts);
  return {base::Decibel(design.worst_loss_dB + kMoreLoss_dB),
          base::Decibel(design.worst_crosstalk_dB.value_or(kNoCrosstalk_dB) + kMoreCrosstalk_dB)};
}

bool ChipFigures::meets(const ChipTargets& targets) const {
  return lost == 0 && worst_loss_dB <= targets.loss.value() &&
         (!worst_crosstalk_dB || *worst_crosstalk_dB <= targets.crosstalk.value());
}

ChipStudy study_chip(const SwitchSource& source, const std::vector<RoutedShift>& shifts) {
  ChipStudy study;
  SwitchSource fresh = make_chip(source.config, platforms::ChipAge::fresh);
  SwitchSource old = make_chip(source.config, platforms::ChipAge::drifted);
  study.chips.push_back(figures("uncalibrated", fresh, shifts));
  study.measured = measure(fresh);
  fresh.calibration = study.measured.table;
  study.chips.push_back(figures("calibrated", fresh, shifts));
  study.miss = phase_miss(fresh, study.measured);
  old.calibration = study.measured.table;
  study.chips.push_back(figures("drifted", old, shifts));
  old.calibration = measure(old).table;
  study.chips.push_back(figures("recalibrated", old, shifts));
  return study;
}

bool can_be_measured(const SwitchSource& source) {
  return std::holds_alternative<photonics::Topology>(source.config.fabric_switch.fabric) &&
         source.config.fabric_switch.cell != platforms::CellKind::moving_coupler;
}

ChipYield count_yield(const SwitchSource& source, const std::vector<RoutedShift>& shifts,
                      const ChipTargets& targets, std::size_t chips) {
  ChipYield yield{targets, chips, {}, {}};
  for (std::size_t seed = 1; seed <= chips; ++seed) {
    platforms::ScenarioConfig config = source.config;
    config.seed = seed;
    SwitchSource chip = make_chip(std::move(config), platforms::ChipAge::fresh);
    yield.uncalibrated.met += figures("uncalibrated", chip, shifts).meets(targets) ? 1 : 0;
    chip.calibration = measure(chip).table;
    yield.calibrated.met += figures("calibrated", chip, shifts).meets(targets) ? 1 : 0;
  }
  yield.uncalibrated.share = wilson_interval(yield.uncalibrated.met, chips);
  yield.calibrated.share = wilson_interval(yield.calibrated.met, chips);
  return yield;
}

}  // namespace heliograph::testbenches
