// SPDX-License-Identifier: Apache-2.0
// Presets of switches that others measured: what the rows may claim, and their figures by other
// ways.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "photonics/fabric/mesh_layout.hpp"
#include "photonics/mesh_routing/switch_ports.hpp"
#include "testbenches/fabrics/switch_source.hpp"
#include "testbenches/studies/known_misses.hpp"
#include "testbenches/studies/study_list.hpp"
#include "testbenches/studies/switch_figures.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::testbenches {
namespace {

using photonics::CellState;

StudyContext presets_only() { return {"", tests::source_path("platforms/presets")}; }

SwitchSource preset(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return open_switch_description(tests::source_path("platforms/presets/switches/" + name + ".yaml"),
                                 overrides);
}

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

std::vector<CellState> all_cells(const SwitchSource& source, CellState state) {
  return std::vector<CellState>(source.fabric().cells(), state);
}

TEST_CASE("measured switches: only what a paper's own figures allow is predicted") {
  const std::vector<ReproductionRow> rows = reproduce({"measured_switches"}, presets_only());
  std::size_t fitted = 0;
  for (const ReproductionRow& row : rows) {
    CAPTURE(row.quantity);
    CHECK_FALSE(row.source.empty());
    if (row.basis == ReproductionBasis::predicted && row.model) {
      // Couplers, lengths and heaters of LightIN, and the power of one of Chen's elements.
      CHECK((starts_with(row.quantity, "LightIN") ||
             row.quantity == "Chen 8x8: bound of the holding power"));
    }
    if (row.basis == ReproductionBasis::assumed) {
      CHECK(row.verdict == Verdict::reported);
    }
    if (row.note.find("recalled") != std::string::npos) {
      CHECK(row.verdict == Verdict::reported);
      CHECK_FALSE(row.deviation);
    }
    if (row.verdict == Verdict::fitted) {
      ++fitted;
      CHECK(row.fitted_parameters > 0);
    }
  }
  CHECK(fitted == 7);
}

TEST_CASE("measured switches: every miss is known with its reason, and every known one misses") {
  const std::vector<ReproductionRow> rows = reproduce({"measured_switches"}, presets_only());
  for (const ReproductionRow& row : unexpected_misses(rows, known_misses())) {
    FAIL_CHECK(row.quantity << ": " << *row.model);
  }
  for (const KnownMiss& known : known_misses()) {
    if (known.study != "measured_switches") {
      continue;
    }
    CAPTURE(known.quantity);
    CHECK_FALSE(known.why.empty());
    CHECK(std::any_of(rows.begin(), rows.end(), [&](const ReproductionRow& row) {
      return row.study == known.study && row.quantity == known.quantity &&
             row.verdict == Verdict::outside;
    }));
  }
}

TEST_CASE("a preset that is not there is named, with where it is looked for") {
  CHECK_THROWS_WITH(reproduce({"measured_switches"}, StudyContext{}),
                    Catch::Contains("switches/lightin_4x4.yaml") &&
                        Catch::Contains("the preset is not there") &&
                        Catch::Contains("HELIOGRAPH_PRESETS"));
  CHECK_NOTHROW(reproduce({"fabric_structures"}, StudyContext{}));
}

TEST_CASE("Lu 16x16: losses of the two states from the closed form of a cell") {
  // No waveguides and crossings: seven cells in a row. In cross light loses cell_loss_dB in each;
  // in bar the driven arm's field g leaves ((1 + g) / 2)^2 besides. Leaks that come back to the
  // own output are what the fields have besides: with cells in bar as many as six leave and return.
  const SwitchSource source =
      preset("lu_16x16", {"switch.waveguide_loss_dB_per_cm=0", "switch.crossing_loss_dB=0"});
  const auto& config = source.config.fabric_switch;
  const double cell = config.make.cell.cell_loss.value();
  const double g = std::pow(10.0, -config.carrier.loss_per_pi.value() / 20.0);
  const auto frequency = source.fabric().design_frequency();
  const SwitchFigures cross =
      figures_of_states(source.fabric(), all_cells(source, CellState::cross), frequency);
  CHECK(cross.paths == 16);
  CHECK(cross.mean_loss.value() == Approx(7.0 * cell).epsilon(1e-12));
  CHECK(cross.loss_variation().value() < 1e-9);
  const SwitchFigures bar =
      figures_of_states(source.fabric(), all_cells(source, CellState::bar), frequency);
  const double straight = 7.0 * (cell - 20.0 * std::log10((1.0 + g) / 2.0));
  // Two leaks of field (1 - g) / 2 for two passes of (1 + g) / 2, in each pair of columns.
  const double leak = (1.0 - g) / (1.0 + g);
  CHECK(std::abs(bar.mean_loss.value() - straight) < 20.0 * std::log10(1.0 + 21.0 * leak * leak));
}

TEST_CASE("figures of all pairs: with ideal cells each path of PILOSS loses that of N cells") {
  const SwitchSource source =
      preset("aist_32x32", {"switch.coupler_in=0.5", "switch.coupler_out=0.5",
                            "switch.arm_imbalance_dB=0", "switch.phase_error_sigma_rad=0",
                            "switch.waveguide_loss_dB_per_cm=0", "switch.crossing_loss_dB=0"});
  const SwitchFigures figures = figures_of_all_pairs(source.fabric(), *source.parts.router,
                                                     source.fabric().design_frequency());
  const double loss = 32.0 * source.config.fabric_switch.make.cell.cell_loss.value();
  CHECK(figures.paths == 1024);
  CHECK(figures.least_loss.value() == Approx(loss).epsilon(1e-9));
  CHECK(figures.greatest_loss.value() == Approx(loss).epsilon(1e-9));
  CHECK(figures.worst_crosstalk.value() < -200.0);
  CHECK(worst_crosstalk_of_powers(source.fabric(), *source.parts.router).value() < -200.0);
}

TEST_CASE("Berkeley 32x32: loss and crosstalk of a crossbar from the closed form of its cells") {
  // Circuit (row i, column j) passes j cells, turns in one, passes 31 - i more; between cells there
  // are waveguides. From the row r of another circuit light leaks in the cell (r, j).
  const SwitchSource source =
      preset("berkeley_32x32", {"switch.waveguide_loss_dB_per_cm=0", "switch.drop_leak_dB=-150"});
  const SwitchFigures figures = figures_of_all_pairs(source.fabric(), *source.parts.router,
                                                     source.fabric().design_frequency());
  const auto& cell = source.config.fabric_switch.coupler;
  const double turn = cell.drop_loss.value();
  const double pass = cell.through_loss.value();
  CHECK(figures.least_loss.value() == Approx(turn).epsilon(1e-6));
  CHECK(figures.greatest_loss.value() == Approx(turn + 62.0 * pass).epsilon(1e-6));
  // The worst is light of the last row at the first row's circuit, one column away or more.
  const double worst = cell.through_leak.value() + turn + 31.0 * pass;
  CHECK(figures.worst_crosstalk.value() == Approx(worst).margin(pass));
}

TEST_CASE("LightIN 4x4: its ports are those with the shortest longest route, by a search") {
  const SwitchSource source = preset("lightin_4x4");
  const auto& config = source.config.fabric_switch.mesh;
  const photonics::MeshLayout layout = photonics::make_mesh_layout(
      {photonics::MeshOutline::square, static_cast<std::size_t>(config.rows),
       static_cast<std::size_t>(config.columns)});
  const auto& places = layout.drawing.inputs;
  const auto [left, right] = std::minmax_element(
      places.begin(), places.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
  std::vector<base::PortId> inputs;
  std::vector<base::PortId> outputs;
  for (std::size_t port = 0; port < places.size(); ++port) {
    if (places[port].x == left->x) {
      inputs.push_back(static_cast<base::PortId>(port));
    } else if (places[port].x == right->x) {
      outputs.push_back(static_cast<base::PortId>(port));
    }
  }
  const photonics::SwitchPortSearch search =
      photonics::search_switch_ports(photonics::MeshRouter(layout.graph), 4, inputs, outputs, {});
  CHECK(search.choices == 4900);
  REQUIRE(search.choice);
  CHECK(search.choice->ports.tx == config.switch_ports().tx);
  CHECK(search.choice->ports.rx == config.switch_ports().rx);
  CHECK(search.choice->longest == 9);
  CHECK(search.choice->cells == 24 * 4 * 9);
  // As the fields have it: every circuit arrives, over nine cells of n_g L / c.
  const std::vector<RoutedSetting> settings =
      settings_of_all_permutations(source.fabric(), *source.parts.router);
  CHECK(settings.size() == 24);
  const SwitchFigures figures =
      figures_of_settings(source.fabric(), settings, source.fabric().design_frequency());
  CHECK(figures.paths == 96);
  CHECK(figures.greatest_delay.value() ==
        Approx(9.0 * 500e-6 * 4.0 / base::kLightSpeedMetrePerSecond));
}

TEST_CASE("figures of all permutations are for small switches") {
  const SwitchSource source = preset("chen_8x8");
  CHECK_THROWS_AS(settings_of_all_permutations(source.fabric(), *source.parts.router),
                  std::invalid_argument);
}

TEST_CASE("the page on measured switches has every row as it is") {
  std::ifstream file(tests::source_path("docs/validation/measured-switches.md"));
  std::ostringstream page;
  page << file.rdbuf();
  for (const ReproductionRow& row : reproduce({"measured_switches"}, presets_only())) {
    const std::string published =
        row.published ? fmt::format("{}{:.3g}", row.at_most ? "at most " : "", *row.published) : "";
    const std::string line =
        fmt::format("| {} | {} | {} | {:.3g} | {}, {} |", row.quantity, row.unit, published,
                    *row.model, to_string(row.basis), to_string(row.verdict));
    CHECK_THAT(page.str(), Catch::Contains(line));
  }
}

TEST_CASE("figures refuse states that lead into the dark") {
  const SwitchSource source = preset("chen_8x8");
  CHECK_THROWS_AS(figures_of_states(source.fabric(), all_cells(source, CellState::cross),
                                    source.fabric().design_frequency()),
                  std::invalid_argument);
}

}  // namespace
}  // namespace heliograph::testbenches
