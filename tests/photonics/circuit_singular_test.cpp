// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "photonics/circuit/singular.hpp"
#include "tests/photonics/circuit_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Hertz;

namespace {

constexpr SolveMethod kAll[] = {SolveMethod::sparse, SolveMethod::pairwise, SolveMethod::dense};

/// A ring beside a bus, whose coupler has this coupling and whose round trip this phase.
Circuit ring(double coupling, double phase, double loss_db) {
  return circuit_of(NetlistText()
                        .part("feed", "straight")
                        .part("bus", "coupler", {{"coupling", coupling}})
                        .part("up", "phase_shifter", {{"phase", phase}, {"loss_dB", loss_db}})
                        .part("down", "phase_shifter")
                        .join("feed,o2", "bus,in0")
                        .join("bus,out1", "up,o1")
                        .join("up,o2", "down,o1")
                        .join("down,o2", "bus,in1")
                        .port("in", "feed,o1")
                        .port("out", "bus,out0"));
}

std::vector<std::string> loop_found(const Circuit& circuit, SolveMethod method) {
  try {
    solved(circuit, Hertz(193e12), method);
  } catch (const SingularCircuit& singular) {
    CHECK(singular.frequency() == Hertz(193e12));
    return singular.loop();
  }
  return {};
}

}  // namespace

TEST_CASE("a closed loop without loss is named, part by part, and never becomes NaN") {
  const std::vector<std::string> parts = {"bus", "up", "down"};
  for (const SolveMethod method : kAll) {
    CHECK(loop_found(ring(0.0, 0.0, 0.0), method) == parts);
    CHECK(loop_found(ring(0.0, 2.0 * base::kPi, 0.0), method) == parts);
  }
  try {
    solved(ring(0.0, 0.0, 0.0), Hertz(193e12));
    FAIL("not found");
  } catch (const SingularCircuit& singular) {
    CHECK(std::string(singular.what()) ==
          "light circulates without loss in a closed loop at 193 THz: 'bus' -> 'up' -> 'down'");
  }
}

TEST_CASE("the same loop off resonance, with loss, or coupled ever so little has an answer") {
  for (const SolveMethod method : kAll) {
    for (const Circuit& circuit :
         {ring(0.0, 1e-6, 0.0), ring(0.0, 0.0, 0.01), ring(1e-6, 0.0, 0.0)}) {
      const Eigen::MatrixXcd s = solved(circuit, Hertz(193e12), method);
      CHECK(s.allFinite());
      CHECK(std::abs(s(1, 0)) == Approx(1.0).margin(1e-6));
    }
  }
  // On resonance and without loss an all-pass ring turns the field round, however weak the
  // coupling.
  const Eigen::MatrixXcd s = solved(ring(1e-6, 0.0, 0.0), Hertz(193e12));
  CHECK(std::abs(s(1, 0) - solved(ring(1e-6, 0.0, 0.0), Hertz(193e12), SolveMethod::dense)(1, 0)) <
        1e-8);
}

TEST_CASE("a loop that no port reaches is found too") {
  const Circuit circuit = circuit_of(NetlistText()
                                         .part("bus", "straight")
                                         .part("one", "phase_shifter")
                                         .part("two", "phase_shifter")
                                         .join("one,o2", "two,o1")
                                         .join("two,o2", "one,o1")
                                         .port("in", "bus,o1")
                                         .port("out", "bus,o2"));
  for (const SolveMethod method : kAll) {
    CHECK(loop_found(circuit, method) == std::vector<std::string>{"one", "two"});
  }
}

TEST_CASE("two mirrors that face each other are a closed loop") {
  const Settings mirror = {{"return_loss_dB", 0.0}};
  const Circuit circuit = circuit_of(NetlistText()
                                         .part("bus", "straight")
                                         .part("left", "termination", mirror)
                                         .part("right", "termination", mirror)
                                         .join("left,o1", "right,o1")
                                         .port("in", "bus,o1")
                                         .port("out", "bus,o2"));
  for (const SolveMethod method : kAll) {
    CHECK(loop_found(circuit, method) == std::vector<std::string>{"left", "right"});
  }
}

TEST_CASE("a resonance among many is found at its frequency in a spectrum") {
  const Circuit circuit = ring(0.0, 0.0, 0.0);
  CircuitSolver solver(circuit);
  std::vector<Eigen::MatrixXcd> s;
  CHECK_THROWS_AS(solver.solve(frequency_sweep(Hertz(193e12), Hertz(194e12), 20), s),
                  SingularCircuit);
}
