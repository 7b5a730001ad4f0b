// SPDX-License-Identifier: Apache-2.0
// Circuits of a switch that is a mesh: what stays is left alone, what cannot be is named.
#include "photonics/mesh_routing/mesh_circuit_router.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <rapidcheck.h>
#include <vector>

#include "base/random.hpp"
#include "photonics/routing/routing_check.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

std::unique_ptr<const MeshFabric> mesh_of(const MeshShape& shape) {
  return std::unique_ptr<const MeshFabric>(new MeshFabric(make_mesh(shape, {})));
}

MeshPorts ports_of(const std::vector<int>& tx, const std::vector<int>& rx) {
  MeshPorts ports;
  for (const int port : tx) {
    ports.tx.push_back(static_cast<base::PortId>(port));
  }
  for (const int port : rx) {
    ports.rx.push_back(static_cast<base::PortId>(port));
  }
  return ports;
}

MeshSwitch lattice_switch() {
  return MeshSwitch(mesh_of({MeshOutline::hexagonal_lattice, 5, 5}),
                    ports_of({0, 5, 10, 15, 20, 25, 30, 35}, {2, 7, 12, 17, 22, 27, 32, 37}));
}

/// Some circuits of 8 ports.
Matching random_matching(base::RandomStream& random) {
  Matching matching(8);
  std::vector<std::size_t> outputs{0, 1, 2, 3, 4, 5, 6, 7};
  for (std::size_t i = 7; i > 0; --i) {
    std::swap(outputs[i],
              outputs[static_cast<std::size_t>(random.uniform() * static_cast<double>(i + 1))]);
  }
  for (std::size_t input = 0; input < 8; ++input) {
    if (random.uniform() < 0.6) {
      matching.connect(static_cast<base::PortId>(input), static_cast<base::PortId>(outputs[input]));
    }
  }
  return matching;
}

}  // namespace

TEST_CASE("circuits through a mesh change into others, and those that stay are not disturbed") {
  const MeshSwitch fabric = lattice_switch();
  const MeshCircuitRouter router(fabric);
  base::RandomStream random(1, "mesh circuits");
  Matching present(8);
  std::vector<CellState> states = fabric.structure().idle;
  int routed = 0;
  int stayed = 0;
  for (int round = 0; round < 60; ++round) {
    Matching wanted = random_matching(random);
    if (round % 2 == 1) {
      // Some of the present circuits stay.
      for (std::size_t i = 0; i < 4; ++i) {
        const auto input = static_cast<base::PortId>(i);
        const auto output = present.output_of(input);
        wanted.disconnect(input);
        if (output) {
          if (const auto other = wanted.input_of(*output)) {
            wanted.disconnect(*other);
          }
          wanted.connect(input, *output);
        }
      }
    }
    RoutingResult result;
    try {
      result = router.route(RoutingRequest{wanted, present, states});
    } catch (const RoutingFailed&) {
      continue;
    }
    ++routed;
    for (std::size_t i = 0; i < 8; ++i) {
      const auto input = static_cast<base::PortId>(i);
      const auto output = wanted.output_of(input);
      if (!output) {
        continue;
      }
      REQUIRE(fabric.trace(input, result.states).output == output);
      const bool stays = present.contains(input, *output);
      const bool disturbed =
          std::find(result.disturbed_inputs.begin(), result.disturbed_inputs.end(), input) !=
          result.disturbed_inputs.end();
      REQUIRE((stays || !disturbed));
      if (stays && !disturbed) {
        ++stayed;
        for (const PathHop& hop : fabric.trace(input, states).hops) {
          REQUIRE(result.states[base::index(hop.cell)] == states[base::index(hop.cell)]);
        }
      }
    }
    for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
      const auto id = static_cast<base::CellId>(cell);
      const bool listed =
          std::find(result.changed.begin(), result.changed.end(), id) != result.changed.end();
      REQUIRE(listed == (result.states[cell] != states[cell]));
    }
    const RoutingCheck check = check_by_fields(
        fabric, wanted, result.states, fabric.port_matrix(nominal_phases(fabric, result.states)));
    REQUIRE(std::all_of(check.circuits.begin(), check.circuits.end(),
                        [](const CircuitCheck& circuit) { return circuit.arrives; }));
    present = wanted;
    states = result.states;
  }
  CHECK(routed > 40);
  CHECK(stayed > 30);
}

TEST_CASE("circuits that cannot be there together are named") {
  // Smartlight's narrowest line lets six routes pass (cut bound); these are eight.
  const MeshSwitch fabric(
      mesh_of({MeshOutline::smartlight, 1, 1}),
      ports_of({0, 39, 38, 37, 36, 35, 1, 34}, {15, 16, 17, 18, 19, 20, 14, 21}));
  const MeshCircuitRouter router(fabric);
  Matching wanted(8);
  for (std::size_t i = 0; i < 8; ++i) {
    wanted.connect(static_cast<base::PortId>(i), static_cast<base::PortId>(i));
  }
  try {
    static_cast<void>(router.route(wanted, Matching(8), fabric.structure().idle));
    FAIL("eight circuits pass a line that lets six pass");
  } catch (const RoutingFailed& failure) {
    const std::string text = failure.what();
    CHECK(text.find("(proved)") != std::string::npos);
    CHECK(text.find("no states of the mesh's cells carry the circuits ") == 0);
  }
}

TEST_CASE("with circulators circuits between partners share a way") {
  const MeshFabric mesh = make_mesh({MeshOutline::smartlight, 1, 1}, {});
  const MeshCircuitRouter router(mesh);
  Matching wanted(40);
  wanted.connect(base::PortId{0}, base::PortId{17});
  wanted.connect(base::PortId{17}, base::PortId{0});
  wanted.connect(base::PortId{5}, base::PortId{9});
  const RoutingResult result = router.route(wanted, Matching(40), mesh.structure().idle);
  CHECK(mesh.trace(base::PortId{0}, result.states).output == base::PortId{17});
  CHECK(mesh.trace(base::PortId{17}, result.states).output == base::PortId{0});
  CHECK(mesh.trace(base::PortId{5}, result.states).output == base::PortId{9});
  wanted.connect(base::PortId{9}, base::PortId{6});
  CHECK_THROWS_WITH(router.route(wanted, Matching(40), mesh.structure().idle),
                    "port 9 of the mesh is wanted by two circuits, which no states of the cells "
                    "give it");
}

TEST_CASE("failed cells are routed around, or the circuits lost to them are named") {
  const MeshSwitch fabric = lattice_switch();
  Matching wanted(8);
  wanted.connect(base::PortId{0}, base::PortId{3});
  const RoutingResult whole =
      MeshCircuitRouter(fabric).route(wanted, Matching(8), fabric.structure().idle);
  const std::vector<PathHop> way = fabric.trace(base::PortId{0}, whole.states).hops;
  const PathHop middle = way[way.size() / 2];
  const MeshCircuitRouter around(fabric, {{middle.cell, StuckAt::phase}});
  const RoutingResult other = around.route(wanted, Matching(8), fabric.structure().idle);
  const std::vector<PathHop> other_way = fabric.trace(base::PortId{0}, other.states).hops;
  CHECK(fabric.trace(base::PortId{0}, other.states).output == base::PortId{3});
  CHECK(std::none_of(other_way.begin(), other_way.end(),
                     [&](const PathHop& hop) { return hop.cell == middle.cell; }));
  const MeshCircuitRouter lost(fabric, {{way.front().cell, StuckAt::phase}});
  CHECK_THROWS_WITH(lost.route(wanted, Matching(8), fabric.structure().idle),
                    "no states of the mesh's cells carry the circuits 0 to 3 at once (proved)");
}

TEST_CASE("unset cells: circuits set those on their ways, and no other cell is touched") {
  const MeshSwitch fabric = lattice_switch();
  const MeshCircuitRouter router(fabric);
  base::RandomStream random(1, "unset cells");
  Matching present(8);
  std::vector<CellState> states = fabric.structure().idle;
  std::vector<bool> unset(fabric.cells(), true);
  for (int change = 0; change < 8; ++change) {
    const Matching wanted = random_matching(random);
    const RoutingResult result = router.route(wanted, present, states, unset);
    std::vector<bool> passed(fabric.cells());
    for (std::size_t port = 0; port < 8; ++port) {
      const auto input = static_cast<base::PortId>(port);
      if (const auto output = wanted.output_of(input)) {
        const PathTrace path = fabric.trace(input, result.states);
        CHECK(path.output == output);
        for (const PathHop& hop : path.hops) {
          passed[base::index(hop.cell)] = true;
        }
      }
    }
    REQUIRE(result.unset.size() == fabric.cells());
    for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
      CHECK(result.unset[cell] == (unset[cell] && !passed[cell]));
      const bool moves = result.states[cell] != states[cell];
      CHECK((passed[cell] || !moves));
      const bool named = std::find(result.changed.begin(), result.changed.end(),
                                   static_cast<base::CellId>(cell)) != result.changed.end();
      CHECK(named == (moves || unset[cell] != result.unset[cell]));
    }
    present = wanted;
    states = result.states;
    unset = result.unset;
  }
  CHECK_THROWS_AS(router.route(present, present, states, std::vector<bool>(3)),
                  std::invalid_argument);
  CHECK(router.route(present, present, states).unset.empty());
}

TEST_CASE("a live circuit does not flicker while others are taken down and set up") {
  const MeshSwitch fabric = lattice_switch();
  const MeshCircuitRouter router(fabric);
  base::RandomStream random(3, "flicker");
  int changes = 0;
  for (int i = 0; i < 60; ++i) {
    const Matching present = random_matching(random);
    const Matching wanted = random_matching(random);
    std::vector<base::PortId> live;
    for (std::size_t port = 0; port < 8; ++port) {
      const auto input = static_cast<base::PortId>(port);
      const auto output = present.output_of(input);
      if (output && wanted.contains(input, *output)) {
        live.push_back(input);
      }
    }
    if (live.empty()) {
      continue;
    }
    const std::vector<CellState> before =
        router.route(RoutingRequest{present, Matching(8), fabric.structure().idle}).states;
    RoutingRequest request{wanted, present, before};
    request.untouchable = live;
    RoutingResult after;
    try {
      after = router.route(request);
    } catch (const RoutingFailed&) {
      continue;  // not with these in the way
    }
    ++changes;
    CHECK(after.disturbed_inputs.empty());
    const std::vector<base::Radian> from = nominal_phases(fabric, before);
    const std::vector<base::Radian> to = nominal_phases(fabric, after.states);
    const Eigen::MatrixXcd whole = fabric.port_matrix(from);
    // All cells that change move together, as their heaters do.
    constexpr int kSteps = 8;
    for (int step = 1; step <= kSteps; ++step) {
      std::vector<base::Radian> phases = from;
      for (std::size_t cell = 0; cell < phases.size(); ++cell) {
        phases[cell] += (to[cell] - from[cell]) * (static_cast<double>(step) / kSteps);
      }
      const Eigen::MatrixXcd field = fabric.port_matrix(phases);
      for (const base::PortId input : live) {
        const auto in = static_cast<Eigen::Index>(base::index(input));
        const auto out = static_cast<Eigen::Index>(base::index(*wanted.output_of(input)));
        // Its own cells leak -35 dB each; what comes back from others is twice that.
        CHECK(std::abs(20.0 * std::log10(std::abs(field(out, in)) / std::abs(whole(out, in)))) <
              0.05);
      }
    }
  }
  CHECK(changes >= 10);
}
