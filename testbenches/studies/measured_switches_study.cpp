// SPDX-License-Identifier: Apache-2.0
// Switches that others built and measured, as the presets in platforms/presets/switches describe
// them. Where a paper has no table of its cell's figures, these are fitted, and what is only
// recalled is not compared.
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/units.hpp"
#include "testbenches/fabrics/switch_source.hpp"
#include "testbenches/studies/study_list.hpp"
#include "testbenches/studies/switch_figures.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::CellState;

/// Published with one or two digits; a fitted preset must give them back to half of the last.
constexpr double kLastDigit = 0.05;

SwitchSource open_preset(const StudyContext& context, const std::string& name) {
  return open_switch_description(context.preset_file("switches/" + name + ".yaml"), {});
}

SwitchFigures all_pairs(const SwitchSource& source) {
  return figures_of_all_pairs(source.fabric(), *source.parts.router,
                              source.fabric().design_frequency());
}

SwitchFigures all_cells_in(const SwitchSource& source, CellState state) {
  return figures_of_states(source.fabric(), std::vector<CellState>(source.fabric().cells(), state),
                           source.fabric().design_frequency());
}

/// The worst crosstalk of these settings within `half_width` of the design wavelength.
double worst_crosstalk_db(const SwitchSource& source, const std::vector<RoutedSetting>& settings,
                          base::Metre half_width) {
  constexpr int kSteps = 8;  // to either side; the crosstalk of couplers has no finer structure
  const double light = base::kLightSpeedMetrePerSecond;
  const double centre = light / source.fabric().design_frequency().value();
  double worst = -std::numeric_limits<double>::infinity();
  for (int step = -kSteps; step <= kSteps; ++step) {
    const double wavelength = centre + half_width.value() * step / kSteps;
    const SwitchFigures figures =
        figures_of_settings(source.fabric(), settings, base::Hertz(light / wavelength));
    worst = std::max(worst, figures.worst_crosstalk.value());
  }
  return worst;
}

void add_light_in(const StudyContext& context, RowMaker& rows) {
  rows.set_source("LightIN 4x4, Zhu et al., Light Sci. Appl. 15, 165 (2026)");
  const SwitchSource source = open_preset(context, "lightin_4x4");
  const std::vector<RoutedSetting> settings =
      settings_of_all_permutations(source.fabric(), *source.parts.router);
  const SwitchFigures figures =
      figures_of_settings(source.fabric(), settings, source.fabric().design_frequency());
  const Fit fit{1, 2};  // cell_loss_dB; least and greatest loss
  // Fibre couplings repeat to some tenths of a dB.
  const double coupling = 0.5;
  rows.fitted(fit, "LightIN 4x4: least on-chip loss", "dB", 1.85, figures.least_loss.value(),
              coupling)
      .note =
      "of all circuits of the 24 permutations on the square mesh, nine cells each; eight paths "
      "were measured; one cell loss is fitted to both";
  rows.fitted(fit, "LightIN 4x4: greatest on-chip loss", "dB", 2.99, figures.greatest_loss.value(),
              coupling);
  const std::string which_ports =
      "from the measured coupling of 0.462; the chip's ports are not published: of all choices of "
      "four at either side the one with the shortest longest route is taken; other phases of the "
      "waveguides make it -21.6 to -19.7 dB";
  rows.predicted_at_most("LightIN 4x4: worst crosstalk of one input at 1560 nm", "dB", -20.0,
                         figures.worst_crosstalk.value(), 0.0)
      .note = which_ports;
  rows.predicted_at_most("LightIN 4x4: worst crosstalk of one input over 20 nm", "dB", -15.0,
                         worst_crosstalk_db(source, settings, base::Metre(10e-9)), 0.0)
      .note =
      "20 nm about 1560 nm; published as below -15 or -20 dB, the weaker one is taken; other "
      "phases "
      "of the waveguides make it -16.2 to -14.1 dB";
  rows.predicted("LightIN 4x4: latency", "ps", 60.0, figures.greatest_delay.value() * 1e12, 5.0)
      .note = "cells alone, nine on every route; access waveguides are not in it";
  const SwitchSource mesh = open_preset(context, "lightin_mesh");
  const double power = static_cast<double>(mesh.fabric().cells()) *
                       mesh.config.fabric_switch.driver.power_pi.value();
  rows.predicted("LightIN mesh: power with cells trimmed from random phases", "W", 1.8, power / 2.0,
                 kLastDigit)
      .note = "a phase of pi/2 on average, in all 40 cells; the paper's own estimate, not measured";
}

void add_lu(const StudyContext& context, RowMaker& rows) {
  rows.set_source("Lu et al., Opt. Express 24, 9295 (2016), abstract");
  const SwitchSource source = open_preset(context, "lu_16x16");
  const SwitchFigures cross = all_cells_in(source, CellState::cross);
  const SwitchFigures bar = all_cells_in(source, CellState::bar);
  const Fit fit{2, 2};  // cell_loss_dB and loss_per_pi_dB; the two means
  rows.fitted(fit, "Lu 16x16: mean loss, all cells in cross", "dB", 6.7, cross.mean_loss.value(),
              kLastDigit);
  rows.fitted(fit, "Lu 16x16: mean loss, all cells in bar", "dB", 14.0, bar.mean_loss.value(),
              kLastDigit);
  const Fit spread{2, 4};  // the same, and the variation in both
  const std::string note =
      "by crossings and lengths of our own drawn layout; cells that differ from each other are not "
      "in the model";
  rows.fitted_at_most(spread, "Lu 16x16: variation of the loss, all cells in cross", "dB", 1.0,
                      cross.loss_variation().value(), kLastDigit)
      .note = note;
  rows.fitted_at_most(spread, "Lu 16x16: variation of the loss, all cells in bar", "dB", 1.0,
                      bar.loss_variation().value(), kLastDigit)
      .note = note;
  const std::string no_value = "no published value; it follows from the absorption that is fitted";
  rows.shown(ReproductionBasis::fitted, "Lu 16x16: worst crosstalk of one input, all cells in bar",
             "dB", std::nullopt, bar.worst_crosstalk.value(), no_value);
  rows.shown(ReproductionBasis::fitted, "Lu 16x16: worst crosstalk of one input, all pairs", "dB",
             std::nullopt, all_pairs(source).worst_crosstalk.value(), no_value);
}

void add_chen(const StudyContext& context, RowMaker& rows) {
  rows.set_source(
      "Chen 8x8, Compact, low-loss and low-power 8x8 broadband silicon optical switch "
      "(2012), abstract");
  const SwitchSource source = open_preset(context, "chen_8x8");
  const SwitchFigures figures = all_pairs(source);
  const std::vector<RoutedSetting> pairs =
      settings_of_all_pairs(source.fabric(), *source.parts.router);
  rows.fitted({1, 1}, "Chen 8x8: least on-chip loss", "dB", 4.0, figures.least_loss.value(),
              kLastDigit);
  rows.fitted({1, 2}, "Chen 8x8: greatest less least loss", "dB", 0.8,
              (figures.greatest_loss - figures.least_loss).value(), 0.4)
      .note = "by the crossings of our own drawn layout, 0.028 dB each; the paper's are not known";
  const std::string no_table =
      "needs the cell's couplers, which the abstract does not have: the model has the defaults";
  rows.shown(ReproductionBasis::assumed, "Chen 8x8: worst crosstalk of one input over 30 nm", "dB",
             -45.0, worst_crosstalk_db(source, pairs, base::Metre(15e-9)), no_table)
      .at_most = true;
  rows.shown(ReproductionBasis::assumed, "Chen 8x8: worst crosstalk of one input over 80 nm", "dB",
             -30.0, worst_crosstalk_db(source, pairs, base::Metre(40e-9)), no_table)
      .at_most = true;
  const auto on_paths = static_cast<double>(figures.most_cells_on_paths);
  const double element = source.config.fabric_switch.driver.power_pi.value();
  // Half of the last digit of the 1.5 mW, in each element.
  rows.predicted_at_most("Chen 8x8: bound of the holding power", "mW", 70.0,
                         on_paths * element * 1e3, on_paths * kLastDigit)
      .note =
      "all 48 elements on the eight paths driven at 1.5 mW, where the paper has less than that; "
      "2.4 mW are half of the last digit in each";
}

void add_berkeley(const StudyContext& context, RowMaker& rows) {
  rows.set_source("Berkeley 32x32, Henriksson, thesis UC Berkeley EECS 2025, abstract");
  const SwitchSource source = open_preset(context, "berkeley_32x32");
  const SwitchFigures figures = all_pairs(source);
  const Fit fit{2, 2};  // through_loss_dB and through_leak_dB
  rows.fitted(fit, "Berkeley 32x32: greatest on-chip loss", "dB", 4.6,
              figures.greatest_loss.value(), kLastDigit)
      .note = "the moved cell's 0.5 dB is assumed, the loss of a cell that is passed is fitted";
  rows.fitted_at_most(fit, "Berkeley 32x32: worst crosstalk of one input", "dB", -80.0,
                      figures.worst_crosstalk.value(), kLastDigit)
      .note = "the leak of a cell that is passed is fitted";
}

void add_aist(const StudyContext& context, RowMaker& rows) {
  rows.set_source("AIST 32x32 PILOSS, recalled (2018 or 2019)");
  const SwitchSource source = open_preset(context, "aist_32x32");
  const SwitchFigures figures = all_pairs(source);
  rows.shown(ReproductionBasis::assumed, "AIST 32x32: mean loss", "dB", 10.8,
             figures.mean_loss.value(),
             "recalled, fibre to fibre, not compared; the model's is on the chip, with cells of "
             "0.25 dB that are assumed");
  rows.shown(ReproductionBasis::assumed, "AIST 32x32: worst crosstalk of one input", "dB", -26.6,
             figures.worst_crosstalk.value(),
             "recalled, not compared; the model has the default couplers");
}

void add_ibm(const StudyContext& context, RowMaker& rows) {
  rows.set_source(
      "IBM 4x4, Modeling and Characterization of a Nonblocking 4x4 Mach-Zehnder "
      "Silicon Photonic Switch Fabric, J. Lightwave Technol., abstract");
  const SwitchSource source = open_preset(context, "ibm_4x4");
  const SwitchFigures figures = all_pairs(source);
  const Fit fit{2, 2};  // cell_loss_dB and loss_per_pi_dB; the two losses
  rows.fitted(fit, "IBM 4x4: least on-chip loss", "dB", 1.5, figures.least_loss.value(),
              kLastDigit);
  rows.fitted(fit, "IBM 4x4: greatest on-chip loss", "dB", 3.0, figures.greatest_loss.value(),
              kLastDigit);
  rows.shown(ReproductionBasis::assumed, "IBM 4x4: worst crosstalk of one input", "dB", -25.0,
             figures.worst_crosstalk.value(),
             "the abstract does not name the network; in switch-and-select, which is assumed, with "
             "ideal "
             "couplers, little leaks")
      .at_most = true;
}

void add_smartlight(const StudyContext& context, RowMaker& rows) {
  constexpr double kCellsOnPath = 15.0;
  rows.set_source("Smartlight, a thesis on the iPronics unit, 6x6 switch on the mesh");
  const SwitchSource source = open_preset(context, "smartlight");
  const photonics::WayCost a_cell = source.fabric().cell_cost({}, photonics::CellState::cross);
  rows.shown(ReproductionBasis::assumed, "Smartlight 6x6: loss of a path of 15 cells", "dB", 10.0,
             kCellsOnPath * a_cell.loss.value(),
             "the model's is that of the cells alone; which of the couplings are in the 10 dB the "
             "thesis does not say, a facet has 3.34 dB or less");
}

/// What we take a switch of so many cells with drivers like Smartlight's to draw, of the parts that
/// the model has.
struct SwitchPower {
  double heaters = 0.0;  // half of P_pi in each cell, as trimmed from random phases
  double drivers = 0.0;
  double controller = 0.0;

  [[nodiscard]] double total() const { return heaters + drivers + controller; }
};

SwitchPower power_of(const platforms::ScenarioConfig& config, double cells) {
  const photonics::PowerParameters& power = config.platform.power;
  const photonics::HeaterDriver driver(config.fabric_switch.driver);
  const base::Watt half = config.fabric_switch.driver.power_pi / 2.0;
  return {cells * half.value(), cells * (power.dac_channel + driver.loss(half)).value(),
          power.controller_static.value()};
}

void add_ipronics(const StudyContext& context, RowMaker& rows) {
  constexpr double kCells = 4000.0;
  constexpr double kChannels = 32.0;
  constexpr double kStatic = 30.0;
  constexpr double kChannel = 0.78;
  rows.set_source("iPronics ONE-32, notes on ECOC and OFC 2026 and a digest, read at second hand");
  const SwitchSource source = open_preset(context, "smartlight");
  const SwitchPower power = power_of(source.config, kCells);
  rows.shown(ReproductionBasis::assumed, "iPronics ONE-32: power without channels", "W", kStatic,
             power.total(),
             fmt::format("{:.3g} W of heaters, {:.3g} W of DACs and drivers, {:.3g} W of "
                         "controller: its more than 4,000 cells with one heater each, P_pi of "
                         "Smartlight, 10 mW a DAC channel of another chip; nothing is fitted",
                         power.heaters, power.drivers, power.controller));
  rows.shown(ReproductionBasis::assumed, "iPronics ONE-32: power with 32 channels", "W",
             kStatic + kChannel * kChannels,
             power.total() + kChannels * source.config.platform.power.amplifier.value(),
             "published as 30 W + 0.78 W a channel; the 0.78 W are the source of our default of an "
             "amplifier's "
             "supply, so only the rest could disagree");
}

std::vector<ReproductionRow> measured_switches_rows(const StudyContext& context) {
  RowMaker rows("measured_switches", "");
  add_light_in(context, rows);
  add_lu(context, rows);
  add_chen(context, rows);
  add_berkeley(context, rows);
  add_aist(context, rows);
  add_ibm(context, rows);
  add_smartlight(context, rows);
  add_ipronics(context, rows);
  return rows.take();
}

}  // namespace

Study measured_switches_study() {
  return {"measured_switches", "loss, crosstalk and power of switches that others measured",
          measured_switches_rows};
}

}  // namespace heliograph::testbenches
