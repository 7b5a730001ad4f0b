// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/unitary_decomposition.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <stdexcept>
#include <string>

#include "base/number_text.hpp"
#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

namespace {

using Complex = std::complex<double>;
using base::Radian;

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

void check_unitary(const Eigen::MatrixXcd& matrix) {
  if (matrix.rows() != matrix.cols() || matrix.rows() == 0) {
    throw std::invalid_argument("a unitary is square; this matrix is " +
                                std::to_string(matrix.rows()) + " x " +
                                std::to_string(matrix.cols()));
  }
  const double error = unitarity_error(matrix);
  if (!(error <= kUnitarityTolerance)) {
    throw std::invalid_argument("the matrix is not unitary: an element of |M^H M - 1| is " +
                                base::rounded_number_text(error) + ", more than " +
                                base::rounded_number_text(kUnitarityTolerance));
  }
}

/// An angle from -pi to pi.
Radian wrapped(double angle) { return Radian(std::remainder(angle, 2.0 * base::kPi)); }

/// The rotation that brings the field `null` wholly to where `keep` is: tan(theta) = |null| /
/// |keep|. Without a phase where one of them is nothing.
ModeRotation rotation_of(std::size_t mode, Complex null, Complex keep, double phi) {
  ModeRotation rotation;
  rotation.mode = mode;
  rotation.theta = Radian(std::atan2(std::abs(null), std::abs(keep)));
  if (null != Complex() && keep != Complex()) {
    rotation.phi = wrapped(phi);
  }
  return rotation;
}

/// m <- T m.
void apply_left(const ModeRotation& t, Eigen::MatrixXcd& m) {
  const double c = std::cos(t.theta.value());
  const double s = std::sin(t.theta.value());
  const Complex turn = phasor(1.0, t.phi.value());
  for (Eigen::Index column = 0; column < m.cols(); ++column) {
    const Complex upper = turn * m(at(t.mode), column);
    const Complex lower = m(at(t.mode + 1), column);
    m(at(t.mode), column) = c * upper - s * lower;
    m(at(t.mode + 1), column) = s * upper + c * lower;
  }
}

/// m <- m T^H.
void undo_right(const ModeRotation& t, Eigen::MatrixXcd& m) {
  const double c = std::cos(t.theta.value());
  const double s = std::sin(t.theta.value());
  const Complex turn = phasor(1.0, -t.phi.value());
  for (Eigen::Index row = 0; row < m.rows(); ++row) {
    const Complex left = turn * m(row, at(t.mode));
    const Complex right = m(row, at(t.mode + 1));
    m(row, at(t.mode)) = c * left - s * right;
    m(row, at(t.mode + 1)) = s * left + c * right;
  }
}

/// What is left of a unitary when all below (or above) its diagonal is null.
std::vector<Radian> diagonal_phases(const Eigen::MatrixXcd& m) {
  std::vector<Radian> phases;
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    phases.emplace_back(std::arg(m(i, i)));
  }
  return phases;
}

/// T^H D = D' T': changes D to D' and returns T'.
ModeRotation moved_behind(const ModeRotation& t, std::vector<Radian>& d) {
  ModeRotation moved = t;
  const double upper = d[t.mode].value();
  const double lower = d[t.mode + 1].value();
  moved.phi = wrapped(upper - lower + base::kPi);
  d[t.mode] = wrapped(lower - t.phi.value() + base::kPi);
  return moved;
}

}  // namespace

double unitarity_error(const Eigen::MatrixXcd& matrix) {
  const Eigen::MatrixXcd difference =
      matrix.adjoint() * matrix - Eigen::MatrixXcd::Identity(matrix.cols(), matrix.cols());
  double worst = 0.0;
  for (const Complex& element : difference.reshaped()) {
    const double error = std::abs(element);
    worst = std::isnan(error) || std::isnan(worst) ? std::nan("") : std::max(worst, error);
  }
  return worst;
}

UnitaryDecomposition clements_decomposition(const Eigen::MatrixXcd& unitary) {
  check_unitary(unitary);
  const auto n = static_cast<std::size_t>(unitary.rows());
  Eigen::MatrixXcd m = unitary;
  std::vector<ModeRotation> first;  // m T_1^H T_2^H ...
  std::vector<ModeRotation> last;   // ... T_2 T_1 m
  for (std::size_t diagonal = 1; diagonal < n; ++diagonal) {
    for (std::size_t step = 0; step < diagonal; ++step) {
      if (diagonal % 2 == 1) {
        const std::size_t row = n - 1 - step;
        const std::size_t column = diagonal - 1 - step;
        const Complex null = m(at(row), at(column));
        const Complex keep = m(at(row), at(column + 1));
        first.push_back(rotation_of(column, null, keep, std::arg(null) - std::arg(keep)));
        undo_right(first.back(), m);
      } else {
        const std::size_t row = n - diagonal + step;
        const std::size_t column = step;
        const Complex null = m(at(row), at(column));
        const Complex keep = m(at(row - 1), at(column));
        last.push_back(
            rotation_of(row - 1, null, keep, std::arg(null) - std::arg(keep) + base::kPi));
        apply_left(last.back(), m);
      }
    }
  }
  UnitaryDecomposition mesh;
  mesh.modes = n;
  mesh.output_phases = diagonal_phases(m);
  for (std::size_t i = last.size(); i-- > 0;) {
    first.push_back(moved_behind(last[i], mesh.output_phases));
  }
  // The k-th rotation of a pair of modes is in the pair's k-th column; those of a column commute.
  std::vector<std::size_t> seen(n, 0);
  std::vector<std::vector<ModeRotation>> columns(n);
  for (const ModeRotation& rotation : first) {
    columns[rotation.mode % 2 + 2 * seen[rotation.mode]++].push_back(rotation);
  }
  for (std::vector<ModeRotation>& column : columns) {
    std::sort(column.begin(), column.end(),
              [](const ModeRotation& a, const ModeRotation& b) { return a.mode < b.mode; });
    mesh.rotations.insert(mesh.rotations.end(), column.begin(), column.end());
  }
  return mesh;
}

UnitaryDecomposition reck_decomposition(const Eigen::MatrixXcd& unitary) {
  check_unitary(unitary);
  const auto n = static_cast<std::size_t>(unitary.rows());
  Eigen::MatrixXcd m = unitary;
  UnitaryDecomposition mesh;
  mesh.modes = n;
  mesh.rotations.resize(n * (n - 1) / 2);
  for (std::size_t row = 0; row + 1 < n; ++row) {
    for (std::size_t mode = n - 1; mode-- > row;) {
      const Complex null = m(at(row), at(mode + 1));
      const Complex keep = m(at(row), at(mode));
      const ModeRotation t =
          rotation_of(mode, null, keep, std::arg(keep) - std::arg(null) + base::kPi);
      undo_right(t, m);
      // Its diagonal is n - 2 + row - mode, in which it is the row-th.
      const std::size_t diagonal = n - 2 + row - mode;
      mesh.rotations[diagonal * (diagonal + 1) / 2 + row] = t;
    }
  }
  mesh.output_phases = diagonal_phases(m);
  return mesh;
}

Eigen::MatrixXcd unitary_of(const UnitaryDecomposition& mesh) {
  if (mesh.output_phases.size() != mesh.modes) {
    throw std::invalid_argument("a mesh of " + std::to_string(mesh.modes) +
                                " modes has as many output phases, not " +
                                std::to_string(mesh.output_phases.size()));
  }
  Eigen::MatrixXcd m = Eigen::MatrixXcd::Identity(at(mesh.modes), at(mesh.modes));
  for (const ModeRotation& rotation : mesh.rotations) {
    if (rotation.mode + 1 >= mesh.modes) {
      throw std::invalid_argument("a mesh of " + std::to_string(mesh.modes) +
                                  " modes has no rotation of mode " +
                                  std::to_string(rotation.mode) + " and the next");
    }
    apply_left(rotation, m);
  }
  for (std::size_t mode = 0; mode < mesh.modes; ++mode) {
    m.row(at(mode)) *= phasor(1.0, mesh.output_phases[mode].value());
  }
  return m;
}

}  // namespace heliograph::photonics
