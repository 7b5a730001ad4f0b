// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <vector>

#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::photonics {

/// How the field matrix of a feed-forward fabric is computed, worked out once from its graph.
///
/// A thread is a way through the fabric with all cells in bar: each rail of each cell lies on
/// exactly one, and a cell mixes the two threads that it lies on. So every thread has one place in
/// memory and nothing ever moves. Threads of inputs come first, in the order of the inputs; then
/// those that begin in the dark.
struct FieldPlan {
  struct Step {
    std::size_t cell = 0;
    std::array<std::size_t, 2> thread{};    ///< by rail
    std::array<bool, 2> lit{};              ///< by rail on the left: a waveguide leads to it
    std::array<bool, 2> dark{};             ///< by rail on the right: nothing follows
    std::array<double, 2> amplitude{};      ///< of the waveguide after each rail
    std::array<double, 2> delay_seconds{};  ///< of that waveguide
    std::size_t first_output = 0;           ///< outputs that the cell's light can reach lie in
    std::size_t last_output = 0;            ///< [first_output, last_output)
  };

  /// Throws std::invalid_argument when light_order() refuses the graph.
  explicit FieldPlan(const FabricStructure& structure);

  std::vector<Step> steps;  ///< in the order of the light
  std::size_t ports = 0;
  std::size_t threads = 0;
  std::vector<std::size_t> output_thread;   ///< by output
  std::vector<double> input_amplitude;      ///< of the waveguide after each input
  std::vector<double> input_delay_seconds;  ///< by input
  std::vector<std::size_t> step_of_cell;    ///< by cell
};

}  // namespace heliograph::photonics
