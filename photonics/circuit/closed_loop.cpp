// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/closed_loop.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>

#include <Eigen/Sparse>
#include <Eigen/SparseLU>

#include "photonics/circuit/elements.hpp"
#include "photonics/circuit/singular.hpp"

namespace heliograph::photonics {

namespace {

using Complex = std::complex<double>;
using SparseMatrix = Eigen::SparseMatrix<Complex>;

constexpr double kUnchanged = 1e-10;
constexpr double kShift = 1e-9;

SparseMatrix one_minus_m(const SignalGraph& graph, const std::vector<Complex>& values) {
  const auto size = static_cast<Eigen::Index>(graph.waves());
  std::vector<Eigen::Triplet<Complex>> triplets;
  for (Eigen::Index i = 0; i < size; ++i) {
    triplets.emplace_back(i, i, 1.0);
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    const SignalEntry& entry = graph.entries()[k];
    if (entry.row < graph.waves() && entry.column < graph.waves()) {
      triplets.emplace_back(static_cast<Eigen::Index>(entry.row),
                            static_cast<Eigen::Index>(entry.column), -values[k]);
    }
  }
  SparseMatrix a(size, size);
  a.setFromTriplets(triplets.begin(), triplets.end());
  return a;
}

/// Follows the strongest field from a strong wave until it comes back to a wave it has met. Where
/// both directions circulate, the lower-numbered ports decide which is told.
std::vector<std::string> parts_of_loop(const Circuit& circuit, const SignalGraph& graph,
                                       const std::vector<Complex>& values,
                                       const Eigen::VectorXcd& field) {
  std::size_t wave = 0;
  const double strong = 0.5 * field.cwiseAbs().maxCoeff();
  while (std::abs(field(static_cast<Eigen::Index>(wave))) < strong) {
    ++wave;
  }
  std::vector<std::size_t> way;
  while (std::find(way.begin(), way.end(), wave) == way.end()) {
    way.push_back(wave);
    std::size_t next = wave;
    double best = 0.0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const SignalEntry& entry = graph.entries()[k];
      if (entry.column != wave || entry.row >= graph.waves()) {
        continue;
      }
      // Weighed by the field there, so that the way stays inside the loop.
      const double on = std::abs(values[k]) * std::abs(field(static_cast<Eigen::Index>(entry.row)));
      if (on > best) {
        best = on;
        next = entry.row;
      }
    }
    wave = next;
  }
  way.erase(way.begin(), std::find(way.begin(), way.end(), wave));
  std::vector<std::size_t> instances;
  for (const std::size_t w : way) {
    const auto id = static_cast<std::size_t>(circuit.instance_of(graph.terminal(w)));
    if (std::find(instances.begin(), instances.end(), id) == instances.end()) {
      instances.push_back(id);
    }
  }
  // The loop has no start; the part that was added first stands first.
  std::rotate(instances.begin(), std::min_element(instances.begin(), instances.end()),
              instances.end());
  std::vector<std::string> paths;
  paths.reserve(instances.size());
  for (const std::size_t id : instances) {
    paths.push_back(circuit.path(static_cast<InstanceId>(id)));
  }
  return paths;
}

}  // namespace

void throw_if_singular(const Circuit& circuit, const SignalGraph& graph,
                       const std::vector<Complex>& values, base::Hertz frequency) {
  const SparseMatrix a = one_minus_m(graph, values);
  SparseMatrix shifted = a;
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    shifted.coeffRef(i, i) += kShift;
  }
  shifted.makeCompressed();
  Eigen::SparseLU<SparseMatrix> lu(shifted);
  if (lu.info() != Eigen::Success) {
    return;  // only an amplifier can do that
  }
  // Unequal starting values, lest they cancel on a symmetric loop.
  Eigen::VectorXcd field(a.rows());
  for (Eigen::Index i = 0; i < field.size(); ++i) {
    field(i) = Complex(1.0 + 0.3 * std::sin(1.0 + static_cast<double>(i)), 0.0);
  }
  for (int step = 0; step < 6; ++step) {
    field = Eigen::VectorXcd(lu.solve(field)).normalized();
  }
  const double change = Eigen::VectorXcd(a * field).norm();
  if (change < kUnchanged) {
    throw SingularCircuit(frequency, parts_of_loop(circuit, graph, values, field));
  }
}

void throw_if_singular(const Circuit& circuit, base::Hertz frequency) {
  std::vector<std::size_t> all(circuit.externals().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const SignalGraph graph(circuit, all, all);
  Eigen::MatrixXcd scratch;
  std::vector<Complex> values;
  read_elements(circuit, graph, frequency, scratch, values);
  throw_if_singular(circuit, graph, values, frequency);
}

}  // namespace heliograph::photonics
