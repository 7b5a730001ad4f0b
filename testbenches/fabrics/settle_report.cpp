// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/settle_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testbenches/fabrics/report_text.hpp"

namespace heliograph::testbenches {

namespace {

using base::Picoseconds;
using Json = nlohmann::ordered_json;

double microseconds(Picoseconds instant) { return instant.seconds() * 1e6; }

std::string instant_text(const std::optional<Picoseconds>& instant) {
  return instant ? fmt::format("{:.3f}", microseconds(*instant)) : "never";
}

std::string level_text(double level) { return decibel_text(base::Decibel(level)); }

Json instant_json(const std::optional<Picoseconds>& instant) {
  return instant ? Json(microseconds(*instant)) : Json(nullptr);
}

Json level_json(double level) { return std::isfinite(level) ? Json(level) : Json(nullptr); }

std::string heater_text(const SwitchSource& source) {
  const photonics::ThermalPlantParameters& thermal = source.config.fabric_switch.thermal;
  const double ratio = source.config.fabric_switch.driver.overdrive_ratio;
  std::string text = fmt::format("tau {:.4g} us", microseconds(thermal.tau));
  if (thermal.response == photonics::HeaterResponseKind::delayed) {
    text += fmt::format(" after a diffusion time of {:.4g} us", microseconds(thermal.diffusion));
  }
  return text + (ratio > 1.0 ? fmt::format(", overdriven by up to {}", ratio) : ", not overdriven");
}

std::string target_text(const SettlingTargets& targets) {
  const std::string within = fmt::format("{} dB", targets.loss_within.value());
  const std::string crosstalk =
      targets.crosstalk
          ? fmt::format("at most {} dB", targets.crosstalk->value())
          : fmt::format("at most {} above its final value or {} dB", within, kDarkCrosstalk_dB);
  return "loss within " + within + " of its final value, crosstalk " + crosstalk;
}

}  // namespace

std::optional<Picoseconds> SettleReport::latest() const {
  std::optional<Picoseconds> latest;
  for (const SettledPath& path : paths) {
    for (const std::optional<Picoseconds>& instant : {path.loss, path.crosstalk}) {
      if (instant && (!latest || *instant > *latest)) {
        latest = instant;
      }
    }
  }
  return latest;
}

bool SettleReport::all_settle() const {
  return std::all_of(paths.begin(), paths.end(),
                     [](const SettledPath& path) { return path.both().has_value(); });
}

SettleReport settle_report(const SwitchSource& source, const photonics::Matching& circuits,
                           const std::vector<photonics::CellState>& from,
                           const std::vector<photonics::CellState>& to,
                           const SettlingTargets& targets, std::size_t points) {
  const PathSettling change(source, circuits, from, to);
  SettleReport report;
  report.targets = targets;
  const std::vector<base::Watt> before = source.powers(from);
  const std::vector<base::Watt> after = source.powers(to);
  for (std::size_t heater = 0; heater < before.size(); ++heater) {
    if (before[heater] != after[heater]) {
      ++(after[heater] > before[heater] ? report.heat : report.cool);
    }
  }
  report.paths = change.settle(targets);
  const Picoseconds latest = report.latest().value_or(Picoseconds(0));
  const std::int64_t end = std::max(latest.count() + latest.count() / 4,
                                    source.config.fabric_switch.thermal.tau.count());
  for (std::size_t point = 0; point < points; ++point) {
    const double part =
        points == 1 ? 0.0 : static_cast<double>(point) / static_cast<double>(points - 1);
    report.instants.emplace_back(std::llround(part * static_cast<double>(end)));
    report.curves.push_back(change.levels(report.instants.back()));
  }
  return report;
}

std::string settle_text(const SwitchSource& source, const SettleReport& report) {
  std::string text = heading_text(source);
  text += fmt::format("cells   {} heat, {} cool, {} stay; {}\n", report.heat, report.cool,
                      source.fabric().cells() - report.heat - report.cool, heater_text(source));
  text += "target  " + target_text(report.targets) + "\n";
  text += "           final, dB               settled, us after the codes\n";
  text += "circuit    loss  crosstalk         loss  crosstalk       both\n";
  for (const SettledPath& path : report.paths) {
    const std::string name =
        fmt::format("{}:{}", base::index(path.circuit.input), base::index(path.circuit.output));
    text += fmt::format("{:<7} {:>7} {:>10} {:>12} {:>10} {:>10}\n", name,
                        level_text(path.final_levels.loss_dB),
                        level_text(path.final_levels.crosstalk_dB), instant_text(path.loss),
                        instant_text(path.crosstalk), instant_text(path.both()));
  }
  const auto never = std::count_if(report.paths.begin(), report.paths.end(),
                                   [](const SettledPath& path) { return !path.both(); });
  if (never > 0) {
    text += fmt::format("never: the target is below what {} of {} circuits have in the end\n",
                        never, report.paths.size());
  } else if (report.latest()) {
    text +=
        fmt::format("all settled after {} us, {:.2f} tau\n", instant_text(report.latest()),
                    report.latest()->seconds() / source.config.fabric_switch.thermal.tau.seconds());
  }
  return text;
}

std::string settle_json(const SwitchSource& source, const SettleReport& report) {
  const photonics::ThermalPlantParameters& thermal = source.config.fabric_switch.thermal;
  const bool delayed = thermal.response == photonics::HeaterResponseKind::delayed;
  Json rows = Json::array();
  for (const SettledPath& path : report.paths) {
    rows.push_back({{"input", base::index(path.circuit.input)},
                    {"output", base::index(path.circuit.output)},
                    {"loss_dB", level_json(path.final_levels.loss_dB)},
                    {"crosstalk_dB", level_json(path.final_levels.crosstalk_dB)},
                    {"loss_settled_us", instant_json(path.loss)},
                    {"crosstalk_settled_us", instant_json(path.crosstalk)},
                    {"settled_us", instant_json(path.both())}});
  }
  Json curves = Json::array();
  for (std::size_t point = 0; point < report.instants.size(); ++point) {
    Json circuits = Json::array();
    for (const PathLevels& level : report.curves[point]) {
      circuits.push_back({{"loss_dB", level_json(level.loss_dB)},
                          {"crosstalk_dB", level_json(level.crosstalk_dB)}});
    }
    curves.push_back(
        {{"time_us", microseconds(report.instants[point])}, {"circuits", std::move(circuits)}});
  }
  const Json json{
      {"title", source.title()},
      {"fabric", source.kind()},
      {"tau_us", microseconds(thermal.tau)},
      {"heater_response", delayed ? "delayed" : "first_order"},
      {"diffusion_us", delayed ? Json(microseconds(thermal.diffusion)) : Json(nullptr)},
      {"overdrive_ratio", source.config.fabric_switch.driver.overdrive_ratio},
      {"loss_within_dB", report.targets.loss_within.value()},
      {"crosstalk_most_dB",
       report.targets.crosstalk ? Json(report.targets.crosstalk->value()) : Json(nullptr)},
      {"heating_cells", report.heat},
      {"cooling_cells", report.cool},
      {"all_settle", report.all_settle()},
      {"latest_us", instant_json(report.latest())},
      {"rows", std::move(rows)},
      {"curves", std::move(curves)}};
  return json.dump(2) + "\n";
}

std::string settle_csv(const SettleReport& report) {
  std::string text = "time_us,input,output,loss_dB,crosstalk_dB\n";
  const auto level = [](double value) {
    return std::isfinite(value) ? fmt::format("{:.6g}", value) : std::string();
  };
  for (std::size_t point = 0; point < report.instants.size(); ++point) {
    for (std::size_t i = 0; i < report.paths.size(); ++i) {
      const LitCircuit& circuit = report.paths[i].circuit;
      const PathLevels& levels = report.curves[point][i];
      text += fmt::format("{:.6f},{},{},{},{}\n", microseconds(report.instants[point]),
                          base::index(circuit.input), base::index(circuit.output),
                          level(levels.loss_dB), level(levels.crosstalk_dB));
    }
  }
  return text;
}

}  // namespace heliograph::testbenches
