// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/error_target_options.hpp"

#include <vector>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"

namespace heliograph::testbenches {

namespace {

std::vector<std::string> formula_names() {
  std::vector<std::string> names;
  for (const auto formula : photonics::all_crosstalk_penalty_formulas()) {
    names.emplace_back(to_string(formula));
  }
  return names;
}

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += (list.empty() ? "" : ", ") + name;
  }
  return list;
}

}  // namespace

void add_error_target_options(CLI::App& verb, std::string& penalty, double& ber) {
  verb.add_option("--penalty", penalty,
                  "formula of the crosstalk penalty: " + list_of(formula_names()))
      ->capture_default_str();
  verb.add_option("--ber", ber, "bit error rate to be reached, before FEC")->capture_default_str();
}

ErrorTarget read_error_target(const std::string& penalty, double ber) {
  const std::vector<std::string> names = formula_names();
  const auto formula = photonics::crosstalk_penalty_formula_of(penalty);
  if (!formula) {
    throw base::InputError({"--penalty", 0, 0}, "found " + base::quoted(penalty) +
                                                    "; expected one of " + list_of(names) +
                                                    base::did_you_mean(penalty, names));
  }
  if (!(ber >= 1e-300 && ber < 0.5)) {
    throw base::InputError({"--ber", 0, 0},
                           "expected a bit error rate of at least 1e-300 and below 0.5");
  }
  return {ber, *formula};
}

}  // namespace heliograph::testbenches
