// SPDX-License-Identifier: Apache-2.0
// Untouchable circuits and objectives on fabrics too large for a look at all states.
#include <catch2/catch.hpp>

#include "photonics/routing/cell_graph_router.hpp"
#include "photonics/routing/router_factory.hpp"
#include "tests/photonics/routing_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// The most that the field of any of the circuits moves while the changed cells go from one state
/// to the other, each at a pace of its own.
double most_moved(const FeedForwardFabric& fabric, const RoutingRequest& request,
                  const std::vector<CellState>& states, base::RandomStream& random) {
  const std::vector<base::Radian> begin = nominal_phases(fabric, request.present_states);
  const std::vector<base::Radian> end = nominal_phases(fabric, states);
  const Eigen::MatrixXcd before = fabric.port_matrix(begin);
  double most = 0.0;
  for (int sample = 0; sample < 3; ++sample) {
    std::vector<base::Radian> phases = begin;
    for (std::size_t i = 0; i < phases.size(); ++i) {
      phases[i] += (sample == 0 ? 1.0 : random.uniform()) * (end[i] - begin[i]);
    }
    const Eigen::MatrixXcd later = fabric.port_matrix(phases);
    for (const base::PortId input : request.untouchable) {
      const auto row =
          static_cast<Eigen::Index>(base::index(request.wanted.output_of(input).value()));
      const auto column = static_cast<Eigen::Index>(base::index(input));
      most = std::max(most, std::abs(later(row, column) - before(row, column)));
    }
  }
  return most;
}

struct Tally {
  int routed = 0;
  int failed = 0;
  int harmed_without = 0;
};

Tally protect(Topology topology, std::size_t n, int rounds, base::RandomStream& random) {
  const FeedForwardFabric fabric = make_fabric(topology, n, lossless());
  const auto router = make_router(topology, fabric);
  std::vector<CellState> states = fabric.structure().idle;
  Matching present(n);
  Tally tally;
  for (int i = 0; i < rounds; ++i) {
    RoutingRequest request{modified(present, 0.75, random), present, states};
    request.effort = i % 2 == 0 ? 0 : 50'000;
    const RoutingResult free = router->route(request);
    for (std::size_t input = 0; input < n; ++input) {
      const auto output = request.wanted.output_of(port(input));
      if (output && present.contains(port(input), *output) && random.uniform() < 0.3) {
        request.untouchable.push_back(port(input));
      }
    }
    for (const base::PortId input : request.untouchable) {
      if (holds(free.disturbed_inputs, input)) {
        ++tally.harmed_without;
        break;
      }
    }
    try {
      const RoutingResult result = router->route(request);
      REQUIRE(worst_field_error(fabric, request.wanted, result.states) < 1e-12);
      REQUIRE(most_moved(fabric, request, result.states, random) < 1e-9);
      ++tally.routed;
      states = result.states;
    } catch (const RoutingFailed& failure) {
      CHECK_THAT(failure.what(), Catch::Contains(" stay untouched"));
      ++tally.failed;
      states = free.states;
    }
    present = request.wanted;
  }
  return tally;
}

}  // namespace

TEST_CASE("untouchable circuits keep their light all the time, by fields") {
  base::RandomStream random(149, "untouchable");
  for (const Topology topology : all_topologies()) {
    for (const std::size_t n : {4, 8, 16}) {
      const int rounds = n == 16 ? 25 : 80;
      const Tally tally = protect(topology, n, rounds, random);
      INFO(to_string(topology) << " of " << n << ": " << tally.routed << " routed, " << tally.failed
                               << " failed, " << tally.harmed_without << " harmed without");
      CHECK(tally.routed > rounds / 2);
      if (strictly_non_blocking(topology)) {
        CHECK(tally.failed == 0);
        CHECK(tally.harmed_without == 0);
      } else if (n > 4) {
        // The constraint mattered.
        CHECK(tally.harmed_without > 0);
      }
    }
  }
}

TEST_CASE("two ways to the best agree on what is best") {
  // By a rule and exchanges first, or by search alone: other first results, and other prunings.
  base::RandomStream random(151, "two ways");
  for (const Topology topology : {Topology::benes, Topology::planar, Topology::reck}) {
    const FeedForwardFabric fabric =
        make_fabric(topology, 6 + (topology == Topology::benes ? 2 : 0), {});
    const std::size_t n = fabric.ports();
    const auto router = make_router(topology, fabric);
    const CellGraphRouter search(fabric);
    std::vector<CellState> states = fabric.structure().idle;
    Matching present(n);
    int both = 0;
    for (int i = 0; i < 60; ++i) {
      RoutingRequest request{modified(present, 0.75, random), present, states};
      request.effort = 400'000;
      for (const RoutingObjective objective :
           {RoutingObjective::least_disturbance, RoutingObjective::fewest_changes,
            RoutingObjective::least_loss}) {
        request.objective = objective;
        const RoutingResult a = router->route(request);
        const RoutingResult b = search.route(request);
        if (!a.proved_optimal || !b.proved_optimal) {
          continue;
        }
        ++both;
        if (objective == RoutingObjective::least_loss) {
          double worst[2] = {0.0, 0.0};
          double sum[2] = {0.0, 0.0};
          for (std::size_t input = 0; input < n; ++input) {
            if (request.wanted.output_of(port(input))) {
              for (std::size_t which = 0; which < 2; ++which) {
                const double loss =
                    fabric.trace(port(input), which == 0 ? a.states : b.states).loss.value();
                worst[which] = std::max(worst[which], loss);
                sum[which] += loss;
              }
            }
          }
          CHECK(worst[0] == Approx(worst[1]).epsilon(0.0).margin(1e-6));
          CHECK(sum[0] == Approx(sum[1]).epsilon(0.0).margin(1e-6));
        } else {
          CHECK(a.changed.size() == b.changed.size());
          CHECK(a.disturbed_inputs.size() == b.disturbed_inputs.size());
        }
      }
      const RoutingResult next = router->route(request.wanted, present, states);
      states = next.states;
      present = request.wanted;
    }
    INFO(to_string(topology));
    CHECK(both > 100);
  }
}
