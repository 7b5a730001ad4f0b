// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "base/ids.hpp"
#include "base/units.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"

namespace heliograph::photonics {

/// Elements of a fabric's field matrix while single phases change, without the matrix.
///
/// An element is a sum over the threads of the fabric's FieldPlan, at any place along the light:
/// the field that the input makes there times the field that arrives at the output for unit field
/// there. Both are kept for each port that has been read, with all that they were on their way, so
/// that they go back by looking up. They meet at the cell that was changed last: what comes before
/// it for the input and after it for the output is still right. So a reading costs one product for
/// each cell between the last two changed ones, in the order of the light, that the light can
/// reach, and one sum over the threads.
///
/// Not for two threads at a time. The last bits of a reading depend on the readings before it.
class IncrementalField {
 public:
  /// Keeps a reference to the fabric. Throws std::invalid_argument unless `phases` has actuators()
  /// elements.
  IncrementalField(const FeedForwardFabric& fabric, std::vector<base::Radian> phases,
                   base::Hertz frequency);
  /// At the design frequency.
  IncrementalField(const FeedForwardFabric& fabric, std::vector<base::Radian> phases);

  [[nodiscard]] const std::vector<base::Radian>& phases() const { return phases_; }
  /// Throws std::out_of_range when there is no such actuator.
  void set(base::ActuatorId actuator, base::Radian phase);
  /// Element (output, input) of the field matrix at the present phases. Throws std::out_of_range
  /// when there is no such port.
  [[nodiscard]] std::complex<double> read(base::PortId output, base::PortId input);

 private:
  using Complex = std::complex<double>;

  /// A field on every thread at one place along the light, and how it came about.
  struct Front {
    std::vector<std::size_t> steps;  ///< those at which the field is not 0 whatever the cells do
    std::size_t at = 0;     ///< forward: `steps` before it are passed; backward: from it on
    std::size_t limit = 0;  ///< step before which (backward: from which on) all is right
    std::vector<Complex> threads;
    std::vector<std::size_t> met;  ///< threads whose field is not always 0
    /// By number in `steps`: what the step's two threads held before it was passed.
    std::vector<std::array<Complex, 2>> passed;
  };

  Front& forward(std::size_t input);
  Front& backward(std::size_t output);
  /// Begins on one thread; `order`: steps as they are met.
  [[nodiscard]] Front new_front(std::size_t start, const std::vector<std::size_t>& order) const;
  void pass_forward(Front& front, std::size_t number) const;
  void pass_backward(Front& front, std::size_t number) const;
  void look_back(Front& front, std::size_t number) const;
  [[nodiscard]] const std::array<std::size_t, 2>& threads_of(const Front& front,
                                                             std::size_t number) const;

  const FeedForwardFabric& fabric_;
  std::vector<base::Radian> phases_;
  base::Hertz frequency_;
  std::vector<Eigen::Matrix2cd> fields_;  // by step
  std::vector<Complex> input_factors_;
  std::vector<Complex> output_factors_;
  std::size_t meeting_ = 0;                     // the step that was changed last
  std::vector<std::optional<Front>> forward_;   // by input
  std::vector<std::optional<Front>> backward_;  // by output
};

}  // namespace heliograph::photonics
