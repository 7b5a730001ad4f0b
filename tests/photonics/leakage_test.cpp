// SPDX-License-Identifier: Apache-2.0
// Who leaks into whom: against lists made by hand, and against the counts of the field's formulae.
#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <set>
#include <utility>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "photonics/fabric/field_bounds.hpp"
#include "photonics/fabric/leakage.hpp"
#include "photonics/routing/benes_router.hpp"
#include "photonics/routing/cell_graph_router.hpp"
#include "tests/photonics/leakage_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using namespace heliograph::photonics::leakage_support;
using base::CellId;
using base::Decibel;
using base::PortId;
using base::Radian;

namespace {

using Term = std::pair<std::size_t, std::size_t>;  // input, cell

std::set<Term> terms_of(const std::vector<LeakTerm>& leaks) {
  std::set<Term> terms;
  for (const LeakTerm& leak : leaks) {
    CHECK(terms.insert({base::index(leak.input), base::index(leak.cell)}).second);
  }
  return terms;
}

/// Waveguides without loss.
FabricParameters only_cells(const MziParameters& cell) {
  FabricParameters p;
  p.cell = cell;
  p.crossing_loss = Decibel(0.0);
  p.waveguide_loss = base::DecibelPerMetre(0.0);
  return p;
}

/// States that realise `wanted` on an idle fabric.
std::vector<CellState> routed(const SwitchFabric& fabric, const Matching& wanted) {
  return CellGraphRouter(fabric.graph())
      .route(wanted, Matching(fabric.ports()), fabric.structure().idle)
      .states;
}

/// States of a dilated Benes fabric with one signal in each cell: the ways of a Benes network. The
/// cell of a line is entered by the rail of the line before, in the Benes cell before, and left by
/// the rail by which the Benes cell is left.
std::vector<CellState> dilated(const SwitchFabric& fabric, const Matching& wanted) {
  const std::size_t n = fabric.ports();
  const BenesLayout benes(n);
  const std::vector<CellState> benes_states =
      BenesRouter(n)
          .route(wanted, Matching(n), std::vector<CellState>(benes.cells(), CellState::bar))
          .states;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> cell_at;
  for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
    const CellPlace place = fabric.place(static_cast<CellId>(cell));
    cell_at[{place.column, place.row}] = cell;
  }
  std::vector<CellState> states(fabric.cells());
  const auto set = [&](std::size_t column, std::size_t line, std::size_t in, std::size_t out) {
    states[cell_at.at({column, line})] = in == out ? CellState::bar : CellState::cross;
  };
  for (std::size_t input = 0; input < n; ++input) {
    std::size_t line = input;
    std::size_t in = 0;
    for (std::size_t stage = 0; stage < benes.stages(); ++stage) {
      const CellState state = benes_states[base::index(benes.cell(stage, line / 2))];
      const std::size_t out = rail_after(line % 2, state);
      set(stage, line, in, out);
      in = line % 2;
      line = line / 2 * 2 + out;
      if (stage + 1 < benes.stages()) {
        line = benes.segment(stage, line).to_line;
      }
    }
    set(benes.stages(), line, in, 0);
  }
  return states;
}

Matching random_permutation(std::size_t ports, base::RandomStream& random) {
  std::vector<std::size_t> outputs(ports);
  for (std::size_t i = 0; i < ports; ++i) {
    outputs[i] = i;
  }
  shuffle(outputs, random);
  Matching matching(ports);
  for (std::size_t i = 0; i < ports; ++i) {
    matching.connect(port(i), port(outputs[i]));
  }
  return matching;
}

}  // namespace

TEST_CASE("first and second order of a 4x4 Benes network in bar are those counted by hand") {
  const MziParameters cell{0.45, 0.48, Decibel(0.5), Decibel(0.3)};
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, only_cells(cell));
  const Leakage found = leakage(
      fabric,
      nominal_setting(fabric, std::vector<CellState>(6, CellState::bar), all_inputs(fabric)));
  const std::vector<std::set<Term>> expected = {{{1, 0}, {2, 2}, {1, 4}},
                                                {{0, 0}, {3, 3}, {0, 4}},
                                                {{3, 1}, {0, 2}, {3, 5}},
                                                {{2, 1}, {1, 3}, {2, 5}}};
  const Eigen::Matrix2cd m = mzi_field(cell, Radian(base::kPi));
  for (std::size_t output = 0; output < 4; ++output) {
    const OutputLeakage& at_output = found.outputs[output];
    CHECK(at_output.input == port(output));
    CHECK(terms_of(at_output.first) == expected[output]);
    CHECK(at_output.own_first.empty());
    CHECK(at_output.own_second.terms == 1);  // over the other middle cell, by both outer ones
    // Of the inputs of the other outer cell, the one that shares no middle cell comes by both.
    REQUIRE(at_output.second.size() == 1);
    CHECK(at_output.second[0].input == port(3 - output));
    CHECK(at_output.second[0].sum.terms == 2);
  }
  // Input 1 leaks at cell 0 up to the way of input 0, and at cell 4 from its own.
  CHECK(std::abs(found.outputs[0].signal - m(0, 0) * m(0, 0) * m(0, 0)) < 1e-15);
  CHECK(std::abs(found.outputs[0].first[0].field - m(0, 1) * m(0, 0) * m(0, 0)) < 1e-15);
  CHECK(std::abs(found.outputs[0].first[1].field - m(1, 1) * m(0, 0) * m(0, 1)) < 1e-15);
  CHECK(std::abs(found.outputs[0].own_second.field - m(1, 0) * m(0, 0) * m(0, 1)) < 1e-15);
  CHECK(found.outputs[0].first[0].power().value() ==
        Approx(10.0 * std::log10(std::norm(m(0, 1) * m(0, 0) * m(0, 0)))));
  CHECK(found.dark.empty());
  CHECK(found.trapped.empty());
}

TEST_CASE("only lit inputs are aggressors, and an output without a circuit only gets leaks") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, poor_cells());
  const Leakage found = leakage(
      fabric,
      nominal_setting(fabric, std::vector<CellState>(6, CellState::bar), {port(0), port(2)}));
  CHECK(terms_of(found.outputs[0].first) == std::set<Term>{{2, 2}});
  CHECK(terms_of(found.outputs[1].first) == std::set<Term>{{0, 0}, {0, 4}});
  CHECK_FALSE(found.outputs[1].input);
  CHECK(found.outputs[1].signal == std::complex<double>());
  CHECK(terms_of(found.outputs[3].first) == std::set<Term>{{2, 1}, {2, 5}});
}

TEST_CASE("first order of a 4x4 planar fabric in bar is that counted by hand") {
  const FeedForwardFabric fabric = make_fabric(Topology::planar, 4, poor_cells());
  const Leakage found = leakage(
      fabric,
      nominal_setting(fabric, std::vector<CellState>(6, CellState::bar), all_inputs(fabric)));
  CHECK(terms_of(found.outputs[0].first) == std::set<Term>{{1, 0}, {1, 3}});
  CHECK(terms_of(found.outputs[1].first) == std::set<Term>{{0, 0}, {0, 3}, {2, 2}, {2, 5}});
  CHECK(terms_of(found.outputs[2].first) == std::set<Term>{{3, 1}, {3, 4}, {1, 2}, {1, 5}});
  CHECK(terms_of(found.outputs[3].first) == std::set<Term>{{2, 1}, {2, 4}});
}

TEST_CASE("first order of a 3x3 crossbar is that counted by hand, dark rows included") {
  const FeedForwardFabric fabric = make_fabric(Topology::crossbar, 3, poor_cells());
  std::vector<CellState> states(9, CellState::cross);
  states[0] = states[4] = states[8] = CellState::bar;
  const Leakage found = leakage(fabric, nominal_setting(fabric, states, all_inputs(fabric)));
  CHECK(terms_of(found.outputs[0].first) == std::set<Term>{{1, 3}, {2, 6}});
  CHECK(terms_of(found.outputs[1].first) == std::set<Term>{{0, 3}, {2, 7}});
  CHECK(terms_of(found.outputs[2].first) == std::set<Term>{{0, 6}, {1, 7}});
  CHECK(terms_of(found.dark) == std::set<Term>{{0, 0}, {1, 4}, {2, 8}});
  for (const OutputLeakage& output : found.outputs) {
    CHECK(output.input == output.output);
    CHECK(output.own_first.empty());
  }
}

TEST_CASE("a fully loaded Benes output has 2 log2 N - 1 leaks, 10 log10 of that above a cell's") {
  // Only the arms differ: the leak of a cell is ((1 - g)/(1 + g))^2 of its signal in both states.
  const FabricParameters p = only_cells({0.5, 0.5, Decibel(0.7), Decibel(0.5)});
  const double g = std::pow(10.0, -0.5 / 20.0);
  const double cell_db = 20.0 * std::log10((1.0 - g) / (1.0 + g));
  base::RandomStream random(7, "benes leaks");
  for (const std::size_t log : {1, 2, 3, 4, 5, 6}) {
    const std::size_t n = std::size_t{1} << log;
    const FeedForwardFabric fabric = make_fabric(Topology::benes, n, p);
    const Leakage found = leakage(
        fabric, nominal_setting(fabric, random_states(fabric.cells(), random), all_inputs(fabric)));
    const auto count = static_cast<double>(2 * log - 1);
    for (const OutputLeakage& output : found.outputs) {
      REQUIRE(output.input);
      CHECK(output.first.size() == 2 * log - 1);
      CHECK(output.own_first.empty());
      CHECK(output.first_sum().incoherent(output.signal).value() ==
            Approx(cell_db + 10.0 * std::log10(count)).margin(1e-9));
      CHECK(output.first_sum().coherent_bound(output.signal).value() ==
            Approx(cell_db + 20.0 * std::log10(count)).margin(1e-9));
      // Every pair of cells on every way: as many second-order leaks as each input sends out.
      CHECK(output.second_sum().terms + output.own_second.terms == (2 * log - 1) * (log - 1));
    }
  }
}

TEST_CASE("under a full permutation PILOSS has at most N - 1 leaks of first order at an output") {
  base::RandomStream random(8, "piloss leaks");
  for (const std::size_t n : {2, 3, 5, 8}) {
    const FeedForwardFabric fabric = make_fabric(Topology::piloss, n, poor_cells());
    std::size_t most = 0;
    for (int round = 0; round < 10; ++round) {
      const Matching wanted = random_permutation(n, random);
      const Leakage found =
          leakage(fabric, nominal_setting(fabric, routed(fabric, wanted), all_inputs(fabric)));
      for (const OutputLeakage& output : found.outputs) {
        CHECK(output.input == wanted.input_of(output.output));
        CHECK(output.first.size() + output.own_first.size() <= n - 1);
        most = std::max(most, output.first.size());
      }
    }
    // With two ports the other track of a circuit's second cell is always dark.
    CHECK((most > 0) == (n > 2));
  }
}

TEST_CASE("dilated Benes and switch-and-select have no first order under a full permutation") {
  base::RandomStream random(9, "dilated leaks");
  for (const Topology topology : {Topology::dilated_benes, Topology::switch_and_select}) {
    for (const std::size_t n : {4, 8}) {
      const FeedForwardFabric fabric = make_fabric(topology, n, poor_cells());
      for (int round = 0; round < 10; ++round) {
        const Matching wanted = random_permutation(n, random);
        const std::vector<CellState> states =
            topology == Topology::dilated_benes ? dilated(fabric, wanted) : routed(fabric, wanted);
        const Leakage found = leakage(fabric, nominal_setting(fabric, states, all_inputs(fabric)));
        std::size_t second = 0;
        for (const OutputLeakage& output : found.outputs) {
          CHECK(output.input == wanted.input_of(output.output));
          CHECK(output.first.empty());
          CHECK(output.own_first.empty());
          second += output.second_sum().terms;
        }
        CHECK(second > 0);
        CHECK_FALSE(found.dark.empty());
      }
    }
  }
}

TEST_CASE("settings that do not fit the fabric are refused") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, poor_cells());
  const FabricSetting good = nominal_setting(fabric, fabric.structure().idle, {port(0), port(3)});
  CHECK_NOTHROW(leakage(fabric, good));
  FabricSetting bad = good;
  bad.states.pop_back();
  CHECK_THROWS_AS(leakage(fabric, bad), std::invalid_argument);
  bad = good;
  bad.phases.pop_back();
  CHECK_THROWS_AS(leakage(fabric, bad), std::invalid_argument);
  CHECK_THROWS_AS(field_bounds(fabric, bad.phases), std::invalid_argument);
  bad = good;
  bad.lit.push_back(port(4));
  CHECK_THROWS_WITH(leakage(fabric, bad), "the fabric has no input 4");
  bad = good;
  bad.lit.push_back(port(0));
  CHECK_THROWS_WITH(leakage(fabric, bad), "input 0 is lit more than once");
  CHECK_THROWS_AS(crosstalk_change_bounds(fabric, good, bad), std::invalid_argument);
  CHECK_THROWS_AS(nominal_setting(fabric, {}, {}), std::invalid_argument);
}
