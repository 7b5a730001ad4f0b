// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/circuit/checks.hpp"
#include "tests/photonics/circuit_support.hpp"
#include "tests/photonics/hex_lattice.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

const base::Hertz kFrequency(193.4e12);

/// Lossless cells in random states.
Circuit random_mesh(int rows, int longest, const char* stream) {
  base::RandomStream random(base::kDefaultSeed, stream);
  return circuit_of({HexLattice(rows, longest).netlist("interferometer", [&](std::size_t) {
    return Settings{{"length_um", 811.0},
                    {"phase_upper_rad", 2.0 * base::kPi * random.uniform()},
                    {"phase_lower_rad", 2.0 * base::kPi * random.uniform()}};
  })});
}

}  // namespace

TEST_CASE("the lattice of 7 rows and 3 hexagons has the published cells and ports") {
  const HexLattice lattice(7, 3);
  REQUIRE(lattice.cells().size() == 72);
  // Rows of the published table, id a-b type.
  struct Row {
    std::size_t id, a, b;
    char type;
  };
  for (const Row& row :
       {Row{0, 0, 3, 'R'}, Row{5, 2, 6, 'L'}, Row{6, 3, 4, 'H'}, Row{19, 8, 12, 'R'},
        Row{37, 19, 20, 'H'}, Row{47, 21, 26, 'L'}, Row{71, 33, 36, 'R'}}) {
    CAPTURE(row.id);
    CHECK(lattice.cells()[row.id].a == row.a);
    CHECK(lattice.cells()[row.id].b == row.b);
    CHECK(lattice.cells()[row.id].type == row.type);
  }
  const Circuit circuit = random_mesh(7, 3, "published");
  CHECK(circuit.externals().size() == 40);
  CHECK(CircuitSolver(circuit).method() == SolveMethod::sparse);
}

TEST_CASE("the published 6x6 identity setting routes six circuits through 15 cells each") {
  const HexLattice lattice(7, 3);
  const double cell_loss = 0.1;
  const Circuit circuit = circuit_of({lattice.netlist("interferometer", [&](std::size_t c) {
    const double theta = lattice.cells()[c].type == 'H' ? base::kPi : 0.0;
    return Settings{{"phase_upper_rad", theta}, {"cell_loss_dB", cell_loss}};
  })});
  const Eigen::MatrixXcd s = solved(circuit, kFrequency);
  const std::vector<std::string> names = circuit.external_names();
  const auto at = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) - names.begin();
  };
  const std::vector<std::pair<std::string, std::string>> circuits = {
      {"0.1", "34.0"}, {"0.3", "34.4"}, {"1.1", "35.0"},
      {"1.3", "35.4"}, {"2.1", "36.0"}, {"2.3", "36.4"}};
  for (const auto& [from, to] : circuits) {
    CAPTURE(from, to);
    const double power = std::norm(s(at(to), at(from)));
    CHECK(-10.0 * std::log10(power) == Approx(15.0 * cell_loss));
    CHECK(s.col(at(from)).squaredNorm() == Approx(power));
  }
}

TEST_CASE("a lossless mesh in a random state keeps energy and agrees with dense and pairwise") {
  for (const char* stream : {"one", "two", "three"}) {
    const Circuit circuit = random_mesh(7, 3, stream);
    const Eigen::MatrixXcd s = solved(circuit, kFrequency);
    CHECK(distance(s.adjoint() * s, Eigen::MatrixXcd::Identity(40, 40)) < 1e-10);
    CHECK_FALSE(check_reciprocal(s, 1e-10).has_value());
    CHECK(distance(s, solved(circuit, kFrequency, SolveMethod::dense)) < 1e-10);
    CHECK(distance(s, solved(circuit, kFrequency, SolveMethod::pairwise)) < 1e-10);
  }
}

TEST_CASE("phases change between solves without building anything anew") {
  Circuit circuit = random_mesh(7, 3, "before");
  const Circuit other = random_mesh(7, 3, "after");
  CircuitSolver solver(circuit);
  const Eigen::MatrixXcd before = solver.solve(kFrequency);
  base::RandomStream random(base::kDefaultSeed, "after");
  for (std::size_t c = 0; c < circuit.instances(); ++c) {
    const auto id = static_cast<InstanceId>(c);
    CHECK(circuit.set(id, "phase_upper_rad", 2.0 * base::kPi * random.uniform()));
    CHECK(circuit.set(id, "phase_lower_rad", 2.0 * base::kPi * random.uniform()));
  }
  CHECK_FALSE(circuit.set(InstanceId{0}, "phase_middle_rad", 1.0));
  CHECK_FALSE(circuit.set(InstanceId{0}, "coupling_in", 1.5));
  const Eigen::MatrixXcd after = solver.solve(kFrequency);
  CHECK(distance(before, after) > 0.1);
  CHECK(after == solved(other, kFrequency));
}

TEST_CASE("a solver's memory grows in proportion to the number of cells") {
  const auto bytes_per_cell = [](int rows) {
    const Circuit circuit = random_mesh(rows, 3, "memory");
    SolveOptions options;
    options.outputs = {circuit.externals().size() - 1};
    options.inputs = {0};
    CircuitSolver solver(circuit, options);
    static_cast<void>(solver.solve(kFrequency));
    return static_cast<double>(solver.memory_bytes()) / static_cast<double>(circuit.instances());
  };
  const double small = bytes_per_cell(9);
  CHECK(bytes_per_cell(33) < 1.1 * small);
  CHECK(bytes_per_cell(129) < 1.1 * small);
}
