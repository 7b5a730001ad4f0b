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

/// The plain formulae; the lesser of two is the caller's.
double nrz_penalty(CrosstalkPenaltyFormula formula, double q, double power, double amplitude) {
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
    default:
      throw std::invalid_argument("no such formula of a crosstalk penalty");
  }
}

double pam4_penalty(CrosstalkPenaltyFormula formula, double q, double power, double amplitude) {
  switch (formula) {
    case CrosstalkPenaltyFormula::incoherent_fixed:
      return closing(5.0, 36.0 * q * q * power);
    case CrosstalkPenaltyFormula::incoherent_optimised: {
      // Noises of the topmost eye's levels: s + e and s + 2 e / 3, s that of the amplifier over the
      // signal. Q (sqrt(s + e) + sqrt(s + 2 e / 3)) = 1/3 gives s = ((1 + 3 x)^2 - 36 x) / 36 Q^2,
      // x = Q^2 e; at the smaller root of that, (5 - sqrt 24) / 3, no power helps any more.
      const double x = q * q * power;
      const double pole = (5.0 - std::sqrt(24.0)) / 3.0;
      return x < pole ? closing(5.0, 30.0 * x - 9.0 * x * x)
                      : std::numeric_limits<double>::infinity();
    }
    case CrosstalkPenaltyFormula::coherent:
      return closing(10.0, 6.0 * (1.0 + std::sqrt(2.0 / 3.0)) * amplitude);
    case CrosstalkPenaltyFormula::coherent_fixed:
      return closing(10.0, 12.0 * amplitude);
    case CrosstalkPenaltyFormula::inter_channel:
      return closing(10.0, 3.0 * power);
    default:
      throw std::invalid_argument("no such formula of a crosstalk penalty");
  }
}

double penalty(CrosstalkPenaltyFormula formula, ModulationFormat format, double q, double power,
               double amplitude) {
  const auto of = [&](CrosstalkPenaltyFormula one) {
    return format == ModulationFormat::nrz ? nrz_penalty(one, q, power, amplitude)
                                           : pam4_penalty(one, q, power, amplitude);
  };
  switch (formula) {
    case CrosstalkPenaltyFormula::few_interferers_fixed:
      return std::min(of(CrosstalkPenaltyFormula::incoherent_fixed),
                      of(CrosstalkPenaltyFormula::coherent_fixed));
    case CrosstalkPenaltyFormula::few_interferers_optimised:
      return std::min(of(CrosstalkPenaltyFormula::incoherent_optimised),
                      of(CrosstalkPenaltyFormula::coherent));
    default:
      return of(formula);
  }
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
  return crosstalk_penalty(formula, ModulationFormat::nrz, q, interferers);
}

base::Decibel crosstalk_penalty(CrosstalkPenaltyFormula formula, ModulationFormat format, double q,
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
  return base::Decibel(penalty(formula, format, q, power, amplitude));
}

}  // namespace heliograph::photonics
