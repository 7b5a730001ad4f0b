// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>

#include <catch2/catch.hpp>

#include "photonics/fabric/cell_variation.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Decibel;
using base::Radian;

namespace {

std::vector<std::shared_ptr<const CellModel>> models(const std::vector<MziParameters>& cells) {
  std::vector<std::shared_ptr<const CellModel>> made;
  for (const MziParameters& cell : cells) {
    made.push_back(std::make_shared<MziCell>(cell, FabricParameters().design_wavelength));
  }
  return made;
}

FeedForwardFabric benes(std::vector<std::shared_ptr<const CellModel>> made) {
  const FabricParameters p;
  return {make_layout(Topology::benes, 8),
          false,
          p,
          std::make_shared<MziCell>(p.cell, p.design_wavelength),
          {},
          std::move(made)};
}

}  // namespace

TEST_CASE("cells vary as they are asked to") {
  CellVariation variation;
  variation.coupler_sigma = 0.02;
  variation.coupler_mismatch_sigma = 0.005;
  variation.cell_loss_sigma = Decibel(0.1);
  CHECK_FALSE(variation.same_cells());
  base::RandomStream random(3, "cells");
  const MziParameters design;
  const std::size_t count = 4000;
  double mean = 0.0;
  double both = 0.0;
  double half = 0.0;
  double loss = 0.0;
  for (const MziParameters& cell : draw_cells(design, count, variation, random)) {
    const double middle = (cell.coupler_in + cell.coupler_out) / 2.0 - design.coupler_in;
    mean += middle;
    both += middle * middle;
    half += std::pow((cell.coupler_in - cell.coupler_out) / 2.0, 2);
    loss += std::pow((cell.cell_loss - design.cell_loss).value(), 2);
    CHECK(cell.arm_imbalance == design.arm_imbalance);
  }
  const double n = count;
  const double within = 4.0 / std::sqrt(2.0 * n);  // four deviations of a deviation
  CHECK(std::abs(mean / n) < 4.0 * 0.02 / std::sqrt(n));
  CHECK(std::sqrt(both / n) == Approx(0.02).epsilon(within));
  CHECK(std::sqrt(half / n) == Approx(0.005).epsilon(within));
  CHECK(std::sqrt(loss / n) == Approx(0.1).epsilon(within));
}

TEST_CASE("no variation leaves the design, and much of it nothing impossible") {
  base::RandomStream random(3, "cells");
  MziParameters design;
  design.coupler_in = 0.4;
  const CellVariation none;
  CHECK(none.same_cells());
  for (const MziParameters& cell : draw_cells(design, 5, none, random)) {
    CHECK(cell.coupler_in == design.coupler_in);
    CHECK(cell.coupler_out == design.coupler_out);
    CHECK(cell.cell_loss == design.cell_loss);
  }
  CellVariation much;
  much.coupler_sigma = 2.0;
  much.cell_loss_sigma = Decibel(10.0);
  for (const MziParameters& cell : draw_cells(design, 500, much, random)) {
    CHECK((cell.coupler_in >= 0.0 && cell.coupler_in <= 1.0));
    CHECK((cell.coupler_out >= 0.0 && cell.coupler_out <= 1.0));
    CHECK(cell.cell_loss >= Decibel(0.0));
  }
}

TEST_CASE("untrimmed phases are anything, trimmed ones as before") {
  base::RandomStream random(5, "phases");
  base::RandomStream same(5, "phases");
  CHECK(draw_phase_errors(20, Radian(0.1), PhaseMake::trimmed, random) ==
        draw_phase_errors(20, Radian(0.1), same));
  std::vector<Radian> errors = draw_phase_errors(2000, Radian(0.0), PhaseMake::uniform, random);
  std::sort(errors.begin(), errors.end());
  // Kolmogorov-Smirnov: beyond 1.95 / sqrt(n) one time in a thousand.
  double furthest = 0.0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const double share = (static_cast<double>(i) + 0.5) / 2000.0;
    const double expected = (errors[i].value() / base::kPi + 1.0) / 2.0;
    furthest = std::max(furthest, std::abs(share - expected));
  }
  CHECK(furthest < 1.95 / std::sqrt(2000.0));
  CHECK(errors.front() >= Radian(-base::kPi));
  CHECK(errors.back() <= Radian(base::kPi));
}

TEST_CASE("each cell of a fabric can be of its own make") {
  CellVariation variation;
  variation.coupler_sigma = 0.05;
  variation.cell_loss_sigma = Decibel(0.2);
  base::RandomStream random(1, "fabric");
  const std::vector<MziParameters> cells = draw_cells({}, 20, variation, random);
  const FeedForwardFabric fabric = benes(models(cells));
  const std::vector<Radian> phases(20, Radian(1.0));
  for (std::size_t cell = 0; cell < 20; ++cell) {
    CHECK(fabric.cell_field(static_cast<base::CellId>(cell), phases) ==
          mzi_field(cells[cell], Radian(1.0)));
  }
  // What light meets in a cell of perfect make stays that of the design.
  const FeedForwardFabric designed = benes({});
  CHECK(fabric.trace(base::PortId{2}, fabric.structure().idle).loss ==
        designed.trace(base::PortId{2}, fabric.structure().idle).loss);
  // Cells that came out as designed make the same field, to the bit.
  const FeedForwardFabric same = benes(models(std::vector<MziParameters>(20)));
  CHECK(same.port_matrix(phases) == designed.port_matrix(phases));
  CHECK(fabric.port_matrix(phases) != designed.port_matrix(phases));
}

TEST_CASE("a fabric refuses cells of another number or design frequency") {
  CHECK_THROWS_AS(benes(models(std::vector<MziParameters>(19))), std::invalid_argument);
  auto made = models(std::vector<MziParameters>(20));
  made.back() = std::make_shared<MziCell>(MziParameters(), base::Metre(1.31e-6));
  CHECK_THROWS_AS(benes(made), std::invalid_argument);
}
