// SPDX-License-Identifier: Apache-2.0
// Leaks of first and second order against the whole field: what is left over is of third order.
#include <algorithm>
#include <cmath>
#include <complex>

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "photonics/fabric/field_bounds.hpp"
#include "photonics/fabric/leakage.hpp"
#include "photonics/fabric/mesh_fabric.hpp"
#include "tests/photonics/leakage_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using namespace heliograph::photonics::leakage_support;
using base::CellId;
using base::Decibel;
using base::PortId;
using base::Radian;

namespace {

using Complex = std::complex<double>;

/// Zeroth, first and second order, and the sum of their magnitudes, of light from one input.
struct Orders {
  Complex field;
  double amplitude = 0.0;
};
std::vector<std::vector<Orders>> orders_of(const SwitchFabric& fabric, const Leakage& leakage) {
  std::vector<std::vector<Orders>> orders(fabric.ports(), std::vector<Orders>(fabric.ports()));
  for (const OutputLeakage& output : leakage.outputs) {
    std::vector<Orders>& row = orders[base::index(output.output)];
    const auto add = [&](PortId input, Complex field, double amplitude) {
      row[base::index(input)].field += field;
      row[base::index(input)].amplitude += amplitude;
    };
    if (output.input) {
      add(*output.input, output.signal, std::abs(output.signal));
      add(*output.input, output.own_second.field, output.own_second.amplitude);
    } else {
      CHECK(output.own_first.empty());
      CHECK(output.own_second.terms == 0);
    }
    for (const std::vector<LeakTerm>& list : {output.first, output.own_first}) {
      for (const LeakTerm& leak : list) {
        add(leak.input, leak.field, std::abs(leak.field));
      }
    }
    for (const SecondOrderLeak& leak : output.second) {
      add(leak.input, leak.sum.field, leak.sum.amplitude);
    }
  }
  return orders;
}

/// The field, less what has two leaks or fewer, is no more than all ways with more of them can
/// make of it. Returns how much of the bound of these remaining ways is used at most.
double check_orders(const SwitchFabric& fabric, const Leakage& leakage,
                    const Eigen::MatrixXcd& field, const Eigen::MatrixXd& bound) {
  double used = 0.0;
  const std::vector<std::vector<Orders>> orders = orders_of(fabric, leakage);
  for (std::size_t output = 0; output < fabric.ports(); ++output) {
    for (std::size_t input = 0; input < fabric.ports(); ++input) {
      const Complex m = field(at(output), at(input));
      const double all = bound(at(output), at(input));
      const double rest = all - orders[output][input].amplitude;
      CAPTURE(output, input, all);
      CHECK(std::abs(m) <= all + 1e-13);
      CHECK(rest >= -1e-13);
      CHECK(std::abs(m - orders[output][input].field) <= rest + 1e-13);
      if (rest > 1e-12) {
        used = std::max(used, std::abs(m - orders[output][input].field) / rest);
      }
    }
  }
  return used;
}

/// Cells joined at random in both directions: closed loops come by themselves.
class RandomMesh final : public SwitchFabric {
 public:
  RandomMesh(std::size_t ports, std::size_t cells, base::RandomStream& random)
      : SwitchFabric(random_structure(ports, cells, random)) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      Eigen::Matrix2cd field;
      for (Eigen::Index i = 0; i < 4; ++i) {
        // Not reciprocal on purpose: a transposition that is forgotten must show.
        field(i / 2, i % 2) = std::polar(0.3 * random.uniform(), 6.0 * random.uniform());
      }
      fields_.push_back(field);
    }
  }
  [[nodiscard]] std::size_t actuators() const override { return fields_.size(); }
  [[nodiscard]] base::ActuatorId actuator(CellId cell) const override {
    return static_cast<base::ActuatorId>(base::index(cell));
  }
  [[nodiscard]] base::Hertz design_frequency() const override { return base::Hertz(1.9e14); }
  [[nodiscard]] Eigen::Matrix2cd cell_field(CellId cell,
                                            const std::vector<Radian>& /*phases*/) const override {
    return fields_[base::index(cell)];
  }
  [[nodiscard]] WayCost cell_cost(const CellRail& /*at*/, CellState /*state*/) const override {
    return {};
  }
  using SwitchFabric::port_matrix;
  void port_matrix(const std::vector<Radian>& /*phases*/, base::Hertz /*frequency*/,
                   Eigen::MatrixXcd& matrix) const override {
    matrix = solve<Complex>([](Complex z) { return z; });
  }
  [[nodiscard]] Eigen::MatrixXd bound() const {
    return solve<double>([](Complex z) { return std::abs(z); });
  }

 private:
  static FabricStructure random_structure(std::size_t ports, std::size_t cells,
                                          base::RandomStream& random) {
    std::vector<WayEnd> ends;
    for (std::size_t i = 0; i < ports; ++i) {
      ends.emplace_back(port(i));
    }
    for (std::size_t rail = 0; rail < cells * kCellRails; ++rail) {
      ends.emplace_back(CellRail{static_cast<CellId>(rail / kCellRails), rail % kCellRails});
    }
    shuffle(ends, random);
    FabricStructure structure;
    structure.graph.inputs.assign(ends.begin(), ends.begin() + static_cast<long>(ports));
    structure.graph.after.resize(cells);
    structure.ways.resize(cells);
    structure.input_ways.resize(ports);
    for (WayCost& way : structure.input_ways) {
      way.loss = Decibel(random.uniform());
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
      for (std::size_t rail = 0; rail < kCellRails; ++rail) {
        const WayEnd& end = ends[ports + cell * kCellRails + rail];
        // Some ways end in the dark, but all outputs are reached.
        const bool dark = random.uniform() < 0.1 && std::holds_alternative<CellRail>(end);
        structure.graph.after[cell][rail] = dark ? WayEnd(DarkEnd{}) : end;
        structure.ways[cell][rail].loss = Decibel(random.uniform());
      }
    }
    return structure;
  }

  /// All orders at once: fields on the rails are (I - T)^-1 times what comes from the inputs.
  template <class Number, class Part>
  [[nodiscard]] Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic> solve(Part part) const {
    using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
    const std::size_t rails = cells() * kCellRails;
    Matrix step = Matrix::Identity(at(rails), at(rails));
    Matrix source = Matrix::Zero(at(rails), at(ports()));
    Matrix drain = Matrix::Zero(at(ports()), at(rails));
    Matrix direct = Matrix::Zero(at(ports()), at(ports()));
    const auto loss = [](const WayCost& way) { return std::pow(10.0, -way.loss.value() / 20.0); };
    for (std::size_t i = 0; i < ports(); ++i) {
      const double amplitude = loss(structure().input_ways[i]);
      if (const auto* rail = std::get_if<CellRail>(&graph().inputs[i])) {
        source(at(base::index(rail->cell) * kCellRails + rail->rail), at(i)) = amplitude;
      } else if (const auto* output = std::get_if<PortId>(&graph().inputs[i])) {
        direct(at(base::index(*output)), at(i)) = amplitude;
      }
    }
    for (std::size_t cell = 0; cell < cells(); ++cell) {
      for (std::size_t in = 0; in < kCellRails; ++in) {
        for (std::size_t side = 0; side < 2; ++side) {
          const std::size_t out = (in < 2 ? 0 : 2) + side;
          const Eigen::Matrix2cd directed =
              in < 2 ? fields_[cell] : Eigen::Matrix2cd(fields_[cell].transpose());
          const Number value =
              part(directed(at(side), at(in % 2))) * loss(structure().ways[cell][out]);
          const WayEnd& end = graph().after[cell][out];
          if (const auto* rail = std::get_if<CellRail>(&end)) {
            step(at(base::index(rail->cell) * kCellRails + rail->rail),
                 at(cell * kCellRails + in)) -= value;
          } else if (const auto* output = std::get_if<PortId>(&end)) {
            drain(at(base::index(*output)), at(cell * kCellRails + in)) += value;
          }
        }
      }
    }
    return direct + drain * step.fullPivLu().solve(source);
  }

  std::vector<Eigen::Matrix2cd> fields_;
};

}  // namespace

TEST_CASE("in every topology the field is that of no, one and two leaks, within what more make") {
  base::RandomStream random(11, "leakage orders");
  double used = 0.0;
  for (const Topology topology : all_topologies()) {
    for (const std::size_t n : {2, 3, 4, 5, 8}) {
      if (!allows(topology, n)) {
        continue;
      }
      INFO(to_string(topology) << " " << n);
      const FeedForwardFabric fabric = make_fabric(topology, n, poor_cells());
      FabricSetting setting =
          nominal_setting(fabric, random_states(fabric.cells(), random), all_inputs(fabric));
      for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
        setting.phases[cell] += Radian(0.2 * random.normal());
      }
      used = std::max(
          used, check_orders(fabric, leakage(fabric, setting), fabric.port_matrix(setting.phases),
                             field_bounds(fabric, setting.phases).amplitude));
    }
  }
  CHECK(used > 0.5);  // the bound is not idle
}

TEST_CASE("in meshes with closed loops the field is that of no, one and two leaks, too") {
  std::size_t trapped = 0;
  CHECK(rc::check("random meshes", [&trapped](std::uint64_t seed) {
    base::RandomStream random(seed, "random mesh");
    const std::size_t ports = 1 + below(4, random);
    const std::size_t cells = 1 + below(8, random);
    const RandomMesh mesh(ports, cells, random);
    const FabricSetting setting =
        nominal_setting(mesh, random_states(cells, random), all_inputs(mesh));
    const Leakage found = leakage(mesh, setting);
    trapped += found.trapped.size();
    check_orders(mesh, found, mesh.port_matrix(setting.phases), mesh.bound());
  }));
  CHECK(trapped > 0);
}

TEST_CASE("in a hexagonal mesh what no, one and two leaks leave over is of third order") {
  // Ideal couplers, and phases off by a share of the same random errors: every leak is in
  // proportion to the share, so what is left over goes down by 8 when the share is halved.
  MeshParameters p;
  p.cell = {0.5, 0.5, Decibel(0.5), Decibel(0.0)};
  const MeshFabric mesh = make_mesh({}, p);
  base::RandomStream random(2, "hexagonal mesh");
  std::vector<CellState> states = random_states(mesh.cells(), random);
  for (CellState& state : states) {
    // Hexagons all in bar have closed loops inside.
    state = random.uniform() < 0.8 ? CellState::bar : state;
  }
  FabricSetting setting = nominal_setting(mesh, states, all_inputs(mesh));
  const std::vector<Radian> nominal = setting.phases;
  std::vector<double> errors(mesh.cells());
  for (double& error : errors) {
    error = random.normal();
  }
  std::vector<double> over;
  for (const double share : {0.02, 0.01}) {
    for (std::size_t cell = 0; cell < mesh.cells(); ++cell) {
      setting.phases[cell] = nominal[cell] + Radian(share * errors[cell]);
    }
    const Leakage found = leakage(mesh, setting);
    CHECK_FALSE(found.trapped.empty());
    const std::vector<std::vector<Orders>> orders = orders_of(mesh, found);
    Eigen::MatrixXcd rest = mesh.port_matrix(setting.phases);
    for (std::size_t output = 0; output < mesh.ports(); ++output) {
      for (std::size_t input = 0; input < mesh.ports(); ++input) {
        rest(at(output), at(input)) -= orders[output][input].field;
      }
    }
    over.push_back(rest.norm());
  }
  CHECK(over[1] > 1e-12);
  CHECK(over[0] / over[1] == Approx(8.0).epsilon(0.05));
}

TEST_CASE("light that leaks into a closed loop is trapped, and what leaks out again is summed") {
  // Cell 0 stands between the port and a loop through its lower rail; in bar nothing gets in.
  struct Loop final : public SwitchFabric {
    explicit Loop(double keep)
        : SwitchFabric([] {
            FabricStructure structure;
            structure.graph.inputs = {CellRail{CellId(0), 0}};
            structure.graph.after.resize(1);
            structure.graph.after[0][0] = port(0);
            structure.graph.after[0][1] = CellRail{CellId(0), 1};
            structure.input_ways.resize(1);
            structure.ways.resize(1);
            return structure;
          }()) {
      const double leak = std::sqrt(1.0 - keep * keep);
      field << keep, Complex(0.0, leak), Complex(0.0, leak), keep;
    }
    [[nodiscard]] std::size_t actuators() const override { return 1; }
    [[nodiscard]] base::ActuatorId actuator(CellId /*cell*/) const override { return {}; }
    [[nodiscard]] base::Hertz design_frequency() const override { return {}; }
    [[nodiscard]] Eigen::Matrix2cd cell_field(CellId /*cell*/,
                                              const std::vector<Radian>& /*p*/) const override {
      return field;
    }
    [[nodiscard]] WayCost cell_cost(const CellRail& /*at*/, CellState /*state*/) const override {
      return {};
    }
    void port_matrix(const std::vector<Radian>& /*phases*/, base::Hertz /*frequency*/,
                     Eigen::MatrixXcd& /*matrix*/) const override {}
    Eigen::Matrix2cd field;
  };
  const Loop loop(0.8);
  const Leakage found = leakage(loop, nominal_setting(loop, {CellState::bar}, {port(0)}));
  REQUIRE(found.trapped.size() == 1);
  CHECK(found.trapped[0].cell == CellId(0));
  CHECK(found.trapped[0].power().value() == Approx(10.0 * std::log10(0.36)));
  const OutputLeakage& output = found.outputs[0];
  CHECK(output.signal == Complex(0.8, 0.0));
  CHECK(output.own_first.empty());
  // -0.36 (1 + 0.8 + 0.8^2 + ...): with the signal the ring's all-pass field, -1.
  CHECK(output.own_second.terms == 1);
  CHECK(std::abs(output.own_second.field + 1.8) < 1e-14);
  CHECK(output.own_second.amplitude == Approx(1.8));
  CHECK(output.own_second.power == Approx(0.36 * 0.36 / (1.0 - 0.64)));
  // Light stays for ever in a loop without loss, but none gets in either.
  const Loop closed(1.0);
  const Leakage nothing = leakage(closed, nominal_setting(closed, {CellState::bar}, {port(0)}));
  CHECK(nothing.outputs[0].own_second.power == 0.0);
  CHECK(std::isfinite(nothing.outputs[0].own_second.field.real()));
}
