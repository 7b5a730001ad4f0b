// SPDX-License-Identifier: Apache-2.0
#include "photonics/calibration/measured_calibration.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "photonics/calibration/bench_light.hpp"
#include "photonics/calibration/monitor_way.hpp"
#include "photonics/calibration/sine_fit.hpp"

namespace heliograph::photonics {

namespace {

/// What codes of least power need lies within one turn above code 0; a little more shows its end.
constexpr double kTurnsSwept = 1.25;
/// A sine wave is seen when it is so many times as high as its own standard error.
constexpr double kSureness = 8.0;

/// Codes evenly spread in heater power, each once, in ascending order.
std::vector<DacCode> sweep_codes(const HeaterDriverParameters& parameters, int points) {
  const HeaterDriver driver(parameters);
  const base::Watt lowest = driver.power(DacCode{0});
  const base::Watt highest =
      std::min(driver.power(driver.max_code()), lowest + parameters.power_pi * (2.0 * kTurnsSwept));
  const double range = (parameters.dac_max - parameters.dac_min).value();
  std::vector<DacCode> codes;
  for (int i = 0; i < points; ++i) {
    const base::Watt power =
        lowest + (highest - lowest) * (static_cast<double>(i) / static_cast<double>(points - 1));
    const double volt = std::sqrt(power.value() * parameters.heater_resistance.value());
    const double steps = (volt - parameters.dac_min.value()) / range *
                         static_cast<double>(static_cast<unsigned>(driver.max_code()));
    const double most = static_cast<double>(static_cast<unsigned>(driver.max_code()));
    const auto code = static_cast<DacCode>(std::clamp(std::round(steps), 0.0, most));
    if (codes.empty() || code > codes.back()) {
      codes.push_back(code);
    }
  }
  return codes;
}

/// As HeaterDriver::least_power_code, but a phase a little above 0 counts as 0: the code of the
/// exact phase would be almost a turn above.
HeaterDriver::CodeChoice choose_code(const HeaterDriver& driver, CellState state,
                                     base::Radian tolerance) {
  const double below =
      std::remainder((driver.phase(DacCode{0}) - nominal_phase(state)).value(), 2.0 * base::kPi);
  if (std::abs(below) <= tolerance.value()) {
    return {DacCode{0}, base::Radian(below), true};
  }
  return driver.least_power_code(nominal_phase(state));
}

/// Measures the cells of one chip.
class Procedure {
 public:
  Procedure(const ChipOnBench& chip, const MonitorParameters& parameters, base::RandomStream& noise)
      : chip_(chip),
        driver_(chip.driver),
        plant_(chip.fabric.actuators(), chip.thermal, driver_, chip.couplings),
        parameters_(parameters),
        monitor_(parameters),
        noise_(noise),
        idle_(chip.fabric.structure().idle),
        codes_(sweep_codes(chip.driver, parameters.sweep_points)) {
    result_.table = nominal_calibration(chip.fabric, driver_);
    for (std::size_t cell = 0; cell < chip.fabric.cells(); ++cell) {
      const auto id = static_cast<base::CellId>(cell);
      ways_.push_back(find_monitor_way(chip.fabric.graph(), id, idle_));
      result_.cells.emplace_back();
      result_.cells.back().cell = id;
    }
  }

  MeasuredCalibration run() {
    for (int pass = 0; pass < parameters_.passes; ++pass) {
      for (const FieldPlan::Step& step : chip_.fabric.plan().steps) {
        measure(step.cell);
      }
    }
    return std::move(result_);
  }

 private:
  void measure(std::size_t cell) {
    if (!ways_[cell]) {
      return;
    }
    const MonitorWay& way = *ways_[cell];
    const auto id = static_cast<base::CellId>(cell);
    const base::ActuatorId heater = chip_.fabric.actuator(id);
    std::vector<double> phases;  // of an ideal cell of the nominal P_pi
    for (const DacCode code : codes_) {
      phases.push_back(driver_.phase_shift(driver_.power(code)).value());
    }
    const std::vector<double> readings = sweep(id, heater, way);
    std::optional<SineFit> fit = fit_sine_about(phases, readings, 1.0);
    if (!fit) {
      fit = fit_sine(phases, readings, 1.0);
    }
    MeasuredCell& found = result_.cells[cell];
    found.input = way.input;
    found.strays = way.strays;
    found.seen = fit && is_seen(*fit);
    CellCodes& codes = result_.table.actuators[base::index(heater)];
    if (!found.seen) {
      codes = nominal_codes();
      return;
    }
    found.offset = base::Radian(fit->phase);
    found.power_pi = chip_.driver.power_pi * (1.0 / fit->frequency);
    found.amplitude = base::PowerRatio(fit->amplitude);
    found.residual = base::PowerRatio(fit->residual);
    HeaterDriverParameters as_found = chip_.driver;
    as_found.phase_bias = found.offset;
    as_found.power_pi = found.power_pi;
    const HeaterDriver driver(as_found);
    const auto bar = choose_code(driver, CellState::bar, parameters_.phase_tolerance);
    const auto cross = choose_code(driver, CellState::cross, parameters_.phase_tolerance);
    codes = {bar.code, cross.code};
    found.reaches_bar = bar.in_range;
    found.reaches_cross = cross.in_range;
  }

  /// At each code, what the monitors show: straight on minus across.
  std::vector<double> sweep(base::CellId cell, base::ActuatorId heater, const MonitorWay& way) {
    std::vector<base::Watt> powers(chip_.fabric.actuators(), driver_.power(DacCode{0}));
    for (std::size_t i = 0; i < chip_.fabric.cells(); ++i) {
      const base::ActuatorId other = chip_.fabric.actuator(static_cast<base::CellId>(i));
      powers[base::index(other)] = driver_.power(result_.table.code(other, way.states[i]));
    }
    BenchLight light(chip_.fabric, cell, way.input);
    const bool warms_the_way = std::any_of(
        chip_.couplings.begin(), chip_.couplings.end(), [&](const ThermalCoupling& coupling) {
          return coupling.from == heater && light.passes(coupling.to);
        });
    std::vector<double> readings;
    std::vector<base::Radian> phases;
    for (const DacCode code : codes_) {
      powers[base::index(heater)] = driver_.power(code);
      plant_.settle_at(base::Picoseconds(0), powers);
      plant_.phases(base::Picoseconds(0), phases);
      if (readings.empty() || warms_the_way) {
        light.arrive(phases);
      }
      const std::array<double, 2> out = light.leave(phases);
      const base::PowerRatio straight = monitor_.read(base::PowerRatio(out[way.rail]), noise_);
      const base::PowerRatio across = monitor_.read(base::PowerRatio(out[1 - way.rail]), noise_);
      readings.push_back((straight - across).value());
    }
    return readings;
  }

  [[nodiscard]] bool is_seen(const SineFit& fit) const {
    // Two readings are rounded to steps of the ADC, each with a twelfth of its square as variance.
    const double rounding = monitor_.step(base::PowerRatio(fit.amplitude)).value() / std::sqrt(6.0);
    const double error =
        std::max(fit.residual, rounding) * std::sqrt(2.0 / static_cast<double>(codes_.size()));
    return fit.amplitude >= kSureness * error;
  }

  [[nodiscard]] CellCodes nominal_codes() const {
    return {driver_.least_power_code(nominal_phase(CellState::bar)).code,
            driver_.least_power_code(nominal_phase(CellState::cross)).code};
  }

  const ChipOnBench& chip_;
  HeaterDriver driver_;
  ThermalPlant plant_;
  const MonitorParameters& parameters_;
  Monitor monitor_;
  base::RandomStream& noise_;
  std::vector<CellState> idle_;
  std::vector<DacCode> codes_;
  std::vector<std::optional<MonitorWay>> ways_;  // by cell
  MeasuredCalibration result_;
};

}  // namespace

std::size_t MeasuredCalibration::unseen() const {
  return static_cast<std::size_t>(std::count_if(
      cells.begin(), cells.end(), [](const MeasuredCell& cell) { return !cell.seen; }));
}

std::size_t MeasuredCalibration::out_of_reach() const {
  return static_cast<std::size_t>(std::count_if(
      cells.begin(), cells.end(),
      [](const MeasuredCell& cell) { return !cell.reaches_bar || !cell.reaches_cross; }));
}

MeasuredCalibration measure_calibration(const ChipOnBench& chip, const MonitorParameters& monitor,
                                        base::RandomStream& noise) {
  return Procedure(chip, monitor, noise).run();
}

}  // namespace heliograph::photonics
