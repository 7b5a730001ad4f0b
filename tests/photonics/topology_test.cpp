// SPDX-License-Identifier: Apache-2.0
// Cells, depth and crossings of every topology against the formulae of the field, and their fields
// against light that is followed cell by cell.
#include <algorithm>
#include <cmath>
#include <complex>
#include <set>
#include <string>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::CellId;
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

/// Cells on the shortest and longest way from each input to each output, whatever the states.
struct Depth {
  std::size_t least = 1U << 30U;
  std::size_t most = 0;
};
Depth depth_of(const CellGraph& graph) {
  Depth depth;
  const std::vector<CellId> order = light_order(graph);
  for (const WayEnd& start : graph.inputs) {
    std::vector<Depth> at(graph.cells());
    const auto reach = [&](const WayEnd& end, const Depth& so_far) {
      if (const auto* rail = std::get_if<CellRail>(&end)) {
        Depth& here = at[base::index(rail->cell)];
        here.least = std::min(here.least, so_far.least + 1);
        here.most = std::max(here.most, so_far.most + 1);
      } else if (std::holds_alternative<PortId>(end)) {
        depth.least = std::min(depth.least, so_far.least);
        depth.most = std::max(depth.most, so_far.most);
      }
    };
    reach(start, {0, 0});
    for (const CellId cell : order) {
      if (at[base::index(cell)].most > 0) {
        for (const WayEnd& end : graph.after[base::index(cell)]) {
          reach(end, at[base::index(cell)]);
        }
      }
    }
  }
  return depth;
}

/// Power factor of the ways, field of the cells: light from one input, followed forwards.
Eigen::VectorXcd follow(const FeedForwardFabric& fabric, std::size_t input,
                        const std::vector<Radian>& phases) {
  const CellGraph& graph = fabric.graph();
  const FabricStructure& structure = fabric.structure();
  std::vector<std::array<std::complex<double>, 2>> at(graph.cells());
  Eigen::VectorXcd out = Eigen::VectorXcd::Zero(static_cast<Eigen::Index>(graph.ports()));
  const auto arrive = [&](const WayEnd& end, const WayCost& way, std::complex<double> field) {
    field *= std::pow(10.0, -way.loss.value() / 20.0);
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      at[base::index(rail->cell)][rail->rail] = field;
    } else if (const auto* port = std::get_if<PortId>(&end)) {
      out(static_cast<Eigen::Index>(base::index(*port))) = field;
    }
  };
  arrive(graph.inputs[input], structure.input_ways[input], {1.0, 0.0});
  for (const CellId cell : light_order(graph)) {
    const Eigen::Matrix2cd m = fabric.cell_field(cell, phases);
    const auto& in = at[base::index(cell)];
    for (std::size_t rail = 0; rail < 2; ++rail) {
      const auto r = static_cast<Eigen::Index>(rail);
      arrive(graph.after[base::index(cell)][rail], structure.ways[base::index(cell)][rail],
             m(r, 0) * in[0] + m(r, 1) * in[1]);
    }
  }
  return out;
}

std::vector<std::size_t> all_ports(Topology topology) {
  std::vector<std::size_t> ports;
  for (std::size_t n = 0; n <= 70; ++n) {
    if (allows(topology, n)) {
      ports.push_back(n);
    }
  }
  return ports;
}

}  // namespace

TEST_CASE("topologies have the ports that they can have") {
  CHECK(all_ports(Topology::benes) == std::vector<std::size_t>{2, 4, 8, 16, 32, 64});
  CHECK(all_ports(Topology::dilated_benes) == std::vector<std::size_t>{2, 4, 8, 16, 32, 64});
  for (const Topology topology : {Topology::planar, Topology::switch_and_select, Topology::crossbar,
                                  Topology::piloss, Topology::clements, Topology::reck}) {
    CHECK(all_ports(topology).size() == 63);
  }
  CHECK_THROWS_AS(make_layout(Topology::benes, 12), std::invalid_argument);
  CHECK_THROWS_AS(make_layout(Topology::piloss, 1), std::invalid_argument);
  CHECK_THROWS_AS(make_layout(Topology::crossbar, 65), std::invalid_argument);
  for (const Topology topology : all_topologies()) {
    CHECK(topology_of(to_string(topology)) == topology);
  }
  CHECK_FALSE(topology_of("spanke"));
}

TEST_CASE("cells and depth of every topology are those of the field's formulae") {
  for (const Topology topology : all_topologies()) {
    for (const std::size_t n : all_ports(topology)) {
      const FabricLayout layout = make_layout(topology, n);
      const Depth depth = depth_of(layout.graph);
      const std::size_t cells = layout.graph.cells();
      const std::size_t log = log2_of(n);
      INFO(to_string(topology) << " " << n);
      switch (topology) {
        case Topology::benes:
          CHECK(cells == n / 2 * (2 * log - 1));
          CHECK(depth.least == 2 * log - 1);
          CHECK(depth.most == 2 * log - 1);
          break;
        case Topology::dilated_benes:
          CHECK(cells == 2 * n * log);
          CHECK(depth.least == 2 * log);
          CHECK(depth.most == 2 * log);
          break;
        case Topology::planar:
        case Topology::clements:
          CHECK(cells == n * (n - 1) / 2);
          CHECK(depth.least == n / 2);
          CHECK(depth.most == (n == 2 ? 1 : n));
          break;
        case Topology::reck:
          CHECK(cells == n * (n - 1) / 2);
          CHECK(depth.least == 1);
          CHECK(depth.most == 2 * n - 3);
          break;
        case Topology::switch_and_select: {
          CHECK(cells == 2 * n * (n - 1));
          const std::size_t up = (std::size_t{1} << log) == n ? log : log + 1;
          CHECK(depth.least == 2 * log);
          CHECK(depth.most == 2 * up);
          break;
        }
        case Topology::crossbar:
          CHECK(cells == n * n);
          CHECK(depth.least == 1);
          CHECK(depth.most == 2 * n - 1);
          break;
        case Topology::piloss:
          CHECK(cells == n * n);
          CHECK(depth.least == n);
          CHECK(depth.most == n);
          break;
      }
    }
  }
}

TEST_CASE("crossings of the drawn layouts are as many as their shuffles have inversions") {
  for (const Topology topology : all_topologies()) {
    for (const std::size_t n : {2, 4, 8, 16, 32}) {
      const std::size_t total = make_layout(topology, n).crossings.total;
      INFO(to_string(topology) << " " << n);
      switch (topology) {
        case Topology::benes:
        case Topology::dilated_benes: {
          // Two gaps for each block of B lines, of (B/2)(B/2 - 1)/2 inversions. Dilated, a gap's
          // ways are doubled (four pairs for one), and each of the Benes cells adds the one
          // crossing of its middle two.
          std::size_t shuffles = 0;
          for (std::size_t block = n; block > 2; block /= 2) {
            shuffles += 2 * (n / block) * ((block / 2) * (block / 2 - 1) / 2);
          }
          const std::size_t benes_cells = n / 2 * (2 * log2_of(n) - 1);
          CHECK(total == (topology == Topology::benes ? shuffles : 4 * shuffles + benes_cells));
          break;
        }
        case Topology::piloss:
          CHECK(total == (n - 1) * (n - 1));
          break;
        case Topology::switch_and_select:
          // (i, j) to (j, i): a pair of inputs and a pair of outputs cross once.
          CHECK(total == (n * (n - 1) / 2) * (n * (n - 1) / 2));
          break;
        default:
          CHECK(total == 0);
      }
    }
  }
}

TEST_CASE("the field matrix is what light that is followed cell by cell gives") {
  base::RandomStream random(3, "topology fields");
  for (const Topology topology : all_topologies()) {
    for (const std::size_t n : {2, 3, 4, 7, 8, 16}) {
      if (!allows(topology, n)) {
        continue;
      }
      FabricParameters p;
      p.cell.coupler_in = 0.45;
      const FeedForwardFabric plain = make_fabric(topology, n, p);
      const FeedForwardFabric fabric =
          make_fabric(topology, n, p, draw_phase_errors(plain.actuators(), Radian(0.2), random));
      std::vector<Radian> phases(fabric.actuators());
      for (Radian& phase : phases) {
        phase = Radian(2.0 * base::kPi * random.uniform());
      }
      const Eigen::MatrixXcd matrix = fabric.port_matrix(phases);
      for (std::size_t input = 0; input < n; ++input) {
        Eigen::VectorXcd expected = follow(plain, input, phases);
        const double gap =
            (expected - plain.port_matrix(phases).col(static_cast<Eigen::Index>(input)))
                .cwiseAbs()
                .maxCoeff();
        if (!plain.universal()) {
          CHECK(gap < 1e-13);
        }
        CHECK(matrix.col(static_cast<Eigen::Index>(input)).squaredNorm() < 1.0);
        CHECK((matrix - plain.port_matrix(phases)).norm() > 1e-3);  // the errors are felt
      }
    }
  }
}

TEST_CASE("ideal cells send all light where the trace says, or into the dark") {
  base::RandomStream random(5, "topology trace");
  for (const Topology topology : all_topologies()) {
    for (const std::size_t n : {2, 4, 5, 8, 13, 16}) {
      if (!allows(topology, n)) {
        continue;
      }
      const FeedForwardFabric fabric = make_fabric(topology, n, lossless());
      std::vector<CellState> states(fabric.cells());
      for (CellState& state : states) {
        state = random.uniform() < 0.5 ? CellState::bar : CellState::cross;
      }
      const Eigen::MatrixXcd m = fabric.port_matrix(nominal_phases(fabric, states));
      std::set<std::size_t> outputs;
      for (std::size_t input = 0; input < n; ++input) {
        const PathTrace path = fabric.trace(static_cast<PortId>(input), states);
        const auto column = m.col(static_cast<Eigen::Index>(input));
        if (path.output) {
          CHECK(outputs.insert(base::index(*path.output)).second);
          CHECK(std::norm(column(static_cast<Eigen::Index>(base::index(*path.output)))) ==
                Approx(1.0).margin(1e-12));
        } else {
          CHECK(column.squaredNorm() < 1e-20);
        }
        CHECK(path.loss.value() == Approx(0.0).margin(1e-12));
      }
    }
  }
}

TEST_CASE("in a PILOSS fabric each input meets each output's track in one cell") {
  for (const std::size_t n : {2, 3, 5, 8}) {
    const FeedForwardFabric fabric = make_fabric(Topology::piloss, n, lossless());
    for (std::size_t input = 0; input < n; ++input) {
      std::set<std::size_t> outputs;
      for (const PathHop& hop :
           fabric.trace(static_cast<PortId>(input), fabric.structure().idle).hops) {
        std::vector<CellState> states = fabric.structure().idle;
        states[base::index(hop.cell)] = CellState::bar;
        const PathTrace path = fabric.trace(static_cast<PortId>(input), states);
        REQUIRE(path.output);
        CHECK(path.hops.size() == n);
        outputs.insert(base::index(*path.output));
      }
      CHECK(outputs.size() == n);
      CHECK_FALSE(fabric.trace(static_cast<PortId>(input), fabric.structure().idle).output);
    }
  }
}
