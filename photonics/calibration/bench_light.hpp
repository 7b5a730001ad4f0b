// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <vector>

#include "base/ids.hpp"
#include "photonics/calibration/monitor_way.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"

namespace heliograph::photonics {

/// The light of one input at one cell of a fabric, at the design frequency; only what comes before
/// the cell is computed. Keeps a reference to the fabric.
class BenchLight {
 public:
  BenchLight(const FeedForwardFabric& fabric, base::CellId cell, base::PortId input);

  /// One of the cells before it has this heater.
  [[nodiscard]] bool passes(base::ActuatorId heater) const;
  /// Fields on the cell's rails 0 and 1, on its left, for unit field at the input.
  void arrive(const std::vector<base::Radian>& phases);
  /// Powers that leave it on rails 0 and 1, before the waveguides behind it. Precondition: what the
  /// cells before it do is as it was at arrive().
  [[nodiscard]] std::array<double, 2> leave(const std::vector<base::Radian>& phases) const;

 private:
  const FeedForwardFabric& fabric_;
  std::size_t cell_;
  std::size_t input_;
  std::vector<bool> before_;        // by cell
  std::vector<std::size_t> steps_;  // of those cells, in the order of the light
  std::vector<std::complex<double>> threads_;
  std::array<std::complex<double>, 2> arriving_{};
};

}  // namespace heliograph::photonics
