// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/mesh_switch.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <numeric>
#include <rapidcheck.h>
#include <vector>

#include "photonics/fabric/mesh_layout.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

std::unique_ptr<const MeshFabric> mesh_of(const MeshShape& shape) {
  return std::unique_ptr<const MeshFabric>(new MeshFabric(make_mesh(shape, {})));
}

std::vector<base::PortId> ids(const std::vector<int>& numbers) {
  std::vector<base::PortId> result;
  for (const int number : numbers) {
    result.push_back(static_cast<base::PortId>(number));
  }
  return result;
}

std::unique_ptr<const MeshFabric> small_mesh() { return mesh_of({MeshOutline::hexagonal, 2, 2}); }

std::string problem_of(const std::vector<int>& tx, const std::vector<int>& rx) {
  return find_problem({ids(tx), ids(rx)}, 20).value_or("");
}

}  // namespace

TEST_CASE("the ports of a mesh switch are checked") {
  CHECK(problem_of({0, 3}, {1, 2}).empty());
  CHECK(problem_of({0, 3}, {0, 3}).empty());  // circulators
  CHECK(problem_of({}, {}) ==
        "0 transmit and 0 receive ports; expected as many of both, and at least one");
  CHECK(problem_of({0, 1}, {2}) ==
        "2 transmit and 1 receive ports; expected as many of both, and at least one");
  CHECK(problem_of({0, 20}, {1, 2}) == "port 20 is not there; expected 0 to 19");
  CHECK(problem_of({0, 1}, {2, 2}) == "port 2 is there twice; expected each port once");
  CHECK(problem_of({0, 3}, {3, 0}) ==
        "port 3 transmits for accelerator 1 and receives for 0; expected the same accelerator, or "
        "different ports");
  CHECK_THROWS_AS(MeshSwitch(small_mesh(), {ids({0}), ids({99})}), std::invalid_argument);
}

TEST_CASE(
    "a mesh switch has those elements of the mesh's field, and light that goes elsewhere is lost") {
  CHECK(rc::check("random ports, random phases", [] {
    std::vector<int> order(20);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size() - 1; i > 0; --i) {
      std::swap(order[i], order[*rc::gen::inRange<std::size_t>(0, i + 1)]);
    }
    const auto size = static_cast<std::ptrdiff_t>(*rc::gen::inRange(1, 10));
    const MeshPorts ports{ids({order.begin(), order.begin() + size}),
                          ids({order.begin() + size, order.begin() + 2 * size})};
    const MeshSwitch fabric(small_mesh(), ports);
    RC_ASSERT(fabric.ports() == static_cast<std::size_t>(size));
    std::vector<base::Radian> phases;
    std::vector<CellState> states;
    for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
      phases.emplace_back(0.001 * *rc::gen::inRange(0, 6284));
      states.push_back(*rc::gen::arbitrary<bool>() ? CellState::bar : CellState::cross);
    }
    const Eigen::MatrixXcd whole = fabric.mesh().port_matrix(phases);
    const Eigen::MatrixXcd part = fabric.port_matrix(phases);
    for (std::size_t i = 0; i < fabric.ports(); ++i) {
      for (std::size_t o = 0; o < fabric.ports(); ++o) {
        RC_ASSERT(part(static_cast<Eigen::Index>(o), static_cast<Eigen::Index>(i)) ==
                  whole(static_cast<Eigen::Index>(base::index(ports.rx[o])),
                        static_cast<Eigen::Index>(base::index(ports.tx[i]))));
      }
      const PathTrace there = fabric.mesh().trace(ports.tx[i], states);
      const PathTrace here = fabric.trace(static_cast<base::PortId>(i), states);
      RC_ASSERT(here.hops.size() == there.hops.size());
      RC_ASSERT(here.delay.value() == there.delay.value());
      RC_ASSERT(here.delay.value() <= longest_mesh_delay(fabric.mesh()).value());
      const auto output = std::find(ports.rx.begin(), ports.rx.end(), *there.output);
      RC_ASSERT(here.output.has_value() == (output != ports.rx.end()));
      if (here.output) {
        RC_ASSERT(static_cast<std::ptrdiff_t>(base::index(*here.output)) ==
                  output - ports.rx.begin());
      }
    }
  }));
}

TEST_CASE("a cell that is stuck keeps its phase whatever its heater does") {
  const MeshLayout layout = make_mesh_layout({MeshOutline::hexagonal, 2, 2});
  const MeshParameters make;
  const auto cell = std::make_shared<MziCell>(make.cell, make.design_wavelength);
  std::vector<std::optional<base::Radian>> stuck(layout.graph.cells());
  stuck[7] = base::Radian(1.0);
  const MeshFabric whole(layout, make, cell);
  const MeshFabric broken(layout, make, cell, {}, stuck);
  std::vector<base::Radian> phases(whole.actuators(), base::Radian(0.3));
  const Eigen::MatrixXcd field = broken.port_matrix(phases);
  CHECK((field - whole.port_matrix(phases)).norm() > 0.1);
  phases[7] = base::Radian(1.0);
  CHECK((field - whole.port_matrix(phases)).norm() < 1e-12);
  CHECK((field - broken.port_matrix(phases)).norm() < 1e-12);
  CHECK_THROWS_AS(MeshFabric(layout, make, cell, {}, {std::nullopt}), std::invalid_argument);
}

TEST_CASE("a mesh switch is drawn with the waveguides of its ports") {
  const MeshSwitch fabric(small_mesh(), {ids({0, 3}), ids({1, 7})});
  const FabricDrawing& drawing = fabric.structure().drawing;
  const FabricDrawing& whole = fabric.mesh().structure().drawing;
  REQUIRE(drawing.input_ways.size() == 2);
  for (std::size_t input = 0; input < 2; ++input) {
    const std::size_t port = base::index(fabric.mesh_ports().tx[input]);
    CHECK(drawing.inputs[input] == whole.inputs[port]);
    CHECK(drawing.input_ways[input] == whole.input_ways[port]);
    CHECK(drawing.outputs[input] == whole.outputs[base::index(fabric.mesh_ports().rx[input])]);
  }
}
