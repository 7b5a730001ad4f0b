// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/pivoting.hpp"

#include <stdexcept>

#include <Eigen/Sparse>
#include <Eigen/SparseLU>

namespace heliograph::photonics {

void solve_with_pivoting(const SignalGraph& graph, const std::vector<std::complex<double>>& values,
                         Eigen::MatrixXcd& s) {
  using Complex = std::complex<double>;
  using SparseMatrix = Eigen::SparseMatrix<Complex>;
  const auto waves = static_cast<Eigen::Index>(graph.waves());
  const auto inputs = static_cast<Eigen::Index>(graph.inputs());
  const auto outputs = static_cast<Eigen::Index>(graph.outputs());
  std::vector<Eigen::Triplet<Complex>> system;
  std::vector<Eigen::Triplet<Complex>> to_outputs;
  Eigen::MatrixXcd from_inputs = Eigen::MatrixXcd::Zero(waves, inputs);
  s.setZero(outputs, inputs);
  for (Eigen::Index i = 0; i < waves; ++i) {
    system.emplace_back(i, i, 1.0);
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(graph.entries()[k].row);
    const auto column = static_cast<Eigen::Index>(graph.entries()[k].column);
    if (row < waves && column < waves) {
      system.emplace_back(row, column, -values[k]);
    } else if (row < waves) {
      from_inputs(row, column - waves) += values[k];
    } else if (column < waves) {
      to_outputs.emplace_back(row - waves, column, values[k]);
    } else {
      s(row - waves, column - waves) += values[k];
    }
  }
  SparseMatrix a(waves, waves);
  a.setFromTriplets(system.begin(), system.end());
  SparseMatrix e(outputs, waves);
  e.setFromTriplets(to_outputs.begin(), to_outputs.end());
  Eigen::SparseLU<SparseMatrix> lu(a);
  if (lu.info() != Eigen::Success) {
    throw std::runtime_error("the circuit's equations are singular");
  }
  const Eigen::MatrixXcd fields = lu.solve(from_inputs);
  s += e * fields;
}

}  // namespace heliograph::photonics
