// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/parameters.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

/// How ranks differ in what they compute before a collective.
enum class Skew {
  none,    ///< they do not
  fixed,   ///< each is skew later than the rank before it
  normal,  ///< normally distributed, skew being the standard deviation
  gev,     ///< generalised extreme value distribution, of scale skew
  trace,   ///< as a file says
};

/// What each rank computes before it takes part in a collective. Apart from the model, so that
/// descriptions need no SystemC.
struct SkewParameters {
  base::Picoseconds compute{0};
  Skew kind = Skew::none;
  base::Picoseconds skew{0};
  double shape = 0.0;
  std::string file;                       ///< as the scenario names it, or resolved once read
  std::vector<base::Picoseconds> traced;  ///< by rank, read from the file

  /// By rank, how long after the start of the collective it comes: empty when all come at once and
  /// at once. Below 0 counts as 0, above 1000 s as 1000 s. Each rank draws from a random stream of
  /// its own. Precondition: a trace has as many ranks.
  [[nodiscard]] std::vector<base::Picoseconds> delays(std::size_t ranks, std::uint64_t seed) const;

  [[nodiscard]] static base::ParameterTable<SkewParameters> table();
};

/// The generalised extreme value distribution of location 0 and scale 1 at probability `u` in
/// (0, 1): ((-ln u)^-shape - 1) / shape, in the limit of shape 0 -ln(-ln u) (inverse transform; the
/// shape's sign is that of xi in Coles, An Introduction to Statistical Modeling of Extreme Values,
/// 2001, eq. 3.2: above 0 the tail is heavy).
[[nodiscard]] double extreme_value(double u, double shape);

}  // namespace heliograph::systemc
