// SPDX-License-Identifier: Apache-2.0
// How many cells, crossings and ports the published fabrics have.
#include <string>

#include "photonics/fabric/mesh_layout.hpp"
#include "photonics/fabric/topology.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::MeshOutline;
using photonics::Topology;

constexpr std::size_t kEight = 8;
constexpr std::size_t kLuPorts = 16;
constexpr std::size_t kAistPorts = 32;
constexpr std::size_t kLightInSquares = 4;

double cells_of(Topology topology, std::size_t ports) {
  return static_cast<double>(photonics::make_layout(topology, ports).graph.cells());
}

std::vector<ReproductionRow> fabric_structures_rows(const StudyContext& /*context*/) {
  RowMaker rows("fabric_structures",
                "PICBench, reference netlists Benes_8x8, Crossbar_8x8, Spanke_8x8, Clements_8x8");
  const auto exact = [&rows](const std::string& quantity, double published, double model) {
    rows.predicted(quantity, "", published, model, 0.0);
  };
  exact("cells of an 8x8 Benes network", 20, cells_of(Topology::benes, kEight));
  exact("cells of an 8x8 crossbar", 64, cells_of(Topology::crossbar, kEight));
  exact("cells of an 8x8 Spanke (switch-and-select) network", 112,
        cells_of(Topology::switch_and_select, kEight));
  exact("cells of an 8x8 Clements mesh", 28, cells_of(Topology::clements, kEight));
  rows.set_source("Lu et al., Opt. Express 24, 9295 (2016), abstract");
  exact("cells of a 16x16 Benes network", 56, cells_of(Topology::benes, kLuPorts));
  rows.set_source("AIST's 32x32 switch, as an introduction on researching.cn tells it");
  const photonics::FabricLayout piloss = photonics::make_layout(Topology::piloss, kAistPorts);
  exact("cells of a 32x32 PILOSS network", 1024, static_cast<double>(piloss.graph.cells()));
  exact("crossings of a 32x32 PILOSS network", 961, static_cast<double>(piloss.crossings.total));
  rows.set_source("Zhu et al., Light Sci. Appl. 15, 165 (2026), and its published scripts");
  const photonics::MeshLayout light_in =
      photonics::make_mesh_layout({MeshOutline::square, kLightInSquares, kLightInSquares});
  exact("cells of LightIN's square mesh", 40, static_cast<double>(light_in.graph.cells()));
  rows.set_source("4 (R + C) of a square mesh of R x C squares; the paper has the cells only");
  exact("ports of LightIN's square mesh", 32, static_cast<double>(light_in.ports.size()));
  rows.set_source("a thesis on the iPronics Smartlight unit, table of general specifications");
  const photonics::MeshLayout smartlight =
      photonics::make_mesh_layout({MeshOutline::smartlight, 1, 1});
  exact("cells of the Smartlight mesh", 72, static_cast<double>(smartlight.graph.cells()));
  exact("ports at the edge of the Smartlight mesh", 40,
        static_cast<double>(smartlight.ports.size()));
  return rows.take();
}

}  // namespace

Study fabric_structures_study() {
  return {"fabric_structures", "cells, crossings and ports of published fabrics",
          fabric_structures_rows};
}

}  // namespace heliograph::testbenches
