// SPDX-License-Identifier: Apache-2.0
// The mesh of the iPronics Smartlight unit: how it is joined, what it routes, and what light loses.

#include <algorithm>
#include <memory>
#include <optional>

#include "photonics/device/mzi.hpp"
#include "photonics/fabric/mesh_fabric.hpp"
#include "photonics/mesh_routing/mesh_field_check.hpp"
#include "photonics/mesh_routing/mesh_router.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

using base::PortId;
using photonics::CellState;
using photonics::MeshPair;

constexpr std::size_t kEdgePorts = 40;

PortId mesh_port(std::size_t number) { return static_cast<PortId>(number); }

/// Ports 22 to 33 lead to filter blocks on the chip.
bool is_external(std::size_t number) { return number < 22 || number > 33; }

/// Mesh with the unit's least loss of a cell, 0.46 dB: what the published sums of loss are made of.
photonics::MeshFabric least_loss_mesh() {
  photonics::MeshParameters make;
  const base::Decibel arms = base::Decibel(0.48) - make.cell.cell_loss;  // as of the defaults
  make.cell.cell_loss = base::Decibel(0.46) - arms;
  return photonics::make_mesh({photonics::MeshOutline::smartlight, 1, 1}, make);
}

void add_structure(const photonics::MeshFabric& mesh, const photonics::MeshRouter& router,
                   RowMaker& rows) {
  rows.set_source("incidence of the published numbering of its cells, checked against the thesis");
  const auto exact = [&rows](const std::string& quantity, double published, std::size_t model) {
    rows.predicted(quantity, "", published, static_cast<double>(model), 0.0);
  };
  exact("waveguides, ports included", 164, router.graph().waveguides());
  exact("ports at the edge", kEdgePorts, mesh.ports());
  // Of a plane graph: faces inside = edges - vertices + 1.
  exact("closed hexagons", 17, mesh.cells() - mesh.vertices() + 1);
  std::vector<CellState> states(mesh.cells(), CellState::cross);
  for (const std::size_t bar : {16U, 20U}) {
    states[bar] = CellState::bar;
  }
  rows.set_source("a thesis on the unit: cells 0x 6x 10x 16= 20= 19x lead port 0 to port 5");
  exact("port that light from port 0 reaches", 5,
        base::index(photonics::route_from(router.graph(), mesh_port(0), states).to));
}

void add_shortest(const photonics::MeshRouter& router, RowMaker& rows) {
  rows.set_source("a thesis on the unit, interconnect test from three ports to 27 others");
  std::int64_t least = INT64_MAX;
  std::int64_t most = 0;
  for (const std::size_t from : {0U, 17U, 37U}) {
    for (std::size_t to = 0; to < kEdgePorts; ++to) {
      if (to != from && is_external(to)) {
        photonics::MeshRequest request;
        request.pairs = {{mesh_port(from), mesh_port(to)}};
        const photonics::MeshResult result = router.route(request);
        least = std::min(least, result.value);
        most = std::max(most, result.value);
      }
    }
  }
  rows.predicted("cells of the shortest way between external ports", "", 2,
                 static_cast<double>(least), 0.0);
  rows.predicted("cells of the longest of the shortest ways", "", 15, static_cast<double>(most),
                 0.0);
}

/// The 6x6 switch on the mesh.
void add_six_by_six(const photonics::MeshFabric& mesh, const photonics::MeshRouter& router,
                    RowMaker& rows) {
  const std::vector<std::size_t> inputs = {0, 39, 38, 37, 36, 35};
  std::vector<std::size_t> outputs = {15, 16, 17, 18, 19, 20};
  std::size_t routed = 0;
  std::size_t at_minimum = 0;
  base::Decibel worst_loss;
  base::Decibel worst_crosstalk{-200.0};
  do {
    photonics::MeshRequest request;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      request.pairs.push_back({mesh_port(inputs[i]), mesh_port(outputs[i])});
    }
    const photonics::MeshResult result = router.route(request);
    const bool all = result.verdict == photonics::MeshVerdict::routed;
    routed += all ? 1 : 0;
    at_minimum += all && result.proved_optimal && result.value == 90 ? 1 : 0;
    if (all) {
      const photonics::MeshFieldCheck check =
          photonics::verify_mesh_routing(mesh, request.pairs, result.states);
      for (const photonics::CircuitCheck& circuit : check.circuits.circuits) {
        worst_loss = std::max(worst_loss, circuit.loss);
      }
      worst_crosstalk = std::max(worst_crosstalk, check.worst_crosstalk.value_or(worst_crosstalk));
    }
  } while (std::next_permutation(outputs.begin(), outputs.end()));
  rows.set_source(
      "a thesis on the unit: 6x6 switch on the mesh, core ports 0, 39 to 35 to 15 to 20");
  rows.predicted("permutations of the 6x6 switch that route", "", 720, static_cast<double>(routed),
                 0.0);
  rows.predicted("of those, in 90 cells, which is proved the least", "", 720,
                 static_cast<double>(at_minimum), 0.0);
  const double facet = 3.34;
  // Which losses are in the published sums is not said: one facet and the least loss of a cell are
  // chosen since they match the first of the two.
  const Fit fit{1, 2};
  rows.fitted(fit, "loss of a way of 15 cells", "dB", 10.0, facet + worst_loss.value(), 0.5).note =
      "one facet of 3.34 dB, and the cells at their least 0.46 dB by the fields; access waveguides "
      "are left out";
  photonics::MeshRequest two;
  two.pairs = {{mesh_port(37), mesh_port(38)}};
  for (std::size_t from = 0; from < kEdgePorts; ++from) {
    for (std::size_t to = from + 1; to < kEdgePorts; ++to) {
      photonics::MeshRequest request;
      request.pairs = {{mesh_port(from), mesh_port(to)}};
      if (is_external(from) && is_external(to) && router.route(request).value == 2) {
        two = request;
      }
    }
  }
  const photonics::MeshFieldCheck short_way =
      photonics::verify_mesh_routing(mesh, two.pairs, router.route(two).states);
  rows.fitted(fit, "loss of a way of 2 cells", "dB", 7.7,
              facet + short_way.circuits.circuits.front().loss.value(), 0.5)
      .note = "counted as that of 15 cells";
  rows.predicted("6x6 switch: signal over crosstalk, all inputs lit", "dB", 23.5,
                 -worst_crosstalk.value(), 1.5)
      .note =
      "22 to 25 dB are expected of the chip; the worst of all permutations, cells that leak as "
      "typical ones do and without errors of phase";
}

std::vector<ReproductionRow> smartlight_rows(const StudyContext& /*context*/) {
  RowMaker rows("smartlight", "");
  const photonics::MeshFabric mesh = least_loss_mesh();
  const photonics::MeshRouter router(mesh);
  add_structure(mesh, router, rows);
  add_shortest(router, rows);
  add_six_by_six(mesh, router, rows);
  return rows.take();
}

}  // namespace

Study smartlight_study() {
  return {"smartlight", "the mesh of the iPronics Smartlight unit: ways, permutations, loss",
          smartlight_rows};
}

}  // namespace heliograph::testbenches
