// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/fabric/benes_layout.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::PortId;
using base::Radian;

namespace {

std::size_t log2_of(std::size_t n) {
  std::size_t log = 0;
  for (; n > 1; n /= 2) {
    ++log;
  }
  return log;
}

std::vector<Radian> random_phases(std::size_t count, base::RandomStream& random) {
  std::vector<Radian> phases(count);
  for (Radian& phase : phases) {
    phase = Radian(2.0 * base::kPi * random.uniform());
  }
  return phases;
}

double power(const Eigen::MatrixXcd& m, std::size_t output, std::size_t input) {
  return std::norm(m(static_cast<Eigen::Index>(output), static_cast<Eigen::Index>(input)));
}

}  // namespace

TEST_CASE("a Benes fabric has (N/2)(2 log2 N - 1) cells in 2 log2 N - 1 columns") {
  struct Row {
    std::size_t ports, cells, stages;
  };
  for (const Row& row : {Row{2, 1, 1}, Row{4, 6, 3}, Row{8, 20, 5}, Row{16, 56, 7}, Row{32, 144, 9},
                         Row{64, 352, 11}}) {
    const FeedForwardFabric fabric = make_fabric(Topology::benes, row.ports, {});
    CHECK(fabric.cells() == row.cells);
    CHECK(fabric.actuators() == row.cells);
    CHECK(BenesLayout(row.ports).stages() == row.stages);
    CHECK(fabric.trace(PortId{0}, std::vector<CellState>(row.cells)).hops.size() == row.stages);
  }
}

TEST_CASE("a Benes fabric refuses what it cannot be") {
  for (const std::size_t ports : {0, 1, 3, 6, 12, 63, 65, 128}) {
    CHECK_FALSE(BenesLayout::allows(ports));
    CHECK_THROWS_AS(make_fabric(Topology::benes, ports, {}), std::invalid_argument);
  }
  CHECK_THROWS_AS(make_fabric(Topology::benes, 4, {}, std::vector<Radian>(5)),
                  std::invalid_argument);
  FabricParameters overlapping;
  overlapping.stage_pitch = overlapping.cell_length;
  CHECK_THROWS_AS(make_fabric(Topology::benes, 4, overlapping), std::invalid_argument);
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, {});
  CHECK_THROWS_AS(fabric.port_matrix(std::vector<Radian>(5)), std::invalid_argument);
  CHECK_THROWS_AS(fabric.trace(PortId{4}, std::vector<CellState>(6)), std::invalid_argument);
  CHECK_THROWS_AS(fabric.trace(PortId{0}, std::vector<CellState>(5)), std::invalid_argument);
  CHECK_THROWS_AS(nominal_phases(fabric, std::vector<CellState>(5)), std::invalid_argument);
}

TEST_CASE("the shuffles of the drawn layout cross as often as counted by hand") {
  // N = 4, first gap: lines 0 1 2 3 go to 0 2 1 3; only the middle two cross.
  const BenesLayout four(4);
  CHECK(four.segment(0, 0).crossings == 0);
  CHECK(four.segment(0, 1).crossings == 1);
  CHECK(four.segment(0, 2).crossings == 1);
  CHECK(four.segment(0, 3).crossings == 0);
  CHECK(four.segment(0, 1).to_line == 2);
  CHECK(four.segment(1, 2).to_line == 1);
  for (const std::size_t n : {4, 8, 16, 32, 64}) {
    const BenesLayout layout(n);
    std::vector<std::size_t> most(n, 0);  // crossings of the worst path to each line
    for (std::size_t stage = 0; stage + 1 < layout.stages(); ++stage) {
      std::size_t sum = 0;
      std::vector<std::size_t> next(n, 0);
      std::set<std::size_t> reached;
      for (std::size_t line = 0; line < n; ++line) {
        const BenesLayout::Segment& segment = layout.segment(stage, line);
        sum += segment.crossings;
        reached.insert(segment.to_line);
        next[segment.to_line] = std::max(most[line], most[line ^ 1U]) + segment.crossings;
      }
      most = next;
      CHECK(reached.size() == n);
      // A gap of a block of B lines inverts (B/2)(B/2 - 1)/2 pairs.
      const std::size_t depth = std::min(stage, layout.stages() - 2 - stage);
      const std::size_t half = (n >> depth) / 2;
      CHECK(sum / 2 == (n / (2 * half)) * (half * (half - 1) / 2));
    }
    CHECK(*std::max_element(most.begin(), most.end()) == 2 * (n - 1 - log2_of(n)));
  }
}

TEST_CASE(
    "all cells bar is the identity and any states of ideal cells are their traced permutation") {
  base::RandomStream random(7, "benes permutation");
  for (const std::size_t n : {2, 4, 8, 16, 32, 64}) {
    const FeedForwardFabric fabric = make_fabric(Topology::benes, n, lossless());
    std::vector<std::vector<CellState>> cases{
        std::vector<CellState>(fabric.cells(), CellState::bar),
        std::vector<CellState>(fabric.cells(), CellState::cross)};
    for (int i = 0; i < 5; ++i) {
      cases.push_back(random_states(fabric.cells(), random));
    }
    for (std::size_t c = 0; c < cases.size(); ++c) {
      const Eigen::MatrixXcd m = fabric.port_matrix(nominal_phases(fabric, cases[c]));
      std::set<std::size_t> outputs;
      for (std::size_t input = 0; input < n; ++input) {
        const PathTrace path = fabric.trace(static_cast<PortId>(input), cases[c]);
        outputs.insert(base::index(*path.output));
        if (c == 0) {
          CHECK(base::index(*path.output) == input);
        }
        CHECK(power(m, base::index(*path.output), input) == Approx(1.0).margin(1e-12));
        CHECK(path.loss.value() == Approx(0.0).margin(1e-12));
      }
      CHECK(outputs.size() == n);
    }
  }
}

TEST_CASE("light is conserved without loss and never gained with it") {
  base::RandomStream random(11, "benes passivity");
  for (const std::size_t n : {2, 4, 8, 16, 32}) {
    FabricParameters imperfect_couplers = lossless();
    imperfect_couplers.cell.coupler_in = 0.41;
    imperfect_couplers.cell.coupler_out = 0.57;
    const FeedForwardFabric conserving = make_fabric(Topology::benes, n, imperfect_couplers);
    const FeedForwardFabric lossy = make_fabric(
        Topology::benes, n, {}, draw_phase_errors(conserving.cells(), Radian(0.3), random));
    for (int i = 0; i < 10; ++i) {
      const std::vector<Radian> phases = random_phases(conserving.cells(), random);
      const Eigen::MatrixXcd u = conserving.port_matrix(phases);
      CHECK((u.adjoint() * u - Eigen::MatrixXcd::Identity(u.rows(), u.cols())).norm() < 1e-12);
      const Eigen::MatrixXcd m = lossy.port_matrix(phases);
      // No superposition of inputs loses less than the cells and the straightest waveguides do.
      const auto stages = static_cast<double>(BenesLayout(n).stages());
      const FabricParameters p;
      const double least_db =
          stages * p.cell.cell_loss.value() +
          (stages - 1.0) * (p.stage_pitch - p.cell_length).value() * p.waveguide_loss.value();
      CHECK(m.jacobiSvd().singularValues()(0) <= std::pow(10.0, -least_db / 20.0) + 1e-12);
    }
  }
}

TEST_CASE("the loss, length and delay of a path are the sum of its parts") {
  FabricParameters p;
  p.cell = {0.5, 0.5, Decibel(0.9), Decibel(0.0)};
  base::RandomStream random(13, "benes loss");
  for (const std::size_t n : {2, 4, 8, 32}) {
    const FeedForwardFabric fabric = make_fabric(Topology::benes, n, p);
    const std::vector<CellState> states = random_states(fabric.cells(), random);
    const Eigen::MatrixXcd m = fabric.port_matrix(nominal_phases(fabric, states));
    for (std::size_t input = 0; input < n; ++input) {
      const PathTrace path = fabric.trace(static_cast<PortId>(input), states);
      const auto hops = static_cast<double>(path.hops.size());
      const double guide_m = path.length.value() - hops * p.cell_length.value();
      const double expected = hops * 0.9 + static_cast<double>(path.crossings) * 0.028 +
                              guide_m * p.waveguide_loss.value();
      CHECK(path.loss.value() == Approx(expected).epsilon(1e-12));
      CHECK(-10.0 * std::log10(power(m, base::index(*path.output), input)) ==
            Approx(expected).epsilon(1e-9));
      CHECK(guide_m >= (hops - 1.0) * 300e-6 * (1.0 - 1e-12));
      CHECK(path.delay.value() == Approx(path.length.value() * 4.2 / 299792458.0));
    }
  }
}

TEST_CASE("the worst path's crossings and their loss, by hand for N = 4") {
  FabricParameters p = lossless();
  p.crossing_loss = Decibel(0.5);
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, p);
  // Input 1 bar: line 1 goes to the lower half (1 crossing); bar there: line 2 back to 1 (1 more).
  const PathTrace path = fabric.trace(PortId{1}, std::vector<CellState>(6, CellState::bar));
  CHECK(path.crossings == 2);
  CHECK(path.loss.value() == Approx(1.0));
  CHECK(fabric.trace(PortId{0}, std::vector<CellState>(6, CellState::bar)).crossings == 0);
}

TEST_CASE("the matrix is written in place and phase errors act like phases") {
  base::RandomStream random(17, "benes errors");
  const std::vector<Radian> errors = draw_phase_errors(20, Radian(0.1), random);
  const FeedForwardFabric exact = make_fabric(Topology::benes, 8, {});
  const FeedForwardFabric off = make_fabric(Topology::benes, 8, {}, errors);
  const std::vector<Radian> phases = random_phases(20, random);
  std::vector<Radian> shifted = phases;
  for (std::size_t i = 0; i < 20; ++i) {
    shifted[i] += errors[i];
  }
  Eigen::MatrixXcd m(8, 8);
  const auto* const data = m.data();
  off.port_matrix(phases, m);
  CHECK(m.data() == data);
  CHECK((m - exact.port_matrix(shifted)).norm() == 0.0);
}

TEST_CASE("cells have names, places and an actuator each") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 8, {});
  CHECK(fabric.cell_name(base::CellId{9}) == "stage 2 row 1");
  CHECK(fabric.place(base::CellId{9}).column == 2);
  CHECK(fabric.place(base::CellId{9}).row == 1);
  CHECK(fabric.actuator(base::CellId{9}) == base::ActuatorId{9});
  CHECK(to_string(CellState::cross) == "cross");
}
