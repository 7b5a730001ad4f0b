// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/parameters.hpp"
#include "base/random.hpp"
#include "photonics/device/mzi.hpp"
#include "photonics/fabric/benes_layout.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::photonics {

/// What a Benes fabric is made of. The cell's own parameters are declared by
/// MziParameters::table().
struct BenesParameters {
  MziParameters cell;
  base::Decibel crossing_loss{0.028};
  base::DecibelPerMetre waveguide_loss{214.0};
  double group_index = 4.2;
  base::Metre cell_length{300e-6};
  base::Metre stage_pitch{600e-6};
  base::Metre line_pitch{25 * 1e-6};
  base::Radian phase_error_sigma{0.02};

  [[nodiscard]] static base::ParameterTable<BenesParameters> table();
};

/// A phase error for each cell, normal with mean 0 and the given deviation.
[[nodiscard]] std::vector<base::Radian> draw_phase_errors(std::size_t cells, base::Radian sigma,
                                                          base::RandomStream& random);

/// A rearrangeable N x N fabric of (N/2)(2 log2 N - 1) cells with one heater each (actuator id =
/// cell id), at one wavelength.
///
/// The field is the product of the cells and of the waveguides between them. A waveguide of the
/// layout is a straight line from the end of one column (`cell_length` long, a column every
/// `stage_pitch`) to the start of the next; it has the loss of its length and of its crossings.
/// Two things are left out: crossings do not scatter light into the other waveguide, and the fixed
/// phases of the waveguides are taken as equal, so that where a port is reached over several leaks
/// their fields add in phase or against each other as the cells alone decide.
class BenesFabric final : public SwitchFabric {
 public:
  /// `phase_errors`: the fabrication error of each cell's phase difference; empty for none.
  /// Throws std::invalid_argument unless `ports` is a power of two from 2 to 64, `phase_errors` is
  /// empty or has one element a cell, and stage_pitch > cell_length.
  BenesFabric(std::size_t ports, const BenesParameters& parameters,
              std::vector<base::Radian> phase_errors = {});

  [[nodiscard]] const BenesLayout& layout() const { return layout_; }

  [[nodiscard]] std::size_t ports() const override { return layout_.ports(); }
  [[nodiscard]] std::size_t cells() const override { return layout_.cells(); }
  [[nodiscard]] std::size_t actuators() const override { return layout_.cells(); }
  [[nodiscard]] base::ActuatorId actuator(base::CellId cell) const override;
  using SwitchFabric::port_matrix;
  void port_matrix(const std::vector<base::Radian>& phases,
                   Eigen::MatrixXcd& matrix) const override;
  [[nodiscard]] PathTrace trace(base::PortId input,
                                const std::vector<CellState>& states) const override;
  [[nodiscard]] CellPlace place(base::CellId cell) const override;
  [[nodiscard]] std::string cell_name(base::CellId cell) const override;

 private:
  [[nodiscard]] base::Metre segment_length(std::size_t stage, std::size_t line) const;
  [[nodiscard]] base::Decibel segment_loss(std::size_t stage, std::size_t line) const;

  BenesLayout layout_;
  BenesParameters parameters_;
  std::vector<base::Radian> phase_errors_;
  std::vector<double> segment_fields_;  // stages x lines; 1 after the last stage
};

}  // namespace heliograph::photonics
