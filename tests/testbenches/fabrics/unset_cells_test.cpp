// SPDX-License-Identifier: Apache-2.0
// Cells of a mesh that nobody has set rest at phases of their own, and the light shows it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/random.hpp"
#include "photonics/routing/routing_check.hpp"
#include "testbenches/fabrics/circuits_at_work.hpp"
#include "testbenches/fabrics/state_text.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::testbenches {
namespace {

using photonics::CellState;

SwitchSource smartlight(std::vector<std::string> overrides) {
  return open_switch_description(tests::source_path("platforms/presets/switches/smartlight.yaml"),
                                 overrides);
}

SwitchSource smartlight_at_rest(int seed) {
  return smartlight({"switch.mesh.unset=random_phase", "seed=" + std::to_string(seed)});
}

/// Three circuits that share no cell.
CircuitsAtWork circuits(const SwitchSource& source) {
  CircuitChoice choice;
  choice.matching.circuits = "0:15,38:34,3:8";
  return circuits_at_work(source, choice);
}

/// Two pairs of ports, different ones by seed.
CircuitsAtWork two_circuits(const SwitchSource& source, int seed) {
  base::RandomStream random(static_cast<std::uint64_t>(seed), "unset cells");
  std::set<std::size_t> ports;
  std::string text;
  while (ports.size() < 4) {
    const auto port = static_cast<std::size_t>(40.0 * random.uniform());
    if (ports.insert(port).second) {
      text += std::to_string(port) + (ports.size() % 2 == 1 ? ":" : ports.size() == 2 ? "," : "");
    }
  }
  CircuitChoice choice;
  choice.matching.circuits = text;
  return circuits_at_work(source, choice);
}

/// What circuits on a chip look like, over 12 wavelengths of a free spectral range of the smallest
/// loop.
struct Look {
  double crosstalk_dB = 0.0;    // mean over circuits and wavelengths; none counts as -120
  double ripple_dB = 0.0;       // the most that a circuit's loss differs over the wavelengths
  std::vector<double> loss_dB;  // by circuit, at the design wavelength
};

Look look_at(const SwitchSource& source, const CircuitsAtWork& work) {
  constexpr int kWavelengths = 12;
  const photonics::MeshParameters& make = source.config.fabric_switch.mesh.make;
  const double range = 1.0 / (6.0 * make.puc_delay().value());
  const std::vector<base::Radian> phases = source.phases(work.states, work.unset);
  Look look;
  std::vector<double> least;
  std::vector<double> most;
  for (int i = 0; i < kWavelengths; ++i) {
    Eigen::MatrixXcd field;
    source.fabric().port_matrix(
        phases, source.fabric().design_frequency() + base::Hertz(range * i / kWavelengths), field);
    const auto circuits =
        photonics::check_by_fields(source.fabric(), work.matching, work.states, field).circuits;
    for (std::size_t c = 0; c < circuits.size(); ++c) {
      const double loss = circuits[c].loss.value();
      if (i == 0) {
        look.loss_dB.push_back(loss);
        least.push_back(loss);
        most.push_back(loss);
      }
      least[c] = std::min(least[c], loss);
      most[c] = std::max(most[c], loss);
      const double crosstalk = circuits[c].crosstalk ? circuits[c].crosstalk->value() : -120.0;
      look.crosstalk_dB +=
          std::max(-120.0, crosstalk) / (kWavelengths * static_cast<double>(circuits.size()));
    }
  }
  for (std::size_t c = 0; c < least.size(); ++c) {
    look.ripple_dB = std::max(look.ripple_dB, most[c] - least[c]);
  }
  return look;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.at(values.size() / 2);
}

bool share_cells(const SwitchSource& source, const CircuitsAtWork& work) {
  std::set<base::CellId> passed;
  for (std::size_t port = 0; port < work.matching.ports(); ++port) {
    const auto input = static_cast<base::PortId>(port);
    if (work.matching.output_of(input)) {
      for (const photonics::PathHop& hop : source.fabric().trace(input, work.states).hops) {
        if (!passed.insert(hop.cell).second) {
          return true;
        }
      }
    }
  }
  return false;
}

TEST_CASE("unset cells: a circuit keeps its light, but others get more of it than with parked") {
  // Circuits that share a cell get each other's light there, whatever idle cells do. Of those that
  // share none parked cells keep most apart, since leaks follow states to dark ports.
  std::vector<double> worse_dB;
  std::vector<double> parked_ripple;
  std::vector<double> resting_ripple;
  for (int seed = 1; seed <= 40; ++seed) {
    const SwitchSource parked = smartlight({"seed=" + std::to_string(seed)});
    const SwitchSource resting = smartlight_at_rest(seed);
    const CircuitsAtWork after = two_circuits(resting, seed);
    if (share_cells(resting, after)) {
      continue;
    }
    const CircuitsAtWork before = two_circuits(parked, seed);
    CHECK(before.unset.empty());
    REQUIRE(after.unset.size() == 72);
    const Look all_set = look_at(parked, before);
    const Look look = look_at(resting, after);
    REQUIRE(look.loss_dB.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
      // -35 dB of the couplers and about -40 dB of the phase leave in each cell; what comes back
      // has left and entered again, so that it has twice the dB of that in each pair of cells.
      CHECK(std::abs(look.loss_dB[i] - all_set.loss_dB[i]) < 0.05);
    }
    worse_dB.push_back(look.crosstalk_dB - all_set.crosstalk_dB);
    parked_ripple.push_back(all_set.ripple_dB);
    resting_ripple.push_back(look.ripple_dB);
  }
  CAPTURE(worse_dB, median(parked_ripple), median(resting_ripple));
  REQUIRE(worse_dB.size() >= 10);
  CHECK(median(worse_dB) > 3.0);
  // Unset cells are loops that are half open.
  CHECK(median(resting_ripple) > 3.0 * median(parked_ripple));
}

TEST_CASE("unset cells: the same seed is the same chip, another seed another one") {
  const auto field_of = [](const SwitchSource& source) {
    const CircuitsAtWork work = circuits(source);
    return source.fabric().port_matrix(source.phases(work.states, work.unset));
  };
  const Eigen::MatrixXcd one = field_of(smartlight_at_rest(1));
  CHECK(one == field_of(smartlight_at_rest(1)));
  CHECK((one - field_of(smartlight_at_rest(2))).norm() > 0.1);
}

TEST_CASE("unset cells: heaters only add to the phase of rest, up to a turn") {
  const SwitchSource source = smartlight_at_rest(3);
  const CircuitsAtWork work = circuits(source);
  const double power_pi = source.config.fabric_switch.driver.power_pi.value();
  const std::vector<base::Watt> powers = source.powers(work.states, work.unset);
  for (std::size_t cell = 0; cell < powers.size(); ++cell) {
    if (work.unset[cell]) {
      CHECK(powers[cell].value() == 0.0);
      continue;
    }
    // Half a step of the DAC is far below this.
    CHECK(powers[cell].value() < 2.0 * power_pi * 1.001);
    const double phase = source.parts.rest_phases[cell].value() +
                         base::kPi * powers[cell].value() / power_pi -
                         photonics::nominal_phase(work.states[cell]).value();
    CHECK(std::abs(std::remainder(phase, 2.0 * base::kPi)) < 2e-3);
  }
  const std::vector<base::Radian>& rest = source.parts.rest_phases;
  CHECK(*std::min_element(rest.begin(), rest.end()) >= base::Radian(0.0));
  CHECK(*std::max_element(rest.begin(), rest.end()) < base::Radian(2.0 * base::kPi));
}

TEST_CASE("unset cells: the text of states has them as ?, in and out") {
  const std::vector<CellState> idle(4, CellState::cross);
  const std::vector<bool> nobody(4, true);
  const CellSetting read = read_states("3x 1= 2?", "--states", {idle, nobody});
  CHECK(read.unset == std::vector<bool>{true, false, true, false});
  CHECK(state_text(read.states, read.unset) == "0? 1= 2? 3x");
  const CellSetting again =
      read_states(state_text(read.states, read.unset), "--states", {idle, nobody});
  CHECK(again.states == read.states);
  CHECK(again.unset == read.unset);
  CHECK(state_text(read.states) == "0x 1= 2x 3x");
  CHECK(read_states("1=", "--states", {idle, {}}).unset.empty());
  CHECK_THROWS_WITH(read_states("0? 1=", "--states", {idle, {}}),
                    "--states: error: found '0?'; expected x or = of each cell: only those of a "
                    "mesh with switch.mesh.unset=random_phase are unset (?)\n");
  CHECK_THROWS_WITH(read_states("?0 1- 4? 2? 2x", "--states", {idle, nobody}),
                    "--states: error: found '?0'; expected a cell's number and x (cross), = (bar) "
                    "or ? (unset), as in 0x 1= 2?\n"
                    "--states: error: found '1-'; expected a cell's number and x (cross), = (bar) "
                    "or ? (unset), as in 0x 1= 2?\n"
                    "--states: error: found cell 4; expected 0 to 3\n"
                    "--states: error: cell 2 is named twice\n");
}

TEST_CASE("unset cells: where light meets one there is no circuit") {
  const SwitchSource source = smartlight_at_rest(1);
  const CircuitsAtWork routed = circuits(source);
  CircuitChoice choice;
  choice.states = state_text(routed.states, routed.unset);
  const CircuitsAtWork work = circuits_at_work(source, choice);
  CHECK(work.unset == routed.unset);
  // Ports are inputs and outputs, so each of the three is there both ways. Other ports have a
  // circuit only where their light meets set cells alone.
  for (std::size_t port = 0; port < 40; ++port) {
    const auto input = static_cast<base::PortId>(port);
    const auto hops = source.fabric().trace(input, work.states).hops;
    const bool all_set = std::none_of(hops.begin(), hops.end(), [&](const photonics::PathHop& hop) {
      return work.unset[base::index(hop.cell)];
    });
    CHECK(work.matching.output_of(input).has_value() == all_set);
  }
  for (const std::uint32_t port : {0U, 38U, 3U, 15U, 34U, 8U}) {
    CHECK(work.matching.output_of(static_cast<base::PortId>(port)));
  }
  CHECK(work.matching.size() < 40);
  choice.states = "0?";
  CHECK(circuits_at_work(source, choice).matching.size() == 0);
}

}  // namespace
}  // namespace heliograph::testbenches
