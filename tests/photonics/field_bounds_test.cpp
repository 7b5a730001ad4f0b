// SPDX-License-Identifier: Apache-2.0
// Bounds of the field and of its changes, against fields of waveguides with any phases.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <set>
#include <utility>

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/random.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/fabric/field_bounds.hpp"
#include "photonics/fabric/mesh_fabric.hpp"
#include "photonics/routing/benes_router.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::CellId;
using base::Decibel;
using base::PortId;
using base::Radian;

namespace {

using Complex = std::complex<double>;

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }
PortId port(std::size_t i) { return static_cast<PortId>(i); }

/// The field matrix where every waveguide has a phase of its own, by following the light.
Eigen::MatrixXcd followed(const FeedForwardFabric& fabric, const std::vector<Radian>& phases,
                          const std::vector<std::array<double, kCellRails>>& way_phases) {
  const FabricStructure& structure = fabric.structure();
  const std::size_t n = fabric.ports();
  Eigen::MatrixXcd rails = Eigen::MatrixXcd::Zero(at(n), at(2 * fabric.cells()));
  Eigen::MatrixXcd outputs = Eigen::MatrixXcd::Zero(at(n), at(n));
  const auto arrive = [&](const WayEnd& end, const WayCost& way, double phase,
                          const Eigen::VectorXcd& field) {
    const Complex factor = std::polar(std::pow(10.0, -way.loss.value() / 20.0), phase);
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      rails.col(at(2 * base::index(rail->cell) + rail->rail)) = factor * field;
    } else if (const auto* output = std::get_if<PortId>(&end)) {
      outputs.row(at(base::index(*output))) = factor * field.transpose();
    }
  };
  for (std::size_t i = 0; i < n; ++i) {
    arrive(structure.graph.inputs[i], structure.input_ways[i], 0.0,
           Eigen::VectorXcd::Unit(at(n), at(i)));
  }
  for (const CellId id : light_order(structure.graph)) {
    const std::size_t cell = base::index(id);
    const Eigen::Matrix2cd m = fabric.cell_field(id, phases);
    for (std::size_t rail = 0; rail < 2; ++rail) {
      const Eigen::VectorXcd field =
          m(at(rail), 0) * rails.col(at(2 * cell)) + m(at(rail), 1) * rails.col(at(2 * cell + 1));
      arrive(structure.graph.after[cell][rail], structure.ways[cell][rail], way_phases[cell][rail],
             field);
    }
  }
  return outputs;
}

std::vector<std::array<double, kCellRails>> random_way_phases(std::size_t cells,
                                                              base::RandomStream& random) {
  std::vector<std::array<double, kCellRails>> phases(cells);
  for (std::array<double, kCellRails>& of_cell : phases) {
    for (double& phase : of_cell) {
      phase = 2.0 * base::kPi * random.uniform();
    }
  }
  return phases;
}

FabricParameters real_cells() {
  FabricParameters p;
  p.cell = {0.47, 0.45, Decibel(0.7), Decibel(0.3)};
  return p;
}

FabricParameters ideal_cells() {
  FabricParameters p;
  p.cell = {0.5, 0.5, Decibel(0.0), Decibel(0.0)};
  return p;
}

struct Rearrangement {
  FabricSetting before;
  FabricSetting after;
  Matching before_circuits;
  Matching after_circuits;
  std::set<std::size_t> disturbed;  // inputs, of circuits that stay
};

std::vector<PortId> lit_of(const Matching& matching) {
  std::vector<PortId> lit;
  for (std::size_t i = 0; i < matching.ports(); ++i) {
    if (matching.output_of(port(i))) {
      lit.push_back(port(i));
    }
  }
  return lit;
}

/// Some circuits on an idle Benes network; then some go and others come.
Rearrangement rearrange(const FeedForwardFabric& fabric, base::RandomStream& random) {
  const std::size_t n = fabric.ports();
  const auto any = [&] { return port(static_cast<std::size_t>(random.uniform() * double(n))); };
  const auto connect_some = [&](Matching& matching) {
    for (std::size_t tries = 0; tries < 2 * n; ++tries) {
      const PortId input = any();
      const PortId output = any();
      if (matching.can_connect(input, output)) {
        matching.connect(input, output);
      }
    }
  };
  const BenesRouter router(n);
  Matching first(n);
  connect_some(first);
  Matching second = first;
  for (std::size_t gone = 0; gone < n / 4; ++gone) {
    second.disconnect(any());
  }
  connect_some(second);
  const RoutingResult before = router.route(first, Matching(n), fabric.structure().idle);
  const RoutingResult after = router.route(second, first, before.states);
  Rearrangement change{nominal_setting(fabric, before.states, lit_of(first)),
                       nominal_setting(fabric, after.states, lit_of(second)),
                       first,
                       second,
                       {}};
  for (const PortId input : after.disturbed_inputs) {
    change.disturbed.insert(base::index(input));
  }
  return change;
}

}  // namespace

TEST_CASE("no waveguide phases make an element of the field greater than its bound") {
  base::RandomStream random(21, "field bounds");
  for (const Topology topology : all_topologies()) {
    for (const std::size_t n : {2, 3, 4, 8}) {
      if (!allows(topology, n)) {
        continue;
      }
      INFO(to_string(topology) << " " << n);
      const FeedForwardFabric fabric = make_fabric(topology, n, real_cells());
      std::vector<Radian> phases(fabric.actuators());
      for (Radian& phase : phases) {
        phase = Radian(2.0 * base::kPi * random.uniform());
      }
      const FieldBounds bounds = field_bounds(fabric, phases);
      Eigen::MatrixXd power = Eigen::MatrixXd::Zero(at(n), at(n));
      const int draws = 50;
      for (int draw = 0; draw < draws; ++draw) {
        const Eigen::MatrixXcd m =
            followed(fabric, phases, random_way_phases(fabric.cells(), random));
        CHECK(((bounds.amplitude - m.cwiseAbs()).array() > -1e-13).all());
        power += m.cwiseAbs2() / draws;
      }
      CHECK((bounds.power.array() <= bounds.amplitude.array().square() + 1e-13).all());
      CHECK(bounds.power.sum() == Approx(power.sum()).epsilon(0.2));
      if (!fabric.universal()) {
        CHECK(
            (followed(fabric, phases, std::vector<std::array<double, kCellRails>>(fabric.cells())) -
             fabric.port_matrix(phases))
                .norm() < 1e-13);
      }
    }
  }
}

TEST_CASE("one way only: the bounds are the field itself") {
  const FeedForwardFabric fabric = make_fabric(Topology::planar, 3, real_cells());
  const std::vector<Radian> phases = nominal_phases(fabric, fabric.structure().idle);
  const FieldBounds bounds = field_bounds(fabric, phases);
  const Eigen::MatrixXcd m = fabric.port_matrix(phases);
  // Three cells; only one way from input 0 to output 2 (down, down) and from 2 to 0 (up, up).
  CHECK(bounds.amplitude(2, 0) == Approx(std::abs(m(2, 0))));
  CHECK(bounds.power(2, 0) == Approx(std::norm(m(2, 0))));
}

TEST_CASE("where light can return there are no such bounds") {
  const MeshFabric mesh = make_mesh({}, MeshParameters());
  const FabricSetting setting = nominal_setting(mesh, mesh.structure().idle, {port(0)});
  CHECK_THROWS_AS(field_bounds(mesh, setting.phases), std::invalid_argument);
  CHECK_THROWS_AS(crosstalk_change_bounds(mesh, setting, setting), std::invalid_argument);
}

TEST_CASE("with real cells what a rearrangement does to the other circuits is under its bound") {
  double used = 0.0;
  CHECK(rc::check("rearrangements", [&used](std::uint64_t seed) {
    base::RandomStream random(seed, "rearrangements");
    const std::size_t n = random.uniform() < 0.5 ? 8 : 16;
    const FeedForwardFabric plain = make_fabric(Topology::benes, n, real_cells());
    const FeedForwardFabric fabric =
        make_fabric(Topology::benes, n, real_cells(),
                    draw_phase_errors(plain.actuators(), Radian(0.05), random));
    const Rearrangement change = rearrange(fabric, random);
    const std::vector<CrosstalkChange> bounds =
        crosstalk_change_bounds(fabric, change.before, change.after);
    std::set<std::size_t> bounded;
    std::vector<std::pair<Eigen::MatrixXcd, Eigen::MatrixXcd>> fields;
    fields.emplace_back(fabric.port_matrix(change.before.phases),
                        fabric.port_matrix(change.after.phases));
    for (int draw = 0; draw < 5; ++draw) {
      const auto ways = random_way_phases(fabric.cells(), random);
      fields.emplace_back(followed(fabric, change.before.phases, ways),
                          followed(fabric, change.after.phases, ways));
    }
    for (const CrosstalkChange& bound : bounds) {
      bounded.insert(base::index(bound.input));
      const Eigen::Index row = at(base::index(bound.output));
      const Eigen::Index own = at(base::index(bound.input));
      for (const auto& [before, after] : fields) {
        RC_ASSERT(std::abs(after(row, own) - before(row, own)) <= bound.own_field + 1e-14);
        double powers = 0.0;
        Complex sum_before;
        Complex sum_after;
        for (const PortId other : change.before.lit) {
          if (other != bound.input) {
            powers -= std::norm(before(row, at(base::index(other))));
            sum_before += before(row, at(base::index(other)));
          }
        }
        for (const PortId other : change.after.lit) {
          if (other != bound.input) {
            powers += std::norm(after(row, at(base::index(other))));
            sum_after += after(row, at(base::index(other)));
          }
        }
        RC_ASSERT(std::abs(powers) <= bound.incoherent.value() + 1e-14);
        if (bound.incoherent.value() > 1e-6) {
          used = std::max(used, std::abs(powers) / bound.incoherent.value());
        }
        RC_ASSERT(std::abs(std::norm(sum_after) - std::norm(sum_before)) <=
                  bound.coherent.value() + 1e-14);
      }
    }
    // Bounds for those circuits that stay and that the router leaves alone, and no others.
    for (std::size_t input = 0; input < n; ++input) {
      const auto output = change.before_circuits.output_of(port(input));
      const bool stays = output && change.after_circuits.contains(port(input), *output);
      RC_ASSERT((bounded.count(input) == 1) == (stays && change.disturbed.count(input) == 0));
    }
  }));
  CHECK(used > 0.3);  // the bound is not idle
}

TEST_CASE("with ideal cells only disturbed circuits change, and the bounds of the others are 0") {
  std::size_t bounded = 0;
  std::size_t changed = 0;
  CHECK(rc::check("ideal rearrangements", [&](std::uint64_t seed) {
    base::RandomStream random(seed, "ideal rearrangements");
    const FeedForwardFabric fabric = make_fabric(Topology::benes, 8, ideal_cells());
    const Rearrangement change = rearrange(fabric, random);
    for (const CrosstalkChange& bound :
         crosstalk_change_bounds(fabric, change.before, change.after)) {
      RC_ASSERT(bound.own_field < 1e-14);
      RC_ASSERT(bound.incoherent.value() < 1e-28);
      RC_ASSERT(bound.coherent.value() < 1e-28);
      ++bounded;
    }
    changed += change.before.states != change.after.states ? 1U : 0U;
  }));
  CHECK(bounded > 100);
  CHECK(changed > 50);
}

TEST_CASE("one changed cell: the bound of a neighbour is the field that comes by the cell") {
  // Benes 4x4 in bar; cell 1 changes, which lies on the ways of inputs 2 and 3. Input 0 meets the
  // light of cell 1 in cells 2 and 4 only.
  FabricParameters p = real_cells();
  p.crossing_loss = Decibel(0.0);
  p.waveguide_loss = base::DecibelPerMetre(0.0);
  const FeedForwardFabric fabric = make_fabric(Topology::benes, 4, p);
  std::vector<CellState> states(6, CellState::bar);
  const FabricSetting before = nominal_setting(fabric, states, {port(0), port(2)});
  states[1] = CellState::cross;
  const FabricSetting after = nominal_setting(fabric, states, {port(0), port(2)});
  const std::vector<CrosstalkChange> bounds = crosstalk_change_bounds(fabric, before, after);
  REQUIRE(bounds.size() == 1);
  CHECK(bounds[0].input == port(0));
  CHECK(bounds[0].own_field == 0.0);  // none of its light ever gets to cell 1
  const Eigen::Matrix2cd bar = mzi_field(p.cell, Radian(base::kPi));
  const Eigen::Matrix2d change = (mzi_field(p.cell, Radian(0.0)) - bar).cwiseAbs();
  // From input 2 by rail 0 of cell 1 to cells 2 and 4, by rail 1 to cells 3 and 4.
  const double moved = change(0, 0) * std::abs(bar(0, 1) * bar(0, 0)) +
                       change(1, 0) * std::abs(bar(0, 1) * bar(0, 1));
  const auto total = [&](const Eigen::Matrix2cd& m) {
    return std::abs(m(0, 0) * bar(0, 1) * bar(0, 0)) + std::abs(m(1, 0) * bar(0, 1) * bar(0, 1));
  };
  const double a = total(bar);
  const double b = total(mzi_field(p.cell, Radian(0.0)));
  CHECK(bounds[0].incoherent.value() ==
        Approx(std::min(std::min(moved, a + b) * (a + b), std::max(a * a, b * b))));
  // Nothing changed, nothing moves.
  for (const CrosstalkChange& none : crosstalk_change_bounds(fabric, before, before)) {
    CHECK(none.own_field == 0.0);
    CHECK(none.incoherent.value() == 0.0);
  }
}
