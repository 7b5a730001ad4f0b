// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <Eigen/Core>

#include "base/units.hpp"
#include "photonics/circuit/s_parameters.hpp"

namespace heliograph::photonics {

/// Where data come closest to breaking, or most break, passivity.
struct PassivityFinding {
  std::size_t input = 0;    ///< the column: light into this port alone ...
  double column_power = 0;  ///< ... comes out with this much power in total
  std::size_t output = 0;   ///< the port that gets most of it
  /// The most power that any combination of inputs gains: the largest singular value, squared. It
  /// may exceed 1 where no single column does.
  double worst_gain = 0;
  /// Whether the column gains by itself; else only combinations of inputs do.
  bool column_gains = false;
  std::optional<base::Hertz> frequency;  ///< for data over frequency

  /// `light into 'in' comes out 1.0123 times as strong, most of it at 'out' at 193.1 THz`; where no
  /// column gains, `the worst combination of inputs comes out 1.28 times as strong, though light
  /// into one port alone at most 0.64 times (into 'a', most of it at 'c')`.
  [[nodiscard]] std::string text(const std::vector<std::string>& ports) const;
};

/// The pair of ports that differs most between the two directions.
struct ReciprocityFinding {
  std::size_t from = 0;
  std::size_t to = 0;
  double difference = 0;  ///< |S(to, from) - S(from, to)|
  std::optional<base::Hertz> frequency;

  /// `'in' to 'out' and back differ by 0.2 in field at 194 THz`.
  [[nodiscard]] std::string text(const std::vector<std::string>& ports) const;
};

/// Nothing when no input and no combination of inputs comes out stronger than 1 + tolerance in
/// power, else the worst finding.
[[nodiscard]] std::optional<PassivityFinding> check_passive(const Eigen::MatrixXcd& s,
                                                            double tolerance = 1e-9);
[[nodiscard]] std::optional<PassivityFinding> check_passive(const SParameters& data,
                                                            double tolerance = 1e-9);

/// Nothing when S is symmetric to within `tolerance`, else the worst pair.
[[nodiscard]] std::optional<ReciprocityFinding> check_reciprocal(const Eigen::MatrixXcd& s,
                                                                 double tolerance = 1e-9);
[[nodiscard]] std::optional<ReciprocityFinding> check_reciprocal(const SParameters& data,
                                                                 double tolerance = 1e-9);

}  // namespace heliograph::photonics
