// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/error_target_options.hpp"

#include <vector>

#include "base/diagnostics.hpp"
#include "base/number_text.hpp"
#include "base/utf8.hpp"
#include "photonics/link/q_factor.hpp"

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

void add_error_target_options(CLI::App& verb, std::string& penalty, std::optional<double>& ber) {
  verb.add_option("--penalty", penalty,
                  "formula of the crosstalk penalty: " + list_of(formula_names()))
      ->capture_default_str();
  verb.add_option("--ber", ber,
                  "bit error rate to be reached before FEC (default: the threshold of the "
                  "transceiver's code)");
}

double read_target_ber(const std::optional<double>& ber,
                       const platforms::TransceiverConfig& transceiver) {
  if (!ber) {
    switch (transceiver.fec.scheme) {
      case photonics::FecScheme::kp4:
        return 2.4e-4;
      case photonics::FecScheme::kr4:
        return 2.1e-5;
      case photonics::FecScheme::none:
        break;
    }
    return 1e-12;
  }
  const auto format = transceiver.transmitter.modulation;
  const double most = photonics::ber_from_q(format, 0.0);
  if (!(*ber >= 1e-300 && *ber < most)) {
    throw base::InputError({"--ber", 0, 0},
                           "expected a bit error rate of at least 1e-300 and below " +
                               base::rounded_number_text(most));
  }
  return *ber;
}

ErrorTarget read_error_target(const std::string& penalty, const std::optional<double>& ber,
                              const platforms::TransceiverConfig& transceiver) {
  const std::vector<std::string> names = formula_names();
  const auto formula = photonics::crosstalk_penalty_formula_of(penalty);
  if (!formula) {
    throw base::InputError({"--penalty", 0, 0}, "found " + base::quoted(penalty) +
                                                    "; expected one of " + list_of(names) +
                                                    base::did_you_mean(penalty, names));
  }
  return {read_target_ber(ber, transceiver), *formula, transceiver.transmitter.modulation};
}

}  // namespace heliograph::testbenches
