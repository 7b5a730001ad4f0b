// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>

#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/device/crossing.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "tests/photonics/netlist_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::PortId;
using base::Radian;

namespace {

MziParameters cell_of(double in, double out, double loss, double imbalance) {
  MziParameters cell;
  cell.coupler_in = in;
  cell.coupler_out = out;
  cell.cell_loss = base::Decibel(loss);
  cell.arm_imbalance = base::Decibel(imbalance);
  return cell;
}

Settings settings_of(const MziParameters& cell) {
  return {{"coupling_in", cell.coupler_in},
          {"coupling_out", cell.coupler_out},
          {"cell_loss_dB", cell.cell_loss.value()},
          {"arm_imbalance_dB", cell.arm_imbalance.value()}};
}

/// A Benes fabric whose waveguides and crossings lose nothing.
FabricParameters without_layout(const MziParameters& cell) {
  FabricParameters parameters;
  parameters.cell = cell;
  parameters.crossing_loss = base::Decibel(0.0);
  parameters.waveguide_loss = base::DecibelPerMetre(0.0);
  return parameters;
}

/// The largest difference once the matrices have the same phase at their largest element: in a
/// Benes netlist each way has the same parts, so one phase is left.
double distance_up_to_a_phase(const Eigen::MatrixXcd& a, const Eigen::MatrixXcd& b) {
  Eigen::Index row = 0;
  Eigen::Index column = 0;
  a.cwiseAbs().maxCoeff(&row, &column);
  const std::complex<double> turn =
      b(row, column) / a(row, column) / std::abs(b(row, column) / a(row, column));
  return distance(a * turn, b);
}

}  // namespace

TEST_CASE("a netlist of Benes cells has the matrix of a Benes fabric up to one phase") {
  base::RandomStream random(51, "netlist matrices");
  for (const std::size_t n : {2, 4, 8, 16}) {
    for (int round = 0; round < (n < 16 ? 40 : 10); ++round) {
      const MziParameters cell = cell_of(0.4 + 0.2 * random.uniform(), 0.4 + 0.2 * random.uniform(),
                                         random.uniform(), random.uniform());
      std::vector<Radian> errors = draw_phase_errors(BenesLayout(n).cells(), Radian(0.1), random);
      const FeedForwardFabric benes = make_fabric(Topology::benes, n, without_layout(cell), errors);
      const NetlistFabric netlist(
          good_plan_of({benes_netlist(n, "interferometer", settings_of(cell))}), errors);
      REQUIRE(netlist.cells() == benes.cells());
      for (int state = 0; state < 5; ++state) {
        std::vector<Radian> phases;
        for (std::size_t i = 0; i < benes.actuators(); ++i) {
          phases.emplace_back(2.0 * base::kPi * random.uniform());
        }
        CHECK(distance_up_to_a_phase(netlist.port_matrix(phases), benes.port_matrix(phases)) <
              1e-12);
      }
    }
  }
}

TEST_CASE("a netlist fabric traces as the Benes fabric of the same cells") {
  base::RandomStream random(53, "netlist traces");
  const MziParameters cell = cell_of(0.5, 0.5, 0.7, 0.0);
  const FeedForwardFabric benes = make_fabric(Topology::benes, 8, without_layout(cell));
  Settings settings = settings_of(cell);
  settings["length_um"] = 300.0;
  settings["group_index"] = 4.2;
  const NetlistFabric netlist(good_plan_of({benes_netlist(8, "interferometer", settings)}));
  for (int round = 0; round < 200; ++round) {
    std::vector<CellState> states(benes.cells());
    for (CellState& state : states) {
      state = random.uniform() < 0.5 ? CellState::bar : CellState::cross;
    }
    for (std::size_t input = 0; input < 8; ++input) {
      const PathTrace a = netlist.trace(static_cast<PortId>(input), states);
      const PathTrace b = benes.trace(static_cast<PortId>(input), states);
      CHECK(a.output == b.output);
      REQUIRE(a.hops.size() == b.hops.size());
      for (std::size_t hop = 0; hop < a.hops.size(); ++hop) {
        CHECK(a.hops[hop].cell == b.hops[hop].cell);
        CHECK(a.hops[hop].state == b.hops[hop].state);
      }
      CHECK(a.loss.value() == Approx(b.loss.value()).margin(1e-9));
      // Arms of 300 um, and nothing between the cells.
      CHECK(a.length.value() == Approx(5 * 300e-6));
      CHECK(a.delay.value() ==
            Approx(5 * 300e-6 * 4.2 / base::kLightSpeedMetrePerSecond).epsilon(1e-6));
    }
  }
  CHECK(netlist.cell_name(static_cast<base::CellId>(5)) == "x5");
  CHECK(netlist.place(static_cast<base::CellId>(5)).column == 1);
  CHECK(netlist.place(static_cast<base::CellId>(5)).row == 1);
}

TEST_CASE("waveguides and crossings between cells add length, delay and loss") {
  NetlistText text;
  text.part("x0", "interferometer", {{"length_um", 0.0}});
  text.part("w", "waveguide",
            {{"length_um", 1000.0}, {"group_index", 4.0}, {"loss_dB_per_cm", 2.0}});
  text.part("c", "crossing", {{"loss_dB", 0.1}});
  text.join("x0,out0", "w,out0").join("w,in0", "c,west").join("x0,out1", "c,north");
  text.port("I1", "x0,in0").port("I2", "x0,in1").port("O1", "c,east").port("O2", "c,south");
  const NetlistFabric fabric(good_plan_of({text.netlist()}));
  CrossingParameters crossing;
  crossing.loss = base::Decibel(0.1);
  // What it scatters aside is missing on the way too.
  const double crossed_loss = -10.0 * std::log10(std::norm(crossing_fields(crossing).through));
  const PathTrace upper = fabric.trace(PortId{0}, {CellState::bar});
  CHECK(upper.output == PortId{0});
  CHECK(upper.crossings == 1);
  CHECK(upper.length.value() == Approx(1e-3));
  CHECK(upper.delay.value() == Approx(1e-3 * 4.0 / base::kLightSpeedMetrePerSecond).epsilon(1e-6));
  CHECK(upper.loss.value() == Approx(0.2 + crossed_loss).epsilon(1e-9));
  const PathTrace crossed = fabric.trace(PortId{0}, {CellState::cross});
  CHECK(crossed.output == PortId{1});
  CHECK(crossed.loss.value() == Approx(crossed_loss).epsilon(1e-9));
}

TEST_CASE("cells that are netlists of their parts do as the closed form") {
  Netlist unit = NetlistText("unit")
                     .part("split", "coupler", {{"coupling", 0.45}})
                     .part("heater", "phase_shifter", {{"phase_rad", 0.25}})
                     .part("arm", "waveguide", {{"length_um", 0.0}})
                     .part("merge", "coupler", {{"coupling", 0.48}})
                     .join("split,out0", "heater,in0")
                     .join("heater,out0", "merge,in0")
                     .join("split,out1", "arm,in0")
                     .join("arm,out0", "merge,in1")
                     .port("o1", "split,in0")
                     .port("o2", "split,in1")
                     .port("o4", "merge,out0")
                     .port("o3", "merge,out1")
                     .netlist();
  const FeedForwardFabric benes =
      make_fabric(Topology::benes, 4, without_layout(cell_of(0.45, 0.48, 0.0, 0.0)));
  const NetlistFabric fabric(
      good_plan_of({benes_netlist(4, "unit", {}, {"o1", "o2", "o4", "o3"}), unit}));
  base::RandomStream random(59, "built cells");
  for (int round = 0; round < 50; ++round) {
    std::vector<Radian> phases;
    for (int i = 0; i < 6; ++i) {
      phases.emplace_back(base::kPi * random.uniform());
    }
    CHECK(distance_up_to_a_phase(fabric.port_matrix(phases), benes.port_matrix(phases)) < 1e-12);
  }
  const std::vector<CellState> states(6, CellState::cross);
  CHECK(fabric.trace(PortId{0}, states).output == benes.trace(PortId{0}, states).output);
}

TEST_CASE("a described cell is driven between its given values") {
  NetlistText text;
  text.part("x", "interferometer");
  text.port("a", "x,in0").port("b", "x,in1").port("c", "x,out0").port("d", "x,out1");
  const NetlistLibrary library{{text.netlist()}};
  NetlistFabricDescription description;
  description.inputs = {"b", "a"};
  description.outputs = {"c", "d"};
  NetlistCell cell{"x", {"o1", "o2"}, {"o4", "o3"}, "x", "phase_lower_rad", -base::kPi, 0.0, {}};
  description.cells.push_back(cell);
  base::Diagnostics diagnostics;
  auto plan = plan_netlist_fabric(library, ModelLibrary::built_in(), description,
                                  base::Metre(kTestWavelength), diagnostics);
  REQUIRE(plan);
  const NetlistFabric fabric(std::move(*plan));
  CHECK(fabric.setting(base::ActuatorId{0}, Radian(base::kPi / 2)) == Approx(-base::kPi / 2));
  // The inputs are named in the other order, so bar leads from the first to the second output.
  CHECK(fabric.trace(PortId{0}, {CellState::bar}).output == PortId{1});
  CHECK(std::abs(fabric.port_matrix({Radian(base::kPi)})(1, 0)) == Approx(1.0));
}

TEST_CASE("a netlist fabric refuses what is not of its size") {
  const NetlistFabricPlan plan = good_plan_of({benes_netlist(2, "interferometer", {})});
  CHECK(plan.cells.size() == 1);
  CHECK_THROWS_AS(
      NetlistFabric(good_plan_of({benes_netlist(2, "interferometer", {})}), std::vector<Radian>(2)),
      std::invalid_argument);
  const NetlistFabric fabric(good_plan_of({benes_netlist(2, "interferometer", {})}));
  CHECK_THROWS_AS(fabric.port_matrix(std::vector<Radian>(2)), std::invalid_argument);
  CHECK_THROWS_AS(fabric.trace(PortId{2}, {CellState::bar}), std::invalid_argument);
  CHECK_THROWS_AS(fabric.trace(PortId{0}, {}), std::invalid_argument);
}
