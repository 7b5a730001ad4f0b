// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/reproduce_command.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "base/diagnostics.hpp"
#include "testbenches/studies/known_misses.hpp"
#include "testbenches/studies/reproduction_report.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

struct ReproduceOptions {
  std::vector<std::string> names;
  std::string cases;
  bool names_cases = false;  // on the command line, so that it must be there
  std::string presets;
  bool list = false;
  bool strict = false;
  bool json = false;
};

std::string folder_of(const char* variable, const char* otherwise) {
  const char* folder = std::getenv(variable);
  return folder != nullptr ? folder : otherwise;
}

int reproduce_command(const ReproduceOptions& options) {
  std::error_code ignored;
  if (options.names_cases && !std::filesystem::is_directory(options.cases, ignored)) {
    throw base::InputError({"--cases", 0, 0},
                           "found '" + options.cases + "': expected a folder that is there");
  }
  if (options.list) {
    const std::vector<Study> studies = all_studies();
    std::cout << (options.json ? study_list_json(studies) : study_list_text(studies));
    return 0;
  }
  const std::vector<ReproductionRow> rows =
      reproduce(options.names, {options.cases, options.presets});
  const std::vector<KnownMiss> known = known_misses();
  std::cout << (options.json ? reproduction_json(rows) : reproduction_text(rows, known));
  const std::vector<ReproductionRow> misses = unexpected_misses(rows, known);
  if (!options.strict || misses.empty()) {
    return 0;
  }
  for (const ReproductionRow& row : misses) {
    std::cerr << "not on the list of known misses: " << row.study << ": " << row.quantity << '\n';
  }
  return 1;
}

}  // namespace

void add_reproduce_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ReproduceOptions>();
  options->cases = folder_of("HELIOGRAPH_CASES", "../shared/cases");
  options->presets = folder_of("HELIOGRAPH_PRESETS", "platforms/presets");
  CLI::App* command = app.add_subcommand("reproduce", "published results beside the model's");
  command->add_option("names", options->names, "studies to run; default: all");
  command->add_flag("--list", options->list, "list the studies and run none");
  command->add_flag("--strict", options->strict,
                    "exit 1 when a row is outside that the list of known misses does not name");
  const CLI::Option* cases =
      command->add_option("--cases", options->cases,
                          "folder of other projects' files (default: HELIOGRAPH_CASES, else "
                          "../shared/cases); a row whose file is absent says so");
  command->add_option("--presets", options->presets,
                      "folder of the platforms and switches that come with the program (default: "
                      "HELIOGRAPH_PRESETS, which ./heliograph sets, else platforms/presets)");
  command->add_flag("--json", options->json, "print {\"rows\": [...]}");
  command->footer(
      "Example:\n  ./heliograph reproduce fec_thresholds --strict\n\n"
      "Exit codes: 0 it ran, 1 --strict and an unexpected miss, 2 the input is wrong, 3 a fault of "
      "ours.");
  command->callback([options, cases, &exit_code] {
    options->names_cases = cases->count() > 0;
    exit_code = reproduce_command(*options);
  });
}

}  // namespace heliograph::testbenches
