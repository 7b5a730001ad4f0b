// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "photonics/link/link_budget.hpp"

namespace heliograph::photonics {

/// A line of a budget as people read it.
struct BudgetRow {
  std::string section;  ///< power, penalties, noise, errors or need
  std::string name;
  std::optional<double> value;  ///< nothing where there is none, or it is infinite
  std::string unit;
  std::optional<base::DecibelMilliwatt> power;  ///< average power of the signal after this step
  std::string source;                           ///< of a value, or the formula that it is from
};

/// The budget from the laser to the margin, in the order in which it is read.
[[nodiscard]] std::vector<BudgetRow> budget_rows(const LinkDesign& design,
                                                 const LinkBudget& budget);

}  // namespace heliograph::photonics
