// SPDX-License-Identifier: Apache-2.0
#include "testbenches/calibration/calibration_report.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/diagnostics.hpp"
#include "testbenches/fabrics/report_json.hpp"
#include "testbenches/fabrics/report_text.hpp"

namespace heliograph::testbenches {

namespace {

using Json = nlohmann::ordered_json;

std::string level_text(double value) { return decibel_text(base::Decibel(value)); }

std::string level_text(const std::optional<double>& value) {
  return value ? level_text(*value) : "none";
}

Json level_json(const std::optional<double>& value) {
  return value ? number_json(*value) : Json(nullptr);
}

std::string chip_row(const ChipFigures& chip, const ChipTargets& targets) {
  return fmt::format("{:<13} {:>6} {:>6} {:>8} {:>7} {:>9.0f} {:>6} {:>7}\n", chip.name,
                     level_text(chip.mean_loss_dB), level_text(chip.worst_loss_dB),
                     level_text(chip.mean_crosstalk_dB), level_text(chip.worst_crosstalk_dB),
                     chip.mean_holding_mW, chip.lost, chip.meets(targets) ? "yes" : "no");
}

/// Least and greatest fitted P_pi, mW; none when no cell was seen.
std::optional<Spread> fitted_power_pi(const photonics::MeasuredCalibration& measured) {
  std::optional<Spread> spread;
  for (const photonics::MeasuredCell& cell : measured.cells) {
    if (cell.seen) {
      const double here = cell.power_pi.value() * 1e3;
      spread = spread ? Spread{std::min(spread->least, here), 0.0, std::max(spread->most, here)}
                      : Spread{here, here, here};
    }
  }
  return spread;
}

std::string procedure_text(const SwitchSource& source, const ChipStudy& study) {
  const platforms::SwitchConfig& config = source.config.fabric_switch;
  const std::vector<photonics::MeasuredCell>& cells = study.measured.cells;
  std::string text = fmt::format(
      "procedure: {} cells one by one in the order of the light, {} codes of {} bits each, "
      "monitors "
      "of {} bits, {} {}\n",
      cells.size(), config.monitor.sweep_points, config.driver.dac_bits, config.monitor.adc_bits,
      config.monitor.passes, config.monitor.passes == 1 ? "pass" : "passes");
  if (const std::optional<Spread> power = fitted_power_pi(study.measured)) {
    text += fmt::format(
        "found P_pi of {:.2f} to {:.2f} mW; codes miss their phases by {:.4f} rad "
        "(rms), {:.4f} at most\n",
        power->least, power->most, study.miss.rms.value(), study.miss.worst.value());
  }
  const auto strays = std::count_if(cells.begin(), cells.end(),
                                    [](const photonics::MeasuredCell& c) { return c.strays > 0; });
  if (strays > 0) {
    text += fmt::format("{} cells are measured with stray light on their other rail\n", strays);
  }
  if (study.measured.unseen() > 0) {
    text += fmt::format("{} cells show too little light and keep nominal codes\n",
                        study.measured.unseen());
  }
  if (study.measured.out_of_reach() > 0) {
    text += fmt::format(
        "{} cells have a state out of their driver's reach (a full turn of the phase is enough for "
        "all: raise dac_max_V)\n",
        study.measured.out_of_reach());
  }
  return text;
}

std::string count_text(std::string_view name, const YieldCount& count, std::size_t chips) {
  return fmt::format("{:<13} {:>6} of {} ({:.1f} %; 95 % confidence {:.1f} to {:.1f} %)\n", name,
                     count.met, chips,
                     100.0 * static_cast<double>(count.met) / static_cast<double>(chips),
                     100.0 * count.share.least, 100.0 * count.share.most);
}

Json count_json(const YieldCount& count, std::size_t chips) {
  return {{"met", count.met},
          {"share", static_cast<double>(count.met) / static_cast<double>(chips)},
          {"share_least", count.share.least},
          {"share_most", count.share.most}};
}

Json cell_json(const SwitchSource& source, const ChipStudy& study,
               const photonics::MeasuredCell& cell) {
  const photonics::CellCodes& codes =
      study.measured.table.actuators[base::index(source.fabric().actuator(cell.cell))];
  Json json{{"cell", base::index(cell.cell)},
            {"name", source.fabric().cell_name(cell.cell)},
            {"seen", cell.seen},
            {"bar_code", static_cast<unsigned>(codes.bar)},
            {"cross_code", static_cast<unsigned>(codes.cross)},
            {"reaches_bar", cell.reaches_bar},
            {"reaches_cross", cell.reaches_cross}};
  if (cell.seen) {
    json["input"] = base::index(cell.input);
    json["strays"] = cell.strays;
    json["offset_rad"] = cell.offset.value();
    json["power_pi_mW"] = cell.power_pi.value() * 1e3;
    json["amplitude"] = cell.amplitude.value();
    json["residual"] = cell.residual.value();
  }
  return json;
}

}  // namespace

void require_monitors(const SwitchSource& source) {
  if (!can_be_measured(source)) {
    throw base::InputError({source.file, 0, 0},
                           "found " + source.title() +
                               "; expected a topology of Mach-Zehnder cells: only those have "
                               "monitors that a calibration can read");
  }
}

std::string calibration_text(const SwitchSource& source, const ChipStudy& study,
                             const ChipTargets& targets, const std::optional<ChipYield>& yield) {
  std::string text = heading_text(source);
  text += fmt::format("chip of seed {}; all pairs of ports, all inputs lit, by the fields\n",
                      source.config.seed);
  text += "                loss, dB   crosstalk, dB   holding    not    meets\n";
  text += "chip           mean  worst     mean   worst        mW arrive targets\n";
  for (const ChipFigures& chip : study.chips) {
    text += chip_row(chip, targets);
  }
  text += fmt::format("targets: loss of at most {} dB, crosstalk of at most {} dB\n",
                      level_text(targets.loss.value()), level_text(targets.crosstalk.value()));
  text += procedure_text(source, study);
  if (yield) {
    text += fmt::format("chips that meet the targets, of the seeds 1 to {}:\n", yield->chips);
    text += count_text("uncalibrated", yield->uncalibrated, yield->chips);
    text += count_text("calibrated", yield->calibrated, yield->chips);
  }
  return text;
}

std::string calibration_json(const SwitchSource& source, const ChipStudy& study,
                             const ChipTargets& targets, const std::optional<ChipYield>& yield) {
  Json rows = Json::array();
  for (const ChipFigures& chip : study.chips) {
    rows.push_back({{"chip", chip.name},
                    {"mean_loss_dB", number_json(chip.mean_loss_dB)},
                    {"worst_loss_dB", number_json(chip.worst_loss_dB)},
                    {"mean_crosstalk_dB", level_json(chip.mean_crosstalk_dB)},
                    {"worst_crosstalk_dB", level_json(chip.worst_crosstalk_dB)},
                    {"mean_holding_mW", chip.mean_holding_mW},
                    {"circuits", chip.circuits},
                    {"not_arriving", chip.lost},
                    {"meets_targets", chip.meets(targets)}});
  }
  Json cells = Json::array();
  for (const photonics::MeasuredCell& cell : study.measured.cells) {
    cells.push_back(cell_json(source, study, cell));
  }
  Json json{{"title", source.title()},
            {"fabric", source.kind()},
            {"seed", source.config.seed},
            {"target_loss_dB", targets.loss.value()},
            {"target_crosstalk_dB", targets.crosstalk.value()},
            {"rows", std::move(rows)},
            {"phase_miss_rms_rad", study.miss.rms.value()},
            {"phase_miss_worst_rad", study.miss.worst.value()},
            {"unseen_cells", study.measured.unseen()},
            {"cells_out_of_reach", study.measured.out_of_reach()},
            {"cells", std::move(cells)},
            {"yield", nullptr}};
  if (yield) {
    json["yield"] = {{"chips", yield->chips},
                     {"uncalibrated", count_json(yield->uncalibrated, yield->chips)},
                     {"calibrated", count_json(yield->calibrated, yield->chips)}};
  }
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
