// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/device/mzi.hpp"
#include "photonics/fabric/cell_state.hpp"

namespace heliograph::photonics {

/// What the cells of a fabric do to the light; all cells of a fabric are of one design. A cell is
/// driven by a phase difference: 0 asks for cross and pi for bar, whatever moves inside.
class CellModel {
 public:
  CellModel(const CellModel&) = delete;
  CellModel& operator=(const CellModel&) = delete;
  virtual ~CellModel() = default;

  /// Element (right rail, left rail) of the field matrix at a frequency; errors of make that the
  /// phase has are in `phase`.
  [[nodiscard]] virtual Eigen::Matrix2cd field(base::Radian phase, base::Hertz frequency) const = 0;
  [[nodiscard]] virtual base::Hertz design_frequency() const = 0;
  /// What light that enters a cell of perfect make by `rail` (0 or 1) loses: what neither rail
  /// gives back.
  [[nodiscard]] base::Decibel loss(CellState state, std::size_t rail) const;

 protected:
  CellModel() = default;
};

/// A Mach-Zehnder cell as it is away from the design wavelength lambda_0: the couplers follow
/// kappa = sin^2(asin(sqrt(kappa_0)) + s (lambda - lambda_0)) with the slope s of MziParameters
/// (coupled-mode form, as fitted to LightIN).
[[nodiscard]] MziParameters couplers_at(const MziParameters& cell, base::Hertz design,
                                        base::Hertz frequency);

/// The Mach-Zehnder cell of photonics/device/mzi.hpp. Away from the design wavelength lambda_0 its
/// couplers follow couplers_at(), and a phase shifter's phase shrinks as lambda_0 / lambda.
class MziCell final : public CellModel {
 public:
  MziCell(const MziParameters& parameters, base::Metre design_wavelength);

  [[nodiscard]] Eigen::Matrix2cd field(base::Radian phase, base::Hertz frequency) const override;
  [[nodiscard]] base::Hertz design_frequency() const override { return design_frequency_; }

 private:
  MziParameters parameters_;
  base::Hertz design_frequency_;
  MziField at_design_;
};

}  // namespace heliograph::photonics
