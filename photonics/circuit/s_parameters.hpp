// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/circuit/model.hpp"

namespace heliograph::photonics {

/// Tabulated scattering data, as measured or exported by another tool, or as computed by ours.
struct SParameters {
  std::vector<std::string> ports;
  std::vector<base::Hertz> frequencies;  ///< strictly ascending
  /// One ports x ports matrix a frequency; element (i, j) is the output at i for input at j.
  std::vector<Eigen::MatrixXcd> values;
  /// For electrical data (Touchstone); optical data has none.
  std::optional<base::Ohm> reference_impedance;
};

/// Throws std::invalid_argument, saying which rule is broken: at least one port and one frequency,
/// distinct port names, ascending positive frequencies, one finite matrix of the right size each.
void require_valid(const SParameters& data);

/// A model from a table. Between two samples magnitude and phase are interpolated linearly, the
/// phase along the shorter way round: linear interpolation of the complex values would cut the
/// corner and lose power where a delay turns the phase. So adjacent samples must turn by less than
/// half a turn. Where one of them is exactly zero, the phase is the other's.
class TabulatedModel final : public ScatteringModel {
 public:
  /// Throws as require_valid does. `alternatives` as in PortNames.
  TabulatedModel(std::string name, std::shared_ptr<const SParameters> data,
                 std::vector<std::vector<std::string>> alternatives = {});

  [[nodiscard]] const SParameters& data() const { return *data_; }

  /// Throws std::out_of_range outside of the table's frequencies (nothing is extrapolated).
  void scattering(base::Hertz frequency, Eigen::MatrixXcd& s) const override;
  [[nodiscard]] bool couples(std::size_t to, std::size_t from) const override;

 private:
  std::shared_ptr<const SParameters> data_;
  Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> couples_;
};

}  // namespace heliograph::photonics
