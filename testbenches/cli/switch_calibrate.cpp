// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstddef>
#include <iostream>
#include <memory>
#include <optional>

#include "base/diagnostics.hpp"
#include "testbenches/calibration/calibration_report.hpp"
#include "testbenches/cli/exit_codes.hpp"
#include "testbenches/cli/switch_verbs.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::size_t kMostChips = 1'000'000;

struct CalibrateOptions {
  std::optional<std::size_t> chips;
  std::optional<double> loss;
  std::optional<double> crosstalk;
  bool json = false;
};

/// Ranges of options let what is no number through.
void refuse_no_number(const char* option, const std::optional<double>& value) {
  if (value && std::isnan(*value)) {
    throw base::InputError({option, 0, 0}, "found nan; expected a number of decibels");
  }
}

int run_calibrate(const SwitchSource& source, const CalibrateOptions& options) {
  refuse_no_number("--loss", options.loss);
  refuse_no_number("--crosstalk", options.crosstalk);
  require_monitors(source);
  const std::vector<RoutedShift> shifts = route_shifts(source);
  ChipTargets targets = usual_targets(source, shifts);
  if (options.loss) {
    targets.loss = base::Decibel(*options.loss);
  }
  if (options.crosstalk) {
    targets.crosstalk = base::Decibel(*options.crosstalk);
  }
  const ChipStudy study = study_chip(source, shifts);
  std::optional<ChipYield> yield;
  if (options.chips) {
    yield = count_yield(source, shifts, targets, *options.chips);
  }
  std::cout << (options.json ? calibration_json(source, study, targets, yield)
                             : calibration_text(source, study, targets, yield));
  return study.calibrated().lost == 0 ? 0 : kDesignFails;
}

}  // namespace

void add_calibrate_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                        int& exit_code) {
  auto options = std::make_shared<CalibrateOptions>();
  CLI::App* verb = command.add_subcommand("calibrate",
                                          "a chip with errors of make: uncalibrated, calibrated by "
                                          "its monitors, drifted, recalibrated");
  add_overrides(*verb, *common);
  verb->add_option("--chips", options->chips,
                   "how many of so many chips (seeds 1 and up) meet the targets")
      ->check(CLI::Range(std::size_t{1}, kMostChips));
  verb->add_option("--loss", options->loss,
                   "loss, dB, that no pair of ports of a good chip has more of (default: 1 dB "
                   "more than on a chip without errors)")
      ->check(CLI::Range(0.0, 200.0));
  verb->add_option("--crosstalk", options->crosstalk,
                   "crosstalk, dB, that no pair of ports of a good chip has more of (default: 3 dB "
                   "more than on a chip without errors)")
      ->check(CLI::Range(-200.0, 0.0));
  verb->add_flag("--json", options->json, "print JSON");
  verb->footer(
      "Example:\n  ./heliograph switch platforms/presets/eight_accelerators_benes.yaml calibrate "
      "--set switch.variation.phase=uniform --set switch.dac_max_V=2.2 --chips 100\n\n"
      "Exit codes: 0 fine, 1 circuits of the calibrated chip do not arrive, 2 the input is wrong, "
      "3 a fault of ours.");
  verb->callback([common, options, &exit_code] {
    require_file(*common);
    try {
      exit_code = run_calibrate(open_switch(*common, "", ""), *options);
    } catch (const photonics::RoutingFailed& failure) {
      std::cerr << common->file << ": " << failure.what() << '\n';
      exit_code = kDesignFails;
    }
  });
}

}  // namespace heliograph::testbenches
