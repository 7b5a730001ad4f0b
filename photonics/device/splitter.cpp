// SPDX-License-Identifier: Apache-2.0
#include "photonics/device/splitter.hpp"

#include <cmath>

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

using base::Basis;
using base::Range;

Eigen::Vector2d unequal_split(base::Decibel excess_loss, base::Decibel imbalance) {
  const double kept = field_factor(excess_loss);
  const double ratio = base::to_linear(imbalance).value();
  return {kept * std::sqrt(ratio / (1.0 + ratio)), kept * std::sqrt(1.0 / (1.0 + ratio))};
}

base::ParameterTable<YJunctionParameters> YJunctionParameters::table() {
  using P = YJunctionParameters;
  base::ParameterTable<P> table;
  table
      .number("excess_loss_dB", &P::excess_loss, {"dB", 1.0}, Range::at_least(0.0),
              "loss of both arms together",
              {Basis::cited, "0.28 dB: PhoenixSim default; a published Y-branch has 0.157 dB"})
      .number("imbalance_dB", &P::imbalance, {"dB", 1.0}, {-60.0, 60.0},
              "power of the first arm over the second", {Basis::chosen, "0: symmetric"});
  return table;
}

Eigen::Vector2d y_junction_field(const YJunctionParameters& junction) {
  return unequal_split(junction.excess_loss, junction.imbalance);
}

base::ParameterTable<SplitterParameters> SplitterParameters::table() {
  using P = SplitterParameters;
  base::ParameterTable<P> table;
  table
      .integer("outputs", &P::outputs, {1.0, 1024.0}, "number of outputs",
               {Basis::chosen, "the layout's"})
      .number("excess_loss_dB", &P::excess_loss, {"dB", 1.0}, Range::at_least(0.0),
              "loss beyond the division of power", {Basis::cited, "1 dB: DSENT default"});
  return table;
}

double splitter_field(const SplitterParameters& splitter) {
  return field_factor(splitter.excess_loss) / std::sqrt(static_cast<double>(splitter.outputs));
}

}  // namespace heliograph::photonics
