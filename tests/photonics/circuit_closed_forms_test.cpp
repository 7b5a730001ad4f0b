// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/device/interferometer.hpp"
#include "photonics/device/mzi.hpp"
#include "photonics/device/ring.hpp"
#include "tests/photonics/circuit_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Hertz;

namespace {

const Hertz kFrequency(193.4e12);

/// A Mach-Zehnder cell from couplers and arms.
NetlistText cell(double k1, double k2, double theta, double upper_loss) {
  return NetlistText()
      .part("first", "coupler", {{"coupling", k1}})
      .part("upper", "phase_shifter", {{"phase_rad", theta}, {"loss_dB", upper_loss}})
      .part("lower", "phase_shifter")
      .part("second", "coupler", {{"coupling", k2}})
      .join("first,out0", "upper,in0")
      .join("upper,out0", "second,in0")
      .join("first,out1", "lower,in0")
      .join("lower,out0", "second,in1")
      .port("in0", "first,in0")
      .port("in1", "first,in1")
      .port("out0", "second,out0")
      .port("out1", "second,out1");
}

Eigen::Matrix2cd forward(const Circuit& circuit) {
  return solved(circuit, kFrequency).bottomLeftCorner<2, 2>();
}

double leak_db(const Eigen::Matrix2cd& m, bool cross_state) {
  return 10.0 * std::log10(std::norm(cross_state ? m(0, 0) : m(1, 0)));
}

}  // namespace

TEST_CASE("the leak table of an imperfect cell comes out of a netlist of its parts") {
  struct Row {
    double k1, k2, theta, upper_loss, leak;
  };
  const double pi = base::kPi;
  const std::vector<Row> rows = {
      {0.45, 0.45, 0, 0, -20.0},  {0.462, 0.462, 0, 0, -22.4}, {0.48, 0.48, 0, 0, -28.0},
      {0.45, 0.55, pi, 0, -20.0}, {0.48, 0.52, pi, 0, -28.0},  {0.5, 0.45, 0, 0, -26.0},
      {0.5, 0.45, pi, 0, -26.0},  {0.5, 0.5, 0, 0.1, -44.9},   {0.5, 0.5, pi, 0.1, -44.9},
      {0.5, 0.5, 0, 0.2, -38.9},  {0.5, 0.5, 0, 0.5, -31.1},   {0.5, 0.5, pi, 1.0, -25.3},
      {0.5, 0.5, 0, 1.5, -22.0},  {0.5, 0.5, 0.1, 0, -26.0},   {0.5, 0.5, 0.05, 0, -32.0},
      {0.5, 0.5, 0.02, 0, -40.0}};
  for (const Row& row : rows) {
    CAPTURE(row.k1, row.k2, row.theta, row.upper_loss);
    const Circuit circuit = circuit_of(cell(row.k1, row.k2, row.theta, row.upper_loss));
    CHECK(CircuitSolver(circuit).method() == SolveMethod::feed_forward);
    const Eigen::Matrix2cd m = forward(circuit);
    CHECK(leak_db(m, row.theta < 1.0) == Approx(row.leak).margin(0.06));
    MziParameters closed{row.k1, row.k2, base::Decibel(0.0), base::Decibel(row.upper_loss)};
    CHECK(distance(m, mzi_field(closed, base::Radian(row.theta))) < 1e-15);
  }
}

TEST_CASE("the closed form of an imperfect cell is the netlist of its parts, whatever the values") {
  base::RandomStream random(base::kDefaultSeed, "cells");
  for (int i = 0; i < 300; ++i) {
    const double k1 = random.uniform();
    const double k2 = random.uniform();
    const double theta = 20.0 * random.uniform() - 10.0;
    const double loss = 3.0 * random.uniform();
    const MziParameters closed{k1, k2, base::Decibel(0.0), base::Decibel(loss)};
    REQUIRE(distance(forward(circuit_of(cell(k1, k2, theta, loss))),
                     mzi_field(closed, base::Radian(theta))) < 1e-14);
  }
}

TEST_CASE("an interferometer with real arms is the netlist of its couplers and waveguides") {
  const Settings upper = {{"length", 150.0}, {"loss_dB_cm", 2.0}, {"ng", 4.2}};
  const Settings lower = {{"length", 100.0}, {"loss_dB_cm", 2.0}, {"ng", 4.2}};
  const Settings first = {{"coupling", 0.4}, {"coupling_slope_rad_per_nm", 0.003}};
  const Settings second = {{"coupling", 0.55}, {"coupling_slope_rad_per_nm", 0.003}};
  const Circuit parts = circuit_of(NetlistText()
                                       .part("first", "coupler", first)
                                       .part("upper", "straight", upper)
                                       .part("heater", "phase_shifter", {{"phase", 0.9}})
                                       .part("lower", "straight", lower)
                                       .part("second", "coupler", second)
                                       .join("first,o4", "upper,o1")
                                       .join("upper,o2", "heater,o1")
                                       .join("heater,o2", "second,o1")
                                       .join("first,o3", "lower,o1")
                                       .join("lower,o2", "second,o2")
                                       .port("o1", "first,o1")
                                       .port("o2", "first,o2")
                                       .port("o4", "second,o4")
                                       .port("o3", "second,o3"));
  const Circuit whole = circuit_of(NetlistText()
                                       .part("cell", "interferometer",
                                             {{"coupling_in", 0.4},
                                              {"coupling_out", 0.55},
                                              {"length", 100.0},
                                              {"delta_length", 50.0},
                                              {"loss_dB_cm", 2.0},
                                              {"phase_upper_rad", 0.9},
                                              {"coupling_slope_rad_per_nm", 0.003}})
                                       .port("o1", "cell,o1")
                                       .port("o2", "cell,o2")
                                       .port("o4", "cell,o4")
                                       .port("o3", "cell,o3"));
  for (int i = 0; i < 20; ++i) {
    const Hertz f(190e12 + 3e11 * i);
    CHECK(distance(solved(parts, f), solved(whole, f)) < 1e-13);
  }
}

TEST_CASE("an all-pass ring of a coupler and a waveguide has the closed form, light circulating") {
  RingParameters ring;
  ring.coupling_in = 0.07;
  const double length = 1e6 * ring_waveguide(ring).length.value();
  const Circuit circuit = circuit_of(NetlistText()
                                         .part("bus", "coupler", {{"coupling", 0.07}})
                                         .part("loop", "waveguide", {{"length_um", length}})
                                         .join("bus,out1", "loop,in0")
                                         .join("loop,out0", "bus,in1")
                                         .port("in", "bus,in0")
                                         .port("out", "bus,out0"));
  CHECK(CircuitSolver(circuit).method() == SolveMethod::sparse);
  for (int i = 0; i < 400; ++i) {
    const Hertz f(192e12 + 1e10 * i);
    REQUIRE(std::abs(solved(circuit, f)(1, 0) - all_pass_field(ring, f)) < 1e-12);
  }
}

TEST_CASE("an add-drop ring of two couplers and two half turns has the closed form") {
  RingParameters ring;
  ring.coupling_in = 0.07;
  ring.coupling_drop = 0.12;
  const Settings half = {{"length_um", 0.5e6 * ring_waveguide(ring).length.value()}};
  const Circuit circuit = circuit_of(NetlistText()
                                         .part("bus", "coupler", {{"coupling", 0.07}})
                                         .part("right", "waveguide", half)
                                         .part("far", "coupler", {{"coupling", 0.12}})
                                         .part("left", "waveguide", half)
                                         .join("bus,out1", "right,in0")
                                         .join("right,out0", "far,in1")
                                         .join("far,out1", "left,in0")
                                         .join("left,out0", "bus,in1")
                                         .port("in", "bus,in0")
                                         .port("through", "bus,out0")
                                         .port("add", "far,in0")
                                         .port("drop", "far,out0"));
  const Circuit model = circuit_of(
      NetlistText()
          .part("ring", "ring_add_drop", {{"coupling_in", 0.07}, {"coupling_drop", 0.12}})
          .port("in", "ring,in")
          .port("through", "ring,through")
          .port("add", "ring,add")
          .port("drop", "ring,drop"));
  for (int i = 0; i < 400; ++i) {
    const Hertz f(192e12 + 1e10 * i);
    REQUIRE(distance(solved(circuit, f), solved(model, f)) < 1e-12);
  }
}

TEST_CASE("resonances of a ring netlist are one free spectral range apart") {
  RingParameters ring;
  ring.radius = base::Metre(50e-6);
  const Circuit circuit = circuit_of(
      NetlistText()
          .part("bus", "coupler", {{"coupling", 0.05}})
          .part("loop", "waveguide", {{"length_um", 1e6 * ring_waveguide(ring).length.value()}})
          .join("bus,out1", "loop,in0")
          .join("loop,out0", "bus,in1")
          .port("in", "bus,in0")
          .port("out", "bus,out0"));
  const std::vector<Hertz> grid = frequency_sweep(Hertz(193e12), Hertz(194e12), 20001);
  const SParameters result = spectrum(circuit, grid);
  std::vector<double> dips;
  for (std::size_t i = 1; i + 1 < grid.size(); ++i) {
    const auto power = [&](std::size_t k) { return std::norm(result.values[k](1, 0)); };
    if (power(i) < power(i - 1) && power(i) < power(i + 1)) {
      dips.push_back(grid[i].value());
    }
  }
  REQUIRE(dips.size() >= 3);
  const double spacing = (dips.back() - dips.front()) / static_cast<double>(dips.size() - 1);
  CHECK(spacing == Approx(free_spectral_range(ring).value()).epsilon(1e-3));
}
