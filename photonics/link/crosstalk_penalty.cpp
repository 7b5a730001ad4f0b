// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/crosstalk_penalty.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

namespace heliograph::photonics {

namespace {

struct Kind {
  CrosstalkPenaltyFormula formula;
  std::string_view name;
  std::string_view description;
};

constexpr std::array<Kind, 7> kKinds{{
    {CrosstalkPenaltyFormula::incoherent_fixed, "incoherent_fixed",
     "in-band incoherent, fixed threshold: -5 log10(1 - 4 Q^2 sum e)"},
    {CrosstalkPenaltyFormula::incoherent_optimised, "incoherent_optimised",
     "in-band incoherent, optimised threshold: -10 log10(1 - Q^2 sum e)"},
    {CrosstalkPenaltyFormula::coherent, "coherent",
     "in-band coherent worst case, optimised threshold: -10 log10(1 - 2 sum sqrt e)"},
    {CrosstalkPenaltyFormula::coherent_fixed, "coherent_fixed",
     "in-band coherent worst case, fixed threshold: -10 log10(1 - 4 sum sqrt e)"},
    {CrosstalkPenaltyFormula::inter_channel, "inter_channel",
     "other wavelengths, filtered: -10 log10(1 - sum e)"},
    {CrosstalkPenaltyFormula::few_interferers_fixed, "few_interferers_fixed",
     "fixed threshold: the lesser of incoherent_fixed and coherent_fixed"},
    {CrosstalkPenaltyFormula::few_interferers_optimised, "few_interferers_optimised",
     "optimised threshold: the lesser of incoherent_optimised and coherent"},
}};

const Kind& kind_of(CrosstalkPenaltyFormula formula) {
  return kKinds.at(static_cast<std::size_t>(formula));
}

/// -factor log10(1 - lost), or infinity when all is lost.
double closing(double factor, double lost) {
  return lost < 1.0 ? -factor * std::log1p(-lost) / std::log(10.0)
                    : std::numeric_limits<double>::infinity();
}

double penalty(CrosstalkPenaltyFormula formula, double q, double power, double amplitude) {
  switch (formula) {
    case CrosstalkPenaltyFormula::incoherent_fixed:
      return closing(5.0, 4.0 * q * q * power);
    case CrosstalkPenaltyFormula::incoherent_optimised:
      return closing(10.0, q * q * power);
    case CrosstalkPenaltyFormula::coherent:
      return closing(10.0, 2.0 * amplitude);
    case CrosstalkPenaltyFormula::coherent_fixed:
      return closing(10.0, 4.0 * amplitude);
    case CrosstalkPenaltyFormula::inter_channel:
      return closing(10.0, power);
    case CrosstalkPenaltyFormula::few_interferers_fixed:
      return std::min(closing(5.0, 4.0 * q * q * power), closing(10.0, 4.0 * amplitude));
    case CrosstalkPenaltyFormula::few_interferers_optimised:
      return std::min(closing(10.0, q * q * power), closing(10.0, 2.0 * amplitude));
  }
  throw std::invalid_argument("no such formula of a crosstalk penalty");
}

}  // namespace

std::vector<CrosstalkPenaltyFormula> all_crosstalk_penalty_formulas() {
  std::vector<CrosstalkPenaltyFormula> formulas;
  formulas.reserve(kKinds.size());
  for (const Kind& kind : kKinds) {
    formulas.push_back(kind.formula);
  }
  return formulas;
}

std::string_view to_string(CrosstalkPenaltyFormula formula) { return kind_of(formula).name; }

std::optional<CrosstalkPenaltyFormula> crosstalk_penalty_formula_of(std::string_view name) {
  for (const Kind& kind : kKinds) {
    if (kind.name == name) {
      return kind.formula;
    }
  }
  return std::nullopt;
}

std::string_view description(CrosstalkPenaltyFormula formula) {
  return kind_of(formula).description;
}

base::Decibel crosstalk_penalty(CrosstalkPenaltyFormula formula, double q,
                                const std::vector<base::PowerRatio>& interferers) {
  if (!(std::isfinite(q) && q >= 0.0)) {
    throw std::invalid_argument("Q for a crosstalk penalty is 0 or more");
  }
  double power = 0.0;
  double amplitude = 0.0;
  for (const base::PowerRatio& interferer : interferers) {
    if (!(std::isfinite(interferer.value()) && interferer.value() >= 0.0)) {
      throw std::invalid_argument("an interferer's power is 0 or more");
    }
    power += interferer.value();
    amplitude += std::sqrt(interferer.value());
  }
  return base::Decibel(penalty(formula, q, power, amplitude));
}

}  // namespace heliograph::photonics
