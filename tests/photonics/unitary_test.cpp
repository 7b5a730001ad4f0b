// SPDX-License-Identifier: Apache-2.0
// Unitaries as Clements and Reck meshes. Lists and rows from a published decomposition program,
// whose convention is [[e^{j phi} cos, -sin], [e^{j phi} sin, cos]]; everything else as matrices,
// through the fabric's own field solver.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "base/random.hpp"
#include "photonics/fabric/unitary_decomposition.hpp"
#include "photonics/fabric/unitary_phases.hpp"

using namespace heliograph;
using namespace heliograph::photonics;
using base::Radian;
using Complex = std::complex<double>;
using Matrix = Eigen::MatrixXcd;

namespace {

constexpr double kPi = base::kPi;

ModeRotation rotation(std::size_t mode, double theta, double phi) {
  return {mode, Radian(theta), Radian(phi)};
}

double distance(const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); }

/// Apart by whole turns or not at all.
double angle_between(Radian a, double b) {
  return std::abs(std::remainder(a.value() - b, 2.0 * kPi));
}

void check_list(const UnitaryDecomposition& mesh, const std::vector<ModeRotation>& expected,
                const std::vector<double>& output_phases, double tolerance) {
  REQUIRE(mesh.rotations.size() == expected.size());
  REQUIRE(mesh.output_phases.size() == output_phases.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    CHECK(mesh.rotations[i].mode == expected[i].mode);
    CHECK(std::abs((mesh.rotations[i].theta - expected[i].theta).value()) < tolerance);
    CHECK(angle_between(mesh.rotations[i].phi, expected[i].phi.value()) < tolerance);
  }
  for (std::size_t i = 0; i < output_phases.size(); ++i) {
    CAPTURE(i);
    CHECK(angle_between(mesh.output_phases[i], output_phases[i]) < tolerance);
  }
}

/// Uniform over the unitary group: Q of a complex Gaussian matrix, with R's phases (Mezzadri,
/// Notices of the AMS 54, 2007).
Matrix random_unitary(std::size_t n, base::RandomStream& random) {
  const auto size = static_cast<Eigen::Index>(n);
  Matrix gaussian(size, size);
  for (Complex& element : gaussian.reshaped()) {
    const double re = random.normal();
    element = {re, random.normal()};
  }
  const Eigen::HouseholderQR<Matrix> qr(gaussian);
  Matrix q = qr.householderQ();
  for (Eigen::Index i = 0; i < size; ++i) {
    const Complex r = qr.matrixQR()(i, i);
    q.col(i) *= r / std::abs(r);
  }
  return q;
}

Matrix permutation_matrix(const std::vector<std::size_t>& output_of) {
  const auto n = static_cast<Eigen::Index>(output_of.size());
  Matrix m = Matrix::Zero(n, n);
  for (std::size_t i = 0; i < output_of.size(); ++i) {
    m(static_cast<Eigen::Index>(output_of[i]), static_cast<Eigen::Index>(i)) = 1.0;
  }
  return m;
}

Matrix dft(std::size_t n) {
  const auto size = static_cast<Eigen::Index>(n);
  Matrix m(size, size);
  for (Eigen::Index j = 0; j < size; ++j) {
    for (Eigen::Index k = 0; k < size; ++k) {
      m(j, k) = std::polar(1.0 / std::sqrt(static_cast<double>(n)),
                           -2.0 * kPi * static_cast<double>(j * k) / static_cast<double>(n));
    }
  }
  return m;
}

FabricParameters ideal() {
  FabricParameters p;
  p.cell = {0.5, 0.5, base::Decibel(0.0), base::Decibel(0.0)};
  p.crossing_loss = base::Decibel(0.0);
  p.waveguide_loss = base::DecibelPerMetre(0.0);
  return p;
}

FeedForwardFabric ideal_fabric(Topology topology, std::size_t ports) {
  return make_fabric(topology, ports, ideal());
}

/// Largest miss of both meshes, rebuilt from the list and by the fabric.
double round_trip(const Matrix& u) {
  const auto n = static_cast<std::size_t>(u.rows());
  double worst = std::max(distance(unitary_of(clements_decomposition(u)), u),
                          distance(unitary_of(reck_decomposition(u)), u));
  for (const Topology topology : {Topology::clements, Topology::reck}) {
    const FeedForwardFabric fabric = ideal_fabric(topology, n);
    const std::vector<Radian> phases = universal_phases(fabric, u);
    for (const Radian phase : phases) {
      if (!(phase >= Radian(0.0) && phase <= Radian(2.0 * kPi))) {
        worst = 1.0;  // no heater could do it
      }
    }
    worst = std::max(worst, distance(fabric.port_matrix(phases), u));
  }
  return worst;
}

}  // namespace

TEST_CASE("the published 4 x 4 list makes the published rows and comes back") {
  UnitaryDecomposition list;
  list.modes = 4;
  list.rotations = {rotation(0, 0.3, 0.1),  rotation(2, 0.7, -0.4), rotation(1, 1.1, 0.9),
                    rotation(0, 0.5, -1.2), rotation(2, 0.2, 2.0),  rotation(1, 0.9, 0.6)};
  list.output_phases = {Radian(0.0), Radian(0.5), Radian(-0.7), Radian(1.3)};
  const Matrix u = unitary_of(list);
  Matrix rows(4, 4);
  rows << Complex(0.34556615, -0.80125387), Complex(-0.22311629, 0.07897982),
      Complex(0.30099561, -0.12725890), Complex(-0.27525332, 0.0),  //
      Complex(0.43713300, 0.13404735), Complex(0.44592768, 0.39077239),
      Complex(-0.05018320, -0.45944632), Complex(0.06679491, 0.47044729),  //
      Complex(0.08038082, -0.14256048), Complex(-0.12739534, 0.73999071),
      Complex(-0.31592159, 0.46111130), Complex(0.27284249, -0.15008832),  //
      Complex(-0.02097121, -0.04793701), Complex(-0.08292646, -0.14742499),
      Complex(0.32554720, 0.51106407), Complex(0.25784336, 0.73143740);
  CHECK(distance(u, rows) < 1e-8);  // the rows are given to eight places
  check_list(clements_decomposition(u), list.rotations, {0.0, 0.5, -0.7, 1.3}, 1e-12);
}

TEST_CASE("the discrete Fourier transform of three modes has the published lists") {
  const double third = 2.0 * kPi / 3.0;
  const double wide = std::acos(1.0 / std::sqrt(3.0));
  check_list(clements_decomposition(dft(3)),
             {rotation(0, kPi / 4, -third), rotation(1, wide, -third),
              rotation(0, kPi / 4, 5.0 * kPi / 6)},
             {0.0, -kPi / 3, -third}, 1e-12);
  check_list(reck_decomposition(dft(3)),
             {rotation(1, kPi / 4, -kPi), rotation(0, wide, 0.0), rotation(1, kPi / 4, kPi / 2)},
             {0.0, -kPi / 2, -kPi / 2}, 1e-12);
  CHECK(round_trip(dft(3)) < 1e-14);
}

TEST_CASE("a permutation's free phases change nothing") {
  const Matrix u = permutation_matrix({2, 0, 3, 1});
  const UnitaryDecomposition mesh = clements_decomposition(u);
  // Angles and output phases of the reference; the phases of the elements are free.
  const std::vector<double> thetas = {kPi / 2, 0.0, 0.0, 0.0, kPi / 2, kPi / 2};
  REQUIRE(mesh.rotations.size() == thetas.size());
  UnitaryDecomposition other = mesh;
  for (std::size_t i = 0; i < thetas.size(); ++i) {
    other.rotations[i].theta = Radian(thetas[i]);
    other.rotations[i].phi = Radian(0.1 + static_cast<double>(i));
  }
  CHECK(distance(unitary_of(other).cwiseAbs2().cast<Complex>(), u) < 1e-15);
  CHECK(distance(unitary_of(mesh), u) < 1e-15);
  CHECK(round_trip(u) < 1e-14);
}

TEST_CASE("random unitaries come back through both fabrics, from 2 to 64 modes") {
  base::RandomStream random(base::kDefaultSeed, "unitaries");
  double worst = 0.0;
  for (std::size_t n = 2; n <= 64; ++n) {
    const int count = n <= 16 ? 4 : 1;
    for (int i = 0; i < count; ++i) {
      const Matrix u = random_unitary(n, random);
      REQUIRE(unitarity_error(u) < 1e-13);
      const double miss = round_trip(u);
      CAPTURE(n, miss);
      CHECK(miss < 1e-12);
      worst = std::max(worst, miss);
    }
  }
  INFO("worst element " << worst);
  CHECK(worst > 0.0);  // rounding: an exact 0 would mean that nothing was computed
}

TEST_CASE("three unitaries each of 32, 63 and 64 modes come back") {
  base::RandomStream random(base::kDefaultSeed, "large unitaries");
  for (const std::size_t n : {32, 63, 64}) {
    for (int i = 0; i < 3; ++i) {
      CHECK(round_trip(random_unitary(n, random)) < 1e-12);
    }
  }
}

TEST_CASE("identities, permutations and block diagonals come back exactly enough") {
  base::RandomStream random(base::kDefaultSeed, "special unitaries");
  for (const std::size_t n : {2, 3, 4, 7, 8, 16, 31, 64}) {
    CAPTURE(n);
    const auto size = static_cast<Eigen::Index>(n);
    CHECK(round_trip(Matrix::Identity(size, size)) < 1e-13);
    std::vector<std::size_t> outputs(n);
    std::iota(outputs.begin(), outputs.end(), std::size_t{0});
    std::reverse(outputs.begin(), outputs.end());
    CHECK(round_trip(permutation_matrix(outputs)) < 1e-13);
    for (std::size_t i = n; i > 1; --i) {
      const auto j = static_cast<std::size_t>(random.uniform() * static_cast<double>(i));
      std::swap(outputs[i - 1], outputs[j]);
    }
    CHECK(round_trip(permutation_matrix(outputs)) < 1e-13);
    Matrix blocks = Matrix::Zero(size, size);
    const Eigen::Index half = size / 2;
    blocks.topLeftCorner(half, half) = random_unitary(static_cast<std::size_t>(half), random);
    blocks.bottomRightCorner(size - half, size - half) =
        random_unitary(static_cast<std::size_t>(size - half), random);
    CHECK(round_trip(blocks) < 1e-12);
    CHECK(round_trip(dft(n)) < 1e-12);
  }
}

TEST_CASE("both meshes have N(N-1)/2 elements, in N and in 2N-3 columns") {
  for (const std::size_t n : {1, 2, 3, 4, 5, 8, 13, 64}) {
    CAPTURE(n);
    const auto size = static_cast<Eigen::Index>(n);
    const auto depth = [](const UnitaryDecomposition& mesh) {
      std::vector<std::size_t> level(mesh.modes, 0);
      for (const ModeRotation& r : mesh.rotations) {
        level[r.mode] = level[r.mode + 1] = std::max(level[r.mode], level[r.mode + 1]) + 1;
      }
      return *std::max_element(level.begin(), level.end());
    };
    const UnitaryDecomposition clements = clements_decomposition(Matrix::Identity(size, size));
    const UnitaryDecomposition reck = reck_decomposition(Matrix::Identity(size, size));
    CHECK(clements.rotations.size() == n * (n - 1) / 2);
    CHECK(reck.rotations.size() == n * (n - 1) / 2);
    CHECK(depth(clements) == (n <= 2 ? n - 1 : n));
    CHECK(depth(reck) == (n == 1 ? 0 : 2 * n - 3));
  }
}

TEST_CASE("phases are those of the cell convention") {
  // One cell as a coupler of half and half: theta = pi/2; as bar: pi; as cross: 0.
  const FeedForwardFabric fabric = ideal_fabric(Topology::clements, 2);
  const auto theta = [&](const Matrix& u) {
    return universal_phases(fabric, u)[base::index(fabric.actuator(base::CellId{0}))].value();
  };
  CHECK(theta(Matrix::Identity(2, 2)) == Approx(kPi));
  CHECK(theta(permutation_matrix({1, 0})) == Approx(0.0).margin(1e-15));
  CHECK(theta(dft(2)) == Approx(kPi / 2));
}

TEST_CASE("matrices that are no unitaries of the fabric are refused, saying why") {
  CHECK_THROWS_WITH(clements_decomposition(Matrix::Identity(3, 2)),
                    "a unitary is square; this matrix is 3 x 2");
  CHECK_THROWS_AS(reck_decomposition(Matrix(0, 0)), std::invalid_argument);
  Matrix off = Matrix::Identity(3, 3);
  off(1, 1) = 1.5;  // |1.5|^2 - 1 = 1.25
  CHECK_THROWS_WITH(reck_decomposition(off),
                    Catch::Contains("not unitary") && Catch::Contains(" 1.25,"));
  off(1, 1) = std::nan("");
  CHECK_THROWS_AS(clements_decomposition(off), std::invalid_argument);
  Matrix close = dft(5) * (1.0 + 1e-8);
  CHECK_THROWS_AS(clements_decomposition(close), std::invalid_argument);
  close = dft(5) * (1.0 + 1e-11);
  CHECK_NOTHROW(clements_decomposition(close));

  CHECK_THROWS_AS(universal_phases(ideal_fabric(Topology::clements, 4), dft(5)),
                  std::invalid_argument);
  CHECK_THROWS_AS(universal_phases(ideal_fabric(Topology::planar, 4), dft(4)),
                  std::invalid_argument);
  // Universal by its phases, but not by its cells.
  const FeedForwardFabric benes(make_layout(Topology::benes, 4), true, ideal(),
                                std::make_shared<MziCell>(ideal().cell, base::Metre(1.55e-6)));
  CHECK_THROWS_AS(universal_phases(benes, dft(4)), std::invalid_argument);
  UnitaryDecomposition broken = clements_decomposition(dft(3));
  broken.rotations[0].mode = 2;
  CHECK_THROWS_AS(unitary_of(broken), std::invalid_argument);
  broken = clements_decomposition(dft(3));
  broken.output_phases.pop_back();
  CHECK_THROWS_AS(unitary_of(broken), std::invalid_argument);
}
