// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "photonics/circuit/checks.hpp"
#include "tests/photonics/circuit_random.hpp"
#include "tests/photonics/circuit_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

const base::Hertz kFrequency(193e12);

double loss_of_energy(const Eigen::MatrixXcd& s) {
  return distance(s.adjoint() * s, Eigen::MatrixXcd::Identity(s.rows(), s.rows()));
}

}  // namespace

TEST_CASE("random recirculating circuits keep energy and reciprocity, by every method alike") {
  base::RandomStream random(base::kDefaultSeed, "recirculating");
  int recirculating = 0;
  double worst = 0.0;
  for (int i = 0; i < 3000; ++i) {
    CAPTURE(i);
    const RandomCircuit drawn = random_recirculating(random, 8);
    const Circuit circuit = drawn.build();
    CircuitSolver solver(circuit);
    recirculating += solver.method() == SolveMethod::sparse ? 1 : 0;
    const Eigen::MatrixXcd s = solver.solve(kFrequency);
    REQUIRE(s.allFinite());
    worst = std::max(worst, loss_of_energy(s));
    worst = std::max(worst, distance(s, s.transpose()));
    worst = std::max(worst, distance(s, solved(circuit, kFrequency, SolveMethod::dense)));
    worst = std::max(worst, distance(s, solved(circuit, kFrequency, SolveMethod::pairwise)));
    worst = std::max(worst, distance(s, solved(drawn.build(true), kFrequency)));
    REQUIRE(worst < 1e-9);
    // A singular value decomposition each: now and then is enough.
    if (i % 20 == 0) {
      REQUIRE_FALSE(check_passive(s).has_value());
      REQUIRE_FALSE(check_reciprocal(s).has_value());
    }
  }
  CHECK(recirculating > 2500);
}

TEST_CASE("random feed-forward circuits agree by all four methods") {
  base::RandomStream random(base::kDefaultSeed, "feed forward");
  for (int i = 0; i < 2000; ++i) {
    CAPTURE(i);
    const RandomCircuit drawn = random_feed_forward(random, 10);
    const Circuit circuit = drawn.build();
    CircuitSolver solver(circuit);
    REQUIRE(solver.method() == SolveMethod::feed_forward);
    const Eigen::MatrixXcd s = solver.solve(kFrequency);
    REQUIRE(loss_of_energy(s) < 1e-12);
    REQUIRE(distance(s, s.transpose()) < 1e-13);
    REQUIRE(distance(s, solved(circuit, kFrequency, SolveMethod::sparse)) < 1e-13);
    REQUIRE(distance(s, solved(circuit, kFrequency, SolveMethod::pairwise)) < 1e-13);
    REQUIRE(distance(s, solved(circuit, kFrequency, SolveMethod::dense)) < 1e-12);
  }
}

TEST_CASE("the order of the external ports permutes the matrix and nothing else") {
  base::RandomStream random(base::kDefaultSeed, "port order");
  for (int i = 0; i < 500; ++i) {
    RandomCircuit drawn = random_recirculating(random, 6);
    const Eigen::MatrixXcd s = solved(drawn.build(), kFrequency);
    std::vector<Eigen::Index> order;
    for (std::size_t k = 0; k < drawn.externals.size(); ++k) {
      order.push_back(static_cast<Eigen::Index>(k));
    }
    for (std::size_t k = order.size(); k > 1; --k) {
      const std::size_t other = draw_below(random, k);
      std::swap(order[k - 1], order[other]);
      std::swap(drawn.externals[k - 1], drawn.externals[other]);
    }
    REQUIRE(distance(solved(drawn.build(), kFrequency), s(order, order)) < 1e-9);
  }
}

TEST_CASE("selected ports give the same elements as all ports do") {
  base::RandomStream random(base::kDefaultSeed, "selection");
  for (int i = 0; i < 500; ++i) {
    const RandomCircuit drawn =
        i % 2 == 0 ? random_recirculating(random, 6) : random_feed_forward(random, 6);
    const Circuit circuit = drawn.build();
    const Eigen::MatrixXcd s = solved(circuit, kFrequency);
    const std::size_t output = draw_below(random, drawn.externals.size());
    const std::size_t input = draw_below(random, drawn.externals.size());
    for (const SolveMethod method : {SolveMethod::automatic, SolveMethod::dense}) {
      const Eigen::MatrixXcd one =
          CircuitSolver(circuit, {method, {output}, {input}}).solve(kFrequency);
      REQUIRE(one.size() == 1);
      REQUIRE(std::abs(one(0, 0) - s(static_cast<Eigen::Index>(output),
                                     static_cast<Eigen::Index>(input))) < 1e-9);
    }
  }
}

TEST_CASE("a solver refuses ports that are not there, and feed-forward where light returns") {
  base::RandomStream random(base::kDefaultSeed, "refused");
  const Circuit circuit = random_recirculating(random, 8).build();
  const auto with = [](SolveMethod method, std::vector<std::size_t> inputs) {
    return SolveOptions{method, {}, std::move(inputs)};
  };
  CHECK_THROWS_AS(CircuitSolver(circuit, with(SolveMethod::automatic, {99})),
                  std::invalid_argument);
  CHECK_THROWS_AS(CircuitSolver(circuit, with(SolveMethod::automatic, {0, 0})),
                  std::invalid_argument);
  CHECK_THROWS_AS(CircuitSolver(circuit, with(SolveMethod::feed_forward, {})),
                  std::invalid_argument);
}

TEST_CASE("a spectrum is what single solves give, to the last bit") {
  const Circuit circuit = circuit_of(NetlistText()
                                         .part("bus", "coupler", {{"coupling", 0.1}})
                                         .part("loop", "waveguide", {{"length_um", 300.0}})
                                         .join("bus,out1", "loop,in0")
                                         .join("loop,out0", "bus,in1")
                                         .port("in", "bus,in0")
                                         .port("out", "bus,out0"));
  const std::vector<base::Hertz> grid =
      frequency_sweep(base::Hertz(192e12), base::Hertz(193e12), 101);
  CHECK(grid.front() == base::Hertz(192e12));
  CHECK(grid.back() == base::Hertz(193e12));
  const SParameters result = spectrum(circuit, grid);
  CHECK(result.ports == std::vector<std::string>{"in", "out"});
  CircuitSolver solver(circuit);
  for (std::size_t i = 0; i < grid.size(); ++i) {
    REQUIRE(result.values[i] == solver.solve(grid[i]));
  }
}
