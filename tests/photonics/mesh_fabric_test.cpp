// SPDX-License-Identifier: Apache-2.0
// Fields of recirculating meshes: against the circuit solver on a mesh built from the published
// table with other parts, against a plain dense solve of all rails, and against closed forms.
#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/circuit/checks.hpp"
#include "photonics/circuit/singular.hpp"
#include "photonics/fabric/fabric_parameters.hpp"
#include "photonics/fabric/mesh_fabric.hpp"
#include "tests/photonics/circuit_support.hpp"
#include "tests/photonics/hex_lattice.hpp"
#include "tests/photonics/smartlight_table.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::CellId;
using base::Decibel;
using base::Hertz;
using base::PortId;
using base::Radian;
using Complex = std::complex<double>;
using Matrix = Eigen::MatrixXcd;

namespace {

MeshParameters lossless() {
  MeshParameters p;
  p.cell = {0.5, 0.5, Decibel(0.0), Decibel(0.0), base::RadianPerMetre(0.0)};
  return p;
}

MeshParameters uneven() {
  MeshParameters p;
  p.cell = {0.46, 0.49, Decibel(0.3), Decibel(0.2), base::RadianPerMetre(2.6e6)};
  return p;
}

std::vector<Radian> random_phases(std::size_t count, base::RandomStream& random) {
  std::vector<Radian> phases(count);
  for (Radian& phase : phases) {
    phase = Radian(2.0 * base::kPi * random.uniform());
  }
  return phases;
}

std::vector<CellState> random_states(std::size_t count, base::RandomStream& random) {
  std::vector<CellState> states(count);
  for (CellState& state : states) {
    state = random.uniform() < 0.5 ? CellState::bar : CellState::cross;
  }
  return states;
}

Matrix matrix_at(const MeshFabric& fabric, const std::vector<Radian>& phases, Hertz frequency) {
  Matrix m;
  fabric.port_matrix(phases, frequency, m);
  return m;
}

/// The field on every rail, x = A x + B a, y = D x, by dense elimination over all rails at once.
Matrix dense_solve(const MeshFabric& fabric, const std::vector<Radian>& phases, Hertz frequency) {
  const CellGraph& graph = fabric.graph();
  const auto rails = static_cast<Eigen::Index>(kCellRails * graph.cells());
  const auto ports = static_cast<Eigen::Index>(graph.ports());
  const auto position = [](std::size_t cell, std::size_t rail) {
    return static_cast<Eigen::Index>(kCellRails * cell + rail);
  };
  Matrix a = Matrix::Zero(rails, rails);
  Matrix b = Matrix::Zero(rails, ports);
  Matrix d = Matrix::Zero(ports, rails);
  for (std::size_t port = 0; port < graph.ports(); ++port) {
    const auto& at = std::get<CellRail>(graph.inputs[port]);
    b(position(base::index(at.cell), at.rail), static_cast<Eigen::Index>(port)) = 1.0;
  }
  for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
    const Eigen::Matrix2cd m = fabric.cell_field_at(cell, phases, frequency);
    for (std::size_t in = 0; in < kCellRails; ++in) {
      for (std::size_t out = in & 2U; out < (in & 2U) + 2; ++out) {
        const auto i = static_cast<Eigen::Index>(in % 2);
        const auto o = static_cast<Eigen::Index>(out % 2);
        const Complex field = in < 2 ? m(o, i) : m(i, o);
        const WayEnd& end = graph.after[cell][out];
        if (const auto* to = std::get_if<CellRail>(&end)) {
          a(position(base::index(to->cell), to->rail), position(cell, in)) += field;
        } else {
          d(static_cast<Eigen::Index>(base::index(std::get<PortId>(end))), position(cell, in)) +=
              field;
        }
      }
    }
  }
  return d * (Matrix::Identity(rails, rails) - a).partialPivLu().solve(b);
}

/// A cell that has the same field at every frequency.
class EvenCell final : public CellModel {
 public:
  explicit EvenCell(const MeshParameters& p) : cell_(p.cell), wavelength_(p.design_wavelength) {}
  [[nodiscard]] Eigen::Matrix2cd field(Radian phase, Hertz /*frequency*/) const override {
    return mzi_field(cell_, phase);
  }
  [[nodiscard]] Hertz design_frequency() const override {
    return Hertz(base::kLightSpeedMetrePerSecond / wavelength_.value());
  }

 private:
  MziParameters cell_;
  base::Metre wavelength_;
};

/// Cell 0 of a single hexagon lets light into the ring, all others are in bar.
constexpr double kCouplingPhase = 2.2;
std::vector<Radian> ring_phases(const MeshFabric& fabric) {
  std::vector<Radian> phases(fabric.cells(), nominal_phase(CellState::bar));
  phases[0] = Radian(kCouplingPhase);
  return phases;
}

/// By cell, the rail on the inner side of a single hexagon: that which no port leads to.
std::vector<std::size_t> inner_rails(const MeshFabric& fabric) {
  std::vector<std::size_t> inner(fabric.cells(), 0);
  for (const MeshTerminal& port : fabric.port_terminals()) {
    inner[base::index(port.cell)] = 1 - port.rail;
  }
  return inner;
}

}  // namespace

TEST_CASE("the Smartlight mesh is the circuit that its published table makes") {
  base::RandomStream random(base::kDefaultSeed, "mesh against circuit");
  const MeshParameters p = uneven();
  const MeshFabric fabric = make_mesh({}, p);
  REQUIRE(fabric.ports() == 40);
  CHECK(fabric.duplex());
  const std::vector<Radian> phases = random_phases(fabric.actuators(), random);
  // Ports of the circuit, by their terminals' names in the table.
  std::vector<std::string> names;
  for (const MeshTerminal& port : fabric.port_terminals()) {
    const std::size_t puc = base::index(port.cell);
    const auto ends = smartlight_ends(puc);
    for (std::size_t k = 0; k < 4; ++k) {
      if (ends[k] == port) {
        names.push_back(HexLattice::terminal_name(smartlight_terminals(smartlight_pucs()[puc])[k]));
      }
    }
  }
  REQUIRE(names.size() == 40);
  const HexLattice lattice(7, 3);
  for (const double offset : {0.0, -2.31e12, 17.7e9, 1.234e12}) {
    const Hertz frequency = fabric.design_frequency() + Hertz(offset);
    const double scale = frequency / fabric.design_frequency();
    const Circuit circuit = circuit_of({lattice.netlist("interferometer", [&](std::size_t c) {
      return Settings{{"length_um", p.puc_length.value() * 1e6},
                      {"effective_index", p.effective_index},
                      {"group_index", p.group_index},
                      {"reference_wavelength_nm", p.design_wavelength.value() * 1e9},
                      {"coupling_in", p.cell.coupler_in},
                      {"coupling_out", p.cell.coupler_out},
                      {"coupling_slope_rad_per_nm", p.cell.coupler_dispersion.value() * 1e-9},
                      {"arm_imbalance_dB", p.cell.arm_imbalance.value()},
                      {"cell_loss_dB", p.cell.cell_loss.value()},
                      {"phase_upper_rad", phases[c].value() * scale}};
    })});
    const std::vector<std::string> external = circuit.external_names();
    std::vector<Eigen::Index> row;
    for (const std::string& name : names) {
      row.push_back(std::find(external.begin(), external.end(), name) - external.begin());
    }
    const Matrix m = matrix_at(fabric, phases, frequency);
    for (const SolveMethod method : {SolveMethod::sparse, SolveMethod::dense}) {
      const Matrix s = solved(circuit, frequency, method);
      CAPTURE(offset);
      CHECK(distance(m, s(row, row)) < 1e-10);
    }
    CHECK(m.norm() > 1.0);
  }
}

TEST_CASE("every outline's matrix is that of a dense solve of all rails, symmetric and passive") {
  base::RandomStream random(base::kDefaultSeed, "mesh fields");
  for (const MeshOutline outline : all_mesh_outlines()) {
    for (const bool common_phases : {false, true}) {
      MeshParameters p = uneven();
      p.common_phases = common_phases;
      const MeshShape shape{outline, 3, 2};
      const std::size_t cells = make_mesh_layout(shape).graph.cells();
      const std::size_t actuators = common_phases ? 2 * cells : cells;
      const MeshFabric fabric =
          make_mesh(shape, p, draw_phase_errors(actuators, Radian(0.3), random));
      REQUIRE(fabric.actuators() == actuators);
      const MeshFabric perfect = make_mesh(shape, p);
      for (const double offset : {0.0, 123.4e9}) {
        const Hertz frequency = fabric.design_frequency() + Hertz(offset);
        const std::vector<Radian> phases = random_phases(fabric.actuators(), random);
        const Matrix m = matrix_at(fabric, phases, frequency);
        INFO(to_string(outline) << " at " << offset);
        CHECK(distance(m, dense_solve(fabric, phases, frequency)) < 1e-10);
        CHECK(distance(m, m.transpose()) < 1e-12);
        CHECK(m.jacobiSvd().singularValues()(0) < 1.0);
        CHECK(distance(m, matrix_at(perfect, phases, frequency)) > 1e-3);  // errors are felt
      }
    }
  }
}

TEST_CASE("a lossless mesh keeps all energy") {
  base::RandomStream random(base::kDefaultSeed, "lossless meshes");
  for (const MeshOutline outline : all_mesh_outlines()) {
    for (int i = 0; i < 4; ++i) {
      MeshParameters p = lossless();
      p.cell.coupler_in = 0.3 + 0.4 * random.uniform();
      const MeshFabric fabric = make_mesh({outline, 5, 3}, p);
      const std::vector<Radian> phases = random_phases(fabric.actuators(), random);
      const Hertz frequency = fabric.design_frequency() + Hertz(1e12 * (random.uniform() - 0.5));
      const Matrix m = matrix_at(fabric, phases, frequency);
      INFO(to_string(outline) << " " << i);
      CHECK(distance(m.adjoint() * m, Matrix::Identity(m.rows(), m.cols())) < 1e-9);
    }
  }
}

TEST_CASE("ideal cells send all light where the trace says, and back again") {
  base::RandomStream random(base::kDefaultSeed, "mesh traces");
  for (const MeshOutline outline : all_mesh_outlines()) {
    for (int i = 0; i < 4; ++i) {
      const MeshFabric fabric = make_mesh({outline, 3, 4}, lossless());
      const std::vector<CellState> states = random_states(fabric.cells(), random);
      const Matrix m = fabric.port_matrix(nominal_phases(fabric, states));
      for (std::size_t input = 0; input < fabric.ports(); ++input) {
        const PathTrace path = fabric.trace(static_cast<PortId>(input), states);
        REQUIRE(path.output.has_value());
        const auto output = static_cast<Eigen::Index>(base::index(*path.output));
        INFO(to_string(outline) << " from " << input);
        CHECK(std::norm(m(output, static_cast<Eigen::Index>(input))) == Approx(1.0).margin(1e-9));
        const PathTrace back = fabric.trace(*path.output, states);
        CHECK(back.output == static_cast<PortId>(input));
        CHECK(back.hops.size() == path.hops.size());
      }
    }
  }
}

TEST_CASE("a mesh at rest has no loops: light from the ports passes every rail") {
  for (const MeshOutline outline : all_mesh_outlines()) {
    for (const std::size_t size : {1, 2, 5}) {
      const MeshShape shape{outline, size, size};
      if (outline == MeshOutline::hexagonal_lattice && !lattice_is_there(shape)) {
        continue;
      }
      const MeshFabric fabric = make_mesh(shape, lossless());
      std::size_t hops = 0;
      for (std::size_t input = 0; input < fabric.ports(); ++input) {
        hops += fabric.trace(static_cast<PortId>(input), fabric.structure().idle).hops.size();
      }
      INFO(to_string(outline) << " " << size);
      CHECK(hops == kCellRails * fabric.cells());
    }
  }
}

TEST_CASE("the published Smartlight states make the published circuits") {
  MeshParameters p;  // the chip's figures, with ideal couplers
  p.cell = {0.5, 0.5, Decibel(0.48), Decibel(0.0)};
  const MeshFabric fabric = make_mesh({}, p);
  SECTION("from port 0 to port 5 over six cells") {
    std::vector<CellState> states(fabric.cells(), CellState::cross);
    states[16] = states[20] = CellState::bar;
    const PathTrace path = fabric.trace(PortId{0}, states);
    CHECK(path.output == PortId{5});
    std::vector<std::size_t> hops;
    for (const PathHop& hop : path.hops) {
      hops.push_back(base::index(hop.cell));
    }
    CHECK(hops == std::vector<std::size_t>{0, 6, 10, 16, 20, 19});
  }
  SECTION("six circuits side by side over 15 cells each") {
    std::vector<CellState> states;
    for (const SmartlightPuc& puc : smartlight_pucs()) {
      states.push_back(puc.type == 'H' ? CellState::bar : CellState::cross);
    }
    const Matrix m = fabric.port_matrix(nominal_phases(fabric, states));
    const std::vector<std::size_t> inputs = {0, 39, 38, 37, 36, 35};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const PathTrace path = fabric.trace(static_cast<PortId>(inputs[i]), states);
      CAPTURE(i);
      CHECK(path.output == static_cast<PortId>(15 + i));
      CHECK(path.hops.size() == 15);
      // 15 times 811.41 um, 11.25 ps and 0.48 dB.
      CHECK(path.length.value() == Approx(15 * 811.41e-6).epsilon(1e-12));
      CHECK(path.delay.value() == Approx(168.75e-12).epsilon(1e-4));
      CHECK(path.loss.value() == Approx(7.2).epsilon(1e-9));
      CHECK(path.crossings == 0);
      const double power =
          std::norm(m(static_cast<Eigen::Index>(15 + i), static_cast<Eigen::Index>(inputs[i])));
      CHECK(-10.0 * std::log10(power) == Approx(7.2).epsilon(1e-9));
    }
  }
}

TEST_CASE("a cell entered from the right is its transpose") {
  // A cell alone on its edge: its matrix is all that the mesh has.
  const MeshParameters p = uneven();
  const MeshFabric fabric(
      make_mesh_layout(MeshLattice::square, {MeshEdge{{0, 0}, {kMeshEdgeUnits, 0}}}), p,
      std::make_shared<MziCell>(p.cell, p.design_wavelength));
  REQUIRE(fabric.ports() == 4);
  const std::vector<Radian> phases = {Radian(0.7)};
  const Matrix m = fabric.port_matrix(phases);
  const Eigen::Matrix2cd field = fabric.cell_field(CellId{0}, phases);
  // The field of the device, turned by the phase of 811.41 um.
  const double turn = 2.0 * base::kPi * p.effective_index * 811.41e-6 / 1.55e-6;
  CHECK(distance(field, std::polar(1.0, turn) * mzi_field(p.cell, Radian(0.7))) < 1e-11);
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      const MeshTerminal& from = fabric.port_terminals()[a];
      const MeshTerminal& to = fabric.port_terminals()[b];
      const auto i = static_cast<Eigen::Index>(to.rail);
      const auto j = static_cast<Eigen::Index>(from.rail);
      const Complex expected = from.right == to.right ? Complex()
                               : to.right             ? field(i, j)
                                                      : field(j, i);
      CHECK(std::abs(m(static_cast<Eigen::Index>(b), static_cast<Eigen::Index>(a)) - expected) <
            1e-14);
    }
  }
  // Its two rails lose unlike parts of their light, from the left as from the right.
  for (const CellState state : {CellState::bar, CellState::cross}) {
    const Eigen::Matrix2cd s = mzi_field(p.cell, nominal_phase(state));
    for (std::size_t rail = 0; rail < kCellRails; ++rail) {
      const auto r = static_cast<Eigen::Index>(rail % 2);
      const double kept = rail < 2 ? std::norm(s(0, r)) + std::norm(s(1, r))
                                   : std::norm(s(r, 0)) + std::norm(s(r, 1));
      const WayCost cost = fabric.cell_cost({CellId{0}, rail}, state);
      CHECK(cost.loss.value() == Approx(-10.0 * std::log10(kept)).epsilon(1e-12));
      CHECK(cost.length.value() == 811.41e-6);
    }
  }
}

TEST_CASE("a hexagon is an all-pass ring with the free spectral range c / (6 n_g L)") {
  MeshParameters p = lossless();
  p.cell.cell_loss = Decibel(0.48);
  const MeshFabric fabric(make_mesh_layout(MeshShape{MeshOutline::hexagonal, 1, 1}), p,
                          std::make_shared<EvenCell>(p));
  const std::vector<Radian> phases = ring_phases(fabric);
  const std::vector<std::size_t> inner = inner_rails(fabric);
  std::vector<std::size_t> gates;  // the two ports on the outer side of cell 0
  for (std::size_t port = 0; port < fabric.ports(); ++port) {
    if (fabric.port_terminals()[port].cell == CellId{0}) {
      gates.push_back(port);
    }
  }
  REQUIRE(gates.size() == 2);
  const auto in = static_cast<Eigen::Index>(gates[0]);
  const auto out = static_cast<Eigen::Index>(gates[1]);
  const auto through = [&](double offset) {
    return matrix_at(fabric, phases, fabric.design_frequency() + Hertz(offset))(out, in);
  };
  const double range = base::kLightSpeedMetrePerSecond / (6.0 * p.group_index * 811.41e-6);
  CHECK(range == Approx(14.8148e9).epsilon(1e-4));  // 1 / (6 x 11.25 ps)

  SECTION("its field is the ring's closed form") {
    const auto i = static_cast<Eigen::Index>(inner[0]);
    const Eigen::Index o = 1 - i;
    for (const double offset : {0.0, 1.0e9, 3.7e9, -22.2e9, 151.3e9}) {
      const Hertz frequency = fabric.design_frequency() + Hertz(offset);
      const Eigen::Matrix2cd gate = fabric.cell_field_at(0, phases, frequency);
      Complex round(1.0, 0.0);
      for (std::size_t cell = 1; cell < 6; ++cell) {
        const auto r = static_cast<Eigen::Index>(inner[cell]);
        round *= fabric.cell_field_at(cell, phases, frequency)(r, r);
      }
      // The two directions have the same field, so that the gate's ends need not be told apart.
      const Complex expected =
          gate(o, o) + gate(o, i) * round * gate(i, o) / (1.0 - round * gate(i, i));
      CHECK(std::abs(through(offset) - expected) < 1e-12);
    }
  }
  SECTION("its dips are a free spectral range apart") {
    const double step = range / 1000.0;
    std::vector<double> dips;
    double before = std::norm(through(-2.0 * range - step));
    double here = std::norm(through(-2.0 * range));
    for (int k = -1999; k <= 2000; ++k) {
      const double next = std::norm(through(k * step));
      if (here < before && here <= next) {
        dips.push_back((k - 1) * step);
      }
      before = here;
      here = next;
    }
    REQUIRE(dips.size() == 4);
    for (std::size_t k = 1; k < dips.size(); ++k) {
      CHECK(dips[k] - dips[k - 1] == Approx(range).margin(1.5 * step));
    }
    CHECK(std::norm(through(dips[0])) < 0.9 * std::norm(through(dips[0] + range / 2.0)));
  }
  SECTION(
      "and it repeats after one, but for the phase of the one cell that lies outside the ring") {
    const double offset = 2.345e9;
    const Complex sixth = std::polar(1.0, 2.0 * base::kPi / 6.0);
    CHECK(std::abs(sixth * through(offset) - through(offset + range)) < 1e-9);
    CHECK(std::abs(sixth * through(offset) - through(offset + 0.9 * range)) > 1e-2);
  }
}

TEST_CASE("a lossless loop on resonance is told, with its cells, and off resonance it is not") {
  // All cells of a hexagon in bar: its inner rails are a ring that nothing leads to.
  const auto mesh = [](double phase) {
    MeshParameters p = lossless();
    p.effective_index = (1200.0 + phase / (2.0 * base::kPi)) * 1.55e-6 / p.puc_length.value();
    return make_mesh({MeshOutline::hexagonal, 1, 1}, p);
  };
  const std::vector<Radian> bar(6, nominal_phase(CellState::bar));
  const MeshFabric fabric = mesh(0.0);
  const std::vector<std::size_t> inner = inner_rails(fabric);
  Complex round(1.0, 0.0);
  for (std::size_t cell = 0; cell < 6; ++cell) {
    const auto r = static_cast<Eigen::Index>(inner[cell]);
    round *= fabric.cell_field(static_cast<CellId>(cell), bar)(r, r);
  }
  REQUIRE(std::abs(round) == Approx(1.0));
  const MeshFabric resonant = mesh(-std::arg(round) / 6.0);
  try {
    static_cast<void>(resonant.port_matrix(bar));
    FAIL("the loop was not seen");
  } catch (const SingularCircuit& error) {
    CHECK(error.loop().size() == 6);
    CHECK(std::find(error.loop().begin(), error.loop().end(), "cell 3") != error.loop().end());
  }
  const MeshFabric detuned = mesh(-std::arg(round) / 6.0 + 0.01);
  const Matrix m = detuned.port_matrix(bar);
  CHECK(distance(m.adjoint() * m, Matrix::Identity(12, 12)) < 1e-12);
}

TEST_CASE("common phases turn a cell's outputs alike and are off by default") {
  MeshParameters p;
  CHECK(make_mesh({}, p).actuators() == 72);
  p.common_phases = true;
  const MeshFabric fabric = make_mesh({}, p);
  CHECK(fabric.actuators() == 144);
  std::vector<Radian> phases(144, Radian(0.4));
  const Eigen::Matrix2cd before = fabric.cell_field(CellId{7}, phases);
  phases[base::index(fabric.common_phase_actuator(CellId{7}))] = Radian(1.4);
  CHECK(distance(fabric.cell_field(CellId{7}, phases), std::polar(1.0, 1.0) * before) < 1e-13);
}

TEST_CASE("errors of make are added to each actuator's phase") {
  base::RandomStream random(base::kDefaultSeed, "mesh errors");
  MeshParameters p;
  p.common_phases = true;
  const std::vector<Radian> errors = random_phases(144, random);
  const std::vector<Radian> phases = random_phases(144, random);
  std::vector<Radian> sum;
  for (std::size_t i = 0; i < 144; ++i) {
    sum.push_back(phases[i] + errors[i]);
  }
  const MeshFabric made = make_mesh({}, p, errors);
  const MeshFabric perfect = make_mesh({}, p);
  CHECK(distance(made.port_matrix(phases), perfect.port_matrix(sum)) < 1e-12);
  CHECK(distance(made.port_matrix(phases), perfect.port_matrix(phases)) > 1e-2);
}

TEST_CASE("the default mesh has the chip's figures") {
  const MeshParameters p;
  CHECK(p.puc_delay().value() == Approx(11.25e-12).epsilon(1e-4));
  const MeshFabric fabric = make_mesh({}, p);
  CHECK(fabric.cell_cost({CellId{0}, 0}, CellState::cross).loss.value() ==
        Approx(0.48).margin(0.003));
  // The leak of one cell, as the chip's extinction ratio: 35 dB typical, 32 to 44 dB.
  for (const CellState state : {CellState::bar, CellState::cross}) {
    const std::vector<Radian> phases(72, nominal_phase(state));
    const Eigen::Matrix2cd m = fabric.cell_field(CellId{0}, phases);
    const double ratio =
        state == CellState::bar ? std::norm(m(0, 0) / m(1, 0)) : std::norm(m(1, 0) / m(0, 0));
    CHECK(10.0 * std::log10(ratio) > 32.0);
    CHECK(10.0 * std::log10(ratio) < 46.0);
  }
  std::vector<std::string> names;
  const base::ParameterTable<MeshParameters> table = MeshParameters::table();
  for (const base::ParameterInfo& info : table.infos()) {
    names.push_back(info.name);
  }
  CHECK(names == std::vector<std::string>{"design_wavelength_nm", "puc_length_um", "group_index",
                                          "effective_index", "common_phases",
                                          "phase_error_sigma_rad"});
}

TEST_CASE("a mesh refuses phases and errors that do not fit") {
  CHECK_THROWS_AS(make_mesh({}, {}, std::vector<Radian>(71)), std::invalid_argument);
  CHECK_NOTHROW(make_mesh({}, {}, std::vector<Radian>(72)));
  const MeshFabric fabric = make_mesh({}, {});
  CHECK_THROWS_AS(fabric.port_matrix(std::vector<Radian>(73)), std::invalid_argument);
  CHECK_THROWS_AS(fabric.trace(PortId{40}, fabric.structure().idle), std::invalid_argument);
  CHECK_THROWS_AS(make_mesh({MeshOutline::triangular, 2, 0}, {}), std::invalid_argument);
  // There is no longest way where light may go round.
  CHECK_THROWS_AS(longest_delay(fabric), std::invalid_argument);
}
