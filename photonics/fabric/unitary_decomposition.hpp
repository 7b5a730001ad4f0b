// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include "base/units.hpp"

namespace heliograph::photonics {

/// What one element of a mesh of interferometers does to the modes `mode` and `mode + 1`:
///   T(theta, phi) = [[e^{j phi} cos theta, -sin theta], [e^{j phi} sin theta, cos theta]].
/// theta = 0 leaves light on its mode, pi/2 moves it to the other.
struct ModeRotation {
  std::size_t mode = 0;
  base::Radian theta;  ///< 0 to pi/2
  base::Radian phi;    ///< -pi to pi; free (and 0 where that is exact) at theta = 0 and pi/2
};

/// A unitary as a mesh: U = D T_n ... T_1, with the diagonal D of e^{j output_phases}.
struct UnitaryDecomposition {
  std::size_t modes = 0;
  std::vector<ModeRotation> rotations;      ///< T_1 first: N(N-1)/2, in the order of the layout
  std::vector<base::Radian> output_phases;  ///< by mode, -pi to pi
};

/// How far `matrix` is from unitary: the largest element of |M^H M - 1|. Not a number where one of
/// its elements is none. Precondition: it is square.
[[nodiscard]] double unitarity_error(const Eigen::MatrixXcd& matrix);

/// What unitarity_error() may be, so that rounded published matrices pass only when they are given
/// to ten digits or more.
inline constexpr double kUnitarityTolerance = 1e-9;

/// The rectangle of N columns, rotations in the order of planar_layout()'s cells: by column, then
/// by mode. (Clements et al., Optica 3, 1460, 2016: elements are nulled from both sides in turn,
/// and what was nulled from the left is brought to the right of the diagonal.) Throws
/// std::invalid_argument unless `unitary` is square, not empty, and unitary within
/// kUnitarityTolerance; the message says how far it is off.
[[nodiscard]] UnitaryDecomposition clements_decomposition(const Eigen::MatrixXcd& unitary);

/// The triangle, rotations in the order of reck_layout()'s cells: by diagonal, then by mode. (Reck
/// et al., Phys. Rev. Lett. 73, 58, 1994: row after row is nulled from the last column on.) Throws
/// as clements_decomposition().
[[nodiscard]] UnitaryDecomposition reck_decomposition(const Eigen::MatrixXcd& unitary);

/// The unitary that the mesh makes. Throws std::invalid_argument when a rotation's modes are not
/// there or the number of output phases is not that of the modes.
[[nodiscard]] Eigen::MatrixXcd unitary_of(const UnitaryDecomposition& mesh);

}  // namespace heliograph::photonics
