// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/circuit/s_parameters.hpp"

namespace heliograph::photonics {

/// How the scattering matrix of a circuit is found. All give the same answer where they apply.
enum class SolveMethod {
  automatic,     ///< feed_forward where it applies, else sparse
  sparse,        ///< exact elimination on a fixed sparse pattern
  feed_forward,  ///< field after field along the light; only without feedback
  pairwise,      ///< joins two ports at a time (Filipsson-Gunnar); an independent check, and slow
  dense,         ///< dense LU of I - S C over all ports; the textbook form, and slowest
};

/// Which external ports to compute; empty means all of them, in the circuit's order.
struct SolveOptions {
  SolveMethod method = SolveMethod::automatic;
  std::vector<std::size_t> outputs;  ///< rows of the result, as positions in Circuit::externals()
  std::vector<std::size_t> inputs;   ///< columns of the result
};

/// Finds the external scattering matrix of a circuit, b = (I - S C)^-1 S a, for light that may
/// circulate. What depends on the wiring alone (order of elimination, sparse pattern) is done once,
/// in the constructor; solves at other frequencies and with other settings reuse it.
class CircuitSolver {
 public:
  /// Keeps a reference to `circuit`, whose wiring must not change any more. Throws
  /// std::invalid_argument for an unknown port position, or for SolveMethod::feed_forward on a
  /// circuit with feedback.
  explicit CircuitSolver(const Circuit& circuit, SolveOptions options = {});
  CircuitSolver(CircuitSolver&&) noexcept;
  ~CircuitSolver();

  /// The method in use; never `automatic`.
  [[nodiscard]] SolveMethod method() const;

  /// Writes the matrix (outputs x inputs) at `frequency` into `s`. Throws SingularCircuit when
  /// light circulates without loss in a closed loop that is on resonance, and std::out_of_range
  /// when a model has no data at this frequency.
  void solve(base::Hertz frequency, Eigen::MatrixXcd& s);
  [[nodiscard]] Eigen::MatrixXcd solve(base::Hertz frequency);
  /// One matrix a frequency; several are worked on at a time, with the same result as one by one.
  void solve(const std::vector<base::Hertz>& frequencies, std::vector<Eigen::MatrixXcd>& s);

  /// Bytes that the plan and its work space hold.
  [[nodiscard]] std::size_t memory_bytes() const;

  class Engine;

 private:
  std::unique_ptr<Engine> engine_;
  SolveMethod method_;
};

/// The circuit's matrix at each frequency, by one solver. Frequencies must ascend.
[[nodiscard]] SParameters spectrum(const Circuit& circuit,
                                   const std::vector<base::Hertz>& frequencies);

/// `count` frequencies from `first` to `last`, both included, equally spaced.
[[nodiscard]] std::vector<base::Hertz> frequency_sweep(base::Hertz first, base::Hertz last,
                                                       std::size_t count);

}  // namespace heliograph::photonics
