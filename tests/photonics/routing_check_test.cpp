// SPDX-License-Identifier: Apache-2.0
// The check of routing results by fields.
#include <catch2/catch.hpp>

#include "photonics/routing/router_factory.hpp"
#include "photonics/routing/routing_check.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

TEST_CASE("one imperfect cell leaks as its closed form says") {
  // Two ports, one cell with couplers of 0.45: in cross an amount of 1 - 4 k (1 - k) = 0.01 stays
  // on its rail (theta = 0: t2 t1 - c2 c1 = 1 - 2 k).
  FabricParameters parameters = lossless();
  parameters.cell.coupler_in = 0.45;
  parameters.cell.coupler_out = 0.45;
  const FeedForwardFabric fabric = make_fabric(Topology::planar, 2, parameters);
  const RoutingCheck both =
      verify_routing(fabric, matching_of({1, 0}), std::vector<CellState>{CellState::cross});
  REQUIRE(both.circuits.size() == 2);
  CHECK(both.all_arrive());
  for (const CircuitCheck& circuit : both.circuits) {
    CHECK(circuit.loss.value() == Approx(-10.0 * std::log10(0.99)).epsilon(1e-12));
    CHECK(circuit.traced_loss.value() == Approx(0.0).margin(1e-12));
    REQUIRE(circuit.worst_interferer);
    CHECK(*circuit.worst_interferer == port(1 - base::index(circuit.input)));
    CHECK(circuit.worst_crosstalk.value().value() ==
          Approx(10.0 * std::log10(0.01 / 0.99)).epsilon(1e-12));
    CHECK(circuit.crosstalk.value() == circuit.worst_crosstalk.value());
  }
  // A dark input does not disturb.
  Matching one(2);
  one.connect(port(0), port(1));
  const RoutingCheck alone = verify_routing(fabric, one, {CellState::cross});
  REQUIRE(alone.circuits.size() == 1);
  CHECK_FALSE(alone.circuits[0].worst_interferer);
  CHECK_FALSE(alone.circuits[0].crosstalk);
}

TEST_CASE("light that goes elsewhere does not arrive") {
  const FeedForwardFabric fabric = make_fabric(Topology::planar, 2, {});
  const RoutingCheck check = verify_routing(fabric, matching_of({1, 0}), {CellState::bar});
  REQUIRE(check.circuits.size() == 2);
  CHECK_FALSE(check.all_arrive());
  CHECK_FALSE(check.circuits[0].arrives);
  CHECK_FALSE(check.circuits[1].arrives);
  CHECK(verify_routing(fabric, Matching(2), {CellState::bar}).all_arrive());

  // The states may be right and the fabric wrong: a cell made with an error of pi does the
  // opposite.
  const FeedForwardFabric broken = make_fabric(
      Topology::planar, 3, {}, {base::Radian(), base::Radian(base::kPi), base::Radian()});
  const Matching wanted = matching_of({2, 1, 0});
  const RoutingResult result =
      make_router(Topology::planar, broken)->route(wanted, Matching(3), std::vector<CellState>(3));
  CHECK(verify_routing(make_fabric(Topology::planar, 3, {}), wanted, result.states).all_arrive());
  CHECK_FALSE(verify_routing(broken, wanted, result.states).all_arrive());
}

TEST_CASE("real cells bring the light of every routed circuit where it is wanted") {
  base::RandomStream random(139, "routing check");
  for (const Topology topology : all_topologies()) {
    for (const std::size_t n : {4, 8, 16}) {
      const FeedForwardFabric fabric = make_fabric(
          topology, n, {},
          draw_phase_errors(make_fabric(topology, n, {}).actuators(), base::Radian(0.02), random));
      const auto router = make_router(topology, fabric);
      for (int i = 0; i < 10; ++i) {
        const Matching wanted = random_matching(n, i % 2 == 0 ? 1.0 : 0.6, random);
        const RoutingResult result =
            router->route(wanted, Matching(n), random_states(fabric.cells(), random));
        const RoutingCheck check = verify_routing(fabric, wanted, result.states);
        INFO(to_string(topology) << " of " << n);
        CHECK(check.circuits.size() == wanted.size());
        // A crossbar's longest ways lose more than the leaks of its shortest: seen at 16 and up.
        if (topology != Topology::crossbar || n < 16) {
          CHECK(check.all_arrive());
        }
        for (const CircuitCheck& circuit : check.circuits) {
          CHECK(circuit.traced_loss.value() > 0.0);
          if (circuit.crosstalk) {
            CHECK(*circuit.crosstalk >= *circuit.worst_crosstalk);
          }
        }
      }
    }
  }
}

TEST_CASE("the check refuses what is not of its fabric") {
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, {});
  CHECK_THROWS_WITH(verify_routing(fabric, Matching(3), std::vector<CellState>(6)),
                    "ports of the matching: 3, where the fabric has 4");
  CHECK_THROWS_AS(verify_routing(fabric, Matching(4), std::vector<CellState>(5)),
                  std::invalid_argument);
}
