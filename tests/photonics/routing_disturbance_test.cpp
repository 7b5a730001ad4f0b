// SPDX-License-Identifier: Apache-2.0
// Which circuits a change disturbs, against what happens to their fields while the changed cells go
// from the old phase to the new one, each at a pace of its own.
//
// With ideal cells a circuit's field is the product of what the cells on its way do. If none of
// them changes, it stays the same all the time. If one does, it sends light elsewhere half-way, so
// the field is another during the change; in the end it may be the same again (another way of the
// same phase). So: the disturbed circuits are those whose field moves on the way, and a field that
// is different in the end belongs to one of them. (At one pace for all cells that would not hold:
// cells that split and join light alike can undo each other all the way.)
#include <catch2/catch.hpp>

#include "photonics/routing/router_factory.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// The phases somewhere on the way from one set of states to another.
std::vector<base::Radian> between(const SwitchFabric& fabric, const std::vector<CellState>& from,
                                  const std::vector<CellState>& to, base::RandomStream& random) {
  std::vector<base::Radian> phases = nominal_phases(fabric, from);
  const std::vector<base::Radian> end = nominal_phases(fabric, to);
  for (std::size_t i = 0; i < phases.size(); ++i) {
    phases[i] += random.uniform() * (end[i] - phases[i]);
  }
  return phases;
}

struct Tally {
  int still = 0;
  int disturbed = 0;
  int same_in_the_end = 0;
};

Tally compare(Topology topology, std::size_t n, int rounds, base::RandomStream& random) {
  const FeedForwardFabric fabric = make_fabric(topology, n, lossless());
  const auto router = make_router(topology, fabric);
  std::vector<CellState> states = fabric.structure().idle;
  Matching present(n);
  Tally tally;
  for (int i = 0; i < rounds; ++i) {
    const Matching wanted = modified(present, 0.7, random);
    const RoutingResult result = router->route(wanted, present, states);
    const Eigen::MatrixXcd before = fabric.port_matrix(nominal_phases(fabric, states));
    std::vector<Eigen::MatrixXcd> later;
    for (int sample = 0; sample < 4; ++sample) {
      later.push_back(fabric.port_matrix(between(fabric, states, result.states, random)));
    }
    later.push_back(fabric.port_matrix(nominal_phases(fabric, result.states)));
    for (std::size_t input = 0; input < n; ++input) {
      const auto output = wanted.output_of(port(input));
      if (!output || !present.contains(port(input), *output)) {
        continue;
      }
      const auto row = static_cast<Eigen::Index>(base::index(*output));
      const auto column = static_cast<Eigen::Index>(input);
      double most = 0.0;
      for (const Eigen::MatrixXcd& matrix : later) {
        most = std::max(most, std::abs(matrix(row, column) - before(row, column)));
      }
      const double in_the_end = std::abs(later.back()(row, column) - before(row, column));
      const bool listed = holds(result.disturbed_inputs, port(input));
      CHECK((most > 1e-9) == listed);
      CHECK((in_the_end <= 1e-9 || listed));
      tally.still += listed ? 0 : 1;
      tally.disturbed += listed ? 1 : 0;
      tally.same_in_the_end += listed && in_the_end <= 1e-9 ? 1 : 0;
    }
    states = result.states;
    present = wanted;
  }
  return tally;
}

}  // namespace

TEST_CASE("the disturbed circuits are those whose field moves during the change") {
  base::RandomStream random(137, "disturbance");
  int same = 0;
  for (const Topology topology : {Topology::benes, Topology::dilated_benes, Topology::planar,
                                  Topology::clements, Topology::reck}) {
    for (const std::size_t n : {4, 8, 16}) {
      const Tally tally = compare(topology, n, n == 16 ? 60 : 200, random);
      INFO(to_string(topology) << " of " << n);
      CHECK(tally.disturbed > 0);
      CHECK(tally.still > 5);
      same += tally.same_in_the_end;
    }
  }
  // It does happen that a circuit ends with the field that it had, by another way.
  CHECK(same > 0);
}
