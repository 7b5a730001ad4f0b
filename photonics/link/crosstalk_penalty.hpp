// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "photonics/link/modulation_format.hpp"

namespace heliograph::photonics {

/// How much more signal a receiver needs because of light of others that it receives too. The
/// formulae in use disagree widely, so whoever prints a penalty prints which one it is. e_k: power
/// of interferer k relative to the signal, e their sum; two-level signalling, half of the bits
/// ones, polarisations aligned; Q of signal and noise without crosstalk.
enum class CrosstalkPenaltyFormula {
  /// -5 log10(1 - 4 Q^2 e): beat noise as Gaussian noise on the ones, threshold midway.
  incoherent_fixed,
  /// -10 log10(1 - Q^2 e): the same, threshold where both errors are equal.
  incoherent_optimised,
  /// -10 log10(1 - 2 sum sqrt e_k): every beat at its worst (Ramaswami and Sivarajan).
  coherent,
  /// -10 log10(1 - 4 sum sqrt e_k): the same, threshold midway.
  coherent_fixed,
  /// -10 log10(1 - e): other wavelengths, filtered before the receiver; no beat.
  inter_channel,
  /// The lesser of incoherent_fixed and coherent_fixed: a beat is bounded and a Gaussian is not, so
  /// that for few interferers the first can exceed the worst case.
  few_interferers_fixed,
  /// The lesser of incoherent_optimised and coherent.
  few_interferers_optimised
};

/// All of them, in the order of the enumeration.
[[nodiscard]] std::vector<CrosstalkPenaltyFormula> all_crosstalk_penalty_formulas();
/// The name in files and on the command line, e.g. `incoherent_fixed`.
[[nodiscard]] std::string_view to_string(CrosstalkPenaltyFormula formula);
[[nodiscard]] std::optional<CrosstalkPenaltyFormula> crosstalk_penalty_formula_of(
    std::string_view name);
/// One line for people that says what is computed.
[[nodiscard]] std::string_view description(CrosstalkPenaltyFormula formula);

/// The penalty in optical power, 0 or more; infinite where no power helps. `interferers`: e_k.
/// Throws std::invalid_argument when q or a ratio is negative or not finite.
[[nodiscard]] base::Decibel crosstalk_penalty(CrosstalkPenaltyFormula formula, double q,
                                              const std::vector<base::PowerRatio>& interferers);

/// The same for signals and interferers of a format; `q` is that of each eye. What pam4's
/// topmost eye, the worst, asks for at infinite extinction, with s = sum sqrt e_k:
/// incoherent_fixed -5 log10(1 - 36 Q^2 e); incoherent_optimised
/// -5 log10((1 + 3 Q^2 e)^2 - 36 Q^2 e), since the level below the highest has beat noise as well;
/// coherent -10 log10(1 - 6 (1 + sqrt(2/3)) s); coherent_fixed -10 log10(1 - 12 s); inter_channel
/// -10 log10(1 - 3 e); the lesser of two as above.
[[nodiscard]] base::Decibel crosstalk_penalty(CrosstalkPenaltyFormula formula,
                                              ModulationFormat format, double q,
                                              const std::vector<base::PowerRatio>& interferers);

}  // namespace heliograph::photonics
