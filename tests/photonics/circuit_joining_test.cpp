// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <Eigen/LU>

#include "photonics/circuit/joining.hpp"
#include "tests/photonics/circuit_random.hpp"
#include "tests/photonics/circuit_support.hpp"

using namespace heliograph;
using namespace heliograph::photonics;

namespace {

/// Half the size of a unitary matrix: neither passive-by-construction nor symmetric matters here.
Eigen::MatrixXcd random_block(base::RandomStream& random, Eigen::Index size) {
  return 0.25 * random_matrix(random, size, size);
}

}  // namespace

TEST_CASE("global, partitioned, pairwise and star composition are one, on random complex blocks") {
  base::RandomStream random(base::kDefaultSeed, "composition");
  for (int i = 0; i < 500; ++i) {
    CAPTURE(i);
    const Eigen::MatrixXcd a = random_block(random, 4);
    const Eigen::MatrixXcd b = random_block(random, 5);
    // The last two ports of a to the first two of b.
    Circuit circuit;
    circuit.add("a", std::make_unique<FixedModel>("a", a));
    circuit.add("b", std::make_unique<FixedModel>("b", b));
    circuit.join(TerminalId{2}, TerminalId{4});
    circuit.join(TerminalId{3}, TerminalId{5});
    for (const std::size_t t : {0, 1, 6, 7, 8}) {
      circuit.expose("t" + std::to_string(t), static_cast<TerminalId>(t));
    }
    const base::Hertz f(1.0);
    const Eigen::MatrixXcd global = solved(circuit, f, SolveMethod::dense);

    Eigen::MatrixXcd s = Eigen::MatrixXcd::Zero(9, 9);
    s.topLeftCorner(4, 4) = a;
    s.bottomRightCorner(5, 5) = b;
    const std::vector<Eigen::Index> outside = {0, 1, 6, 7, 8};
    const std::vector<Eigen::Index> inside = {2, 3, 4, 5};
    Eigen::MatrixXcd c = Eigen::MatrixXcd::Zero(4, 4);
    c(0, 2) = c(2, 0) = c(1, 3) = c(3, 1) = 1.0;
    const Eigen::MatrixXcd s_ii = s(inside, inside);
    const Eigen::MatrixXcd partitioned =
        s(outside, outside) + s(outside, inside) * c *
                                  (Eigen::MatrixXcd::Identity(4, 4) - s_ii * c).inverse() *
                                  s(inside, outside);

    Eigen::MatrixXcd joined = s;
    CHECK(join_ports(joined, 2, 4) > 0.0);
    CHECK(join_ports(joined, 2, 3) > 0.0);  // what were 3 and 5

    const double scale = 1.0 + global.cwiseAbs().maxCoeff();
    REQUIRE(distance(partitioned, global) < 1e-13 * scale);
    REQUIRE(distance(joined, global) < 1e-13 * scale);
    REQUIRE(distance(star_product(a, b, 2), global) < 1e-13 * scale);
    REQUIRE(distance(solved(circuit, f, SolveMethod::sparse), global) < 1e-13 * scale);
    REQUIRE(distance(solved(circuit, f, SolveMethod::pairwise), global) < 1e-13 * scale);
  }
}

TEST_CASE("joining two ports that only see each other is refused, not divided by zero") {
  Eigen::MatrixXcd s = Eigen::MatrixXcd::Zero(3, 3);
  s(0, 1) = s(1, 0) = 1.0;
  CHECK(join_ports(s, 0, 1) == 0.0);
  CHECK(s.rows() == 3);
}
