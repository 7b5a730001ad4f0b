// SPDX-License-Identifier: Apache-2.0
#include "systemc/accelerator/skew_parameters.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace heliograph::systemc {

using base::Basis;
using base::KeyUnit;
using base::Range;

namespace {

constexpr double kLongestDelayPicoseconds = 1e15;

base::Picoseconds delay(double picoseconds) {
  return base::Picoseconds(std::llround(std::clamp(picoseconds, 0.0, kLongestDelayPicoseconds)));
}

}  // namespace

double extreme_value(double u, double shape) {
  const double hazard = -std::log(u);
  return shape == 0.0 ? -std::log(hazard) : std::expm1(-shape * std::log(hazard)) / shape;
}

std::vector<base::Picoseconds> SkewParameters::delays(std::size_t ranks, std::uint64_t seed) const {
  std::vector<base::Picoseconds> delays;
  if (kind == Skew::none && compute == base::Picoseconds(0)) {
    return delays;
  }
  const auto middle = static_cast<double>(compute.count());
  const auto scale = static_cast<double>(skew.count());
  delays.reserve(ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    base::RandomStream random(seed, "skew/" + std::to_string(rank));
    switch (kind) {
      case Skew::none:
        delays.push_back(compute);
        break;
      case Skew::fixed:
        delays.push_back(delay(middle + scale * static_cast<double>(rank)));
        break;
      case Skew::normal:
        delays.push_back(delay(middle + scale * random.normal()));
        break;
      case Skew::gev:
        // uniform() may be 0, of which the logarithm is none.
        delays.push_back(delay(middle + scale * extreme_value(1.0 - random.uniform(), shape)));
        break;
      case Skew::trace:
        delays.push_back(compute + traced.at(rank));
        break;
    }
  }
  return delays;
}

base::ParameterTable<SkewParameters> SkewParameters::table() {
  using P = SkewParameters;
  const KeyUnit us{"us", 1e6};
  const char* const user = "the user's experiment";
  base::ParameterTable<P> table;
  table
      .number("compute_us", &P::compute, us, Range{0.0, 1e9},
              "what a rank computes before it takes part in the collective, from the instant at "
              "which its circuits are up; with skew: normal the mean, with gev the location",
              {Basis::chosen, user})
      .choice("skew", &P::kind,
              {{"none", Skew::none},
               {"fixed", Skew::fixed},
               {"normal", Skew::normal},
               {"gev", Skew::gev},
               {"trace", Skew::trace}},
              "how ranks differ in that: not at all; each skew_us later than the rank before it; "
              "normally distributed; by a generalised extreme value distribution, as stragglers "
              "are; or as skew_file says",
              {Basis::chosen, user})
      .number("skew_us", &P::skew, us, Range{0.0, 1e9},
              "step, standard deviation or scale of the skew", {Basis::chosen, user})
      .number("skew_shape", &P::shape, {"", 1.0}, Range{-1.0, 0.9},
              "shape of the distribution with skew: gev; above 0 its tail is heavy, at 0 it is "
              "Gumbel's",
              {Basis::chosen, user})
      .text("skew_file", &P::file,
            "with skew: trace, a text file with a line `rank,delay_us` for each accelerator, "
            "added to compute_us; # begins a comment",
            {Basis::chosen, user});
  return table;
}

}  // namespace heliograph::systemc
