// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/random.hpp"
#include "photonics/fabric/incremental_field.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::PortId;
using base::Radian;

namespace {

std::size_t below(std::size_t n, base::RandomStream& random) {
  return static_cast<std::size_t>(random.uniform() * static_cast<double>(n));
}

}  // namespace

TEST_CASE("single readings between single changes are those of the whole matrix") {
  CHECK(rc::check("sets and readings", [](std::uint64_t seed) {
    base::RandomStream random(seed, "incremental field");
    const Topology topology = all_topologies()[below(all_topologies().size(), random)];
    std::size_t n = 2 + below(8, random);
    while (!allows(topology, n)) {
      --n;
    }
    FabricParameters p;
    p.cell.coupler_in = 0.4;
    const FeedForwardFabric plain = make_fabric(topology, n, p);
    const FeedForwardFabric fabric =
        make_fabric(topology, n, p, draw_phase_errors(plain.actuators(), Radian(0.1), random));
    const base::Hertz frequency =
        fabric.design_frequency() + base::Hertz(random.uniform() < 0.5 ? 0.0 : 3.7e11);
    std::vector<Radian> phases(fabric.actuators());
    for (Radian& phase : phases) {
      phase = Radian(2.0 * base::kPi * random.uniform());
    }
    IncrementalField field(fabric, phases, frequency);
    Eigen::MatrixXcd whole;
    for (int round = 0; round < 40; ++round) {
      for (std::size_t sets = below(4, random); sets > 0; --sets) {
        const std::size_t actuator = below(phases.size(), random);
        phases[actuator] = Radian(2.0 * base::kPi * random.uniform());
        field.set(static_cast<base::ActuatorId>(actuator), phases[actuator]);
      }
      fabric.port_matrix(phases, frequency, whole);
      for (std::size_t readings = below(4, random); readings > 0; --readings) {
        const std::size_t output = below(n, random);
        const std::size_t input = below(n, random);
        const std::complex<double> expected =
            whole(static_cast<Eigen::Index>(output), static_cast<Eigen::Index>(input));
        RC_ASSERT(std::abs(field.read(static_cast<PortId>(output), static_cast<PortId>(input)) -
                           expected) < 1e-13);
      }
    }
    RC_ASSERT(field.phases() == phases);
  }));
}

TEST_CASE("a thousand changes of a large fabric do not wear the readings out") {
  const FeedForwardFabric fabric = make_fabric(Topology::piloss, 32, FabricParameters());
  base::RandomStream random(4, "many changes");
  IncrementalField field(fabric, std::vector<Radian>(fabric.actuators()));
  for (int i = 0; i < 1000; ++i) {
    field.set(static_cast<base::ActuatorId>(below(fabric.cells(), random)),
              Radian(2.0 * base::kPi * random.uniform()));
    const auto io = static_cast<PortId>(below(32, random));
    CHECK(std::isfinite(field.read(io, io).real()));
  }
  const Eigen::MatrixXcd whole = fabric.port_matrix(field.phases());
  for (std::size_t output = 0; output < 32; ++output) {
    for (std::size_t input = 0; input < 32; ++input) {
      CHECK(std::abs(field.read(static_cast<PortId>(output), static_cast<PortId>(input)) -
                     whole(static_cast<Eigen::Index>(output), static_cast<Eigen::Index>(input))) <
            1e-13);
    }
  }
}

TEST_CASE("phases, actuators and ports that are not there are refused") {
  const FeedForwardFabric fabric = make_fabric(Topology::planar, 4, FabricParameters());
  CHECK_THROWS_AS(IncrementalField(fabric, {}), std::invalid_argument);
  IncrementalField field(fabric, std::vector<Radian>(fabric.actuators()));
  CHECK_THROWS_AS(field.set(static_cast<base::ActuatorId>(6), Radian(1.0)), std::out_of_range);
  CHECK_THROWS_AS(field.read(PortId(4), PortId(0)), std::out_of_range);
  CHECK_THROWS_AS(field.read(PortId(0), PortId(4)), std::out_of_range);
}
