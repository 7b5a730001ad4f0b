// SPDX-License-Identifier: Apache-2.0
// PipSwitch claims 32 ports on a 9 x 9 mesh, joined all to all by matchings. Which mesh that is the
// paper does not say in what could be read: both readings are shown.

#include <fmt/format.h>

#include "base/random.hpp"
#include "photonics/fabric/mesh_layout.hpp"
#include "photonics/mesh_routing/mesh_router.hpp"
#include "photonics/mesh_routing/port_choice.hpp"
#include "photonics/mesh_routing/round_robin.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::size_t kPipSide = 9;
constexpr std::size_t kPipPorts = 32;
constexpr int kRandomMatchings = 50;

/// Random perfect matchings of the ports that are routed, of kRandomMatchings.
int random_matchings(const photonics::MeshRouter& router, std::vector<base::PortId> ports,
                     const photonics::MeshEffort& effort) {
  base::RandomStream random(base::kDefaultSeed, "studies/pipswitch");
  int routed = 0;
  for (int i = 0; i < kRandomMatchings; ++i) {
    for (std::size_t left = ports.size(); left > 1; --left) {
      const auto pick = static_cast<std::size_t>(random.uniform() * static_cast<double>(left));
      std::swap(ports[left - 1], ports[pick]);
    }
    photonics::MeshRequest request;
    for (std::size_t pair = 0; pair < ports.size() / 2; ++pair) {
      request.pairs.push_back({ports[2 * pair], ports[2 * pair + 1]});
    }
    request.effort = effort;
    routed += router.route(request).verdict == photonics::MeshVerdict::routed ? 1 : 0;
  }
  return routed;
}

void add_reading(const std::string& name, photonics::MeshOutline outline, RowMaker& rows) {
  const photonics::MeshLayout layout = photonics::make_mesh_layout({outline, kPipSide, kPipSide});
  const photonics::MeshRouter router(layout.graph);
  photonics::MeshRequest request;
  request.effort = photonics::first_found();
  photonics::PortChoiceEffort effort;
  effort.sampled = kRandomMatchings;
  const std::vector<base::PortId> ports =
      photonics::choose_ports(router, kPipPorts, {}, request, effort).ports;
  const photonics::RoundRobin robin = photonics::route_round_robin(router, ports, request);
  std::size_t rounds = 0;
  for (const photonics::MeshResult& result : robin.results) {
    rounds += result.verdict == photonics::MeshVerdict::routed ? 1 : 0;
  }
  const std::string mesh =
      fmt::format("{} cells, {} ports", layout.graph.cells(), layout.ports.size());
  rows.predicted("32 ports on " + name + ": rounds of all to all that route", "", kPipPorts - 1,
                 static_cast<double>(rounds), 0.0)
      .note = mesh + "; 32 of them as the tool chooses them";
  rows.shown(ReproductionBasis::predicted, "32 ports on " + name + ": random matchings that route",
             "", std::nullopt, random_matchings(router, ports, request.effort),
             fmt::format("of {}; nothing is published", kRandomMatchings));
}

std::vector<ReproductionRow> pipswitch_rows(const StudyContext& /*context*/) {
  RowMaker rows("pipswitch", "PipSwitch, arXiv 2501.18136: all to all of 32 ports on a 9x9 mesh");
  add_reading("the (9, 9) lattice", photonics::MeshOutline::hexagonal_lattice, rows);
  add_reading("9 x 9 hexagons", photonics::MeshOutline::hexagonal_offset, rows);
  return rows.take();
}

}  // namespace

Study pipswitch_study() {
  return {"pipswitch", "32 ports on a 9x9 mesh: all to all by matchings", pipswitch_rows};
}

}  // namespace heliograph::testbenches
