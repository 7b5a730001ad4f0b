// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/report_command.hpp"

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "testbenches/html_report/run_files.hpp"

namespace heliograph::testbenches {

namespace {

struct ReportOptions {
  std::vector<std::string> folders;
  std::string out;
  std::string tables;
};

std::string page_path(const ReportOptions& options) {
  if (!options.out.empty()) {
    return options.out;
  }
  const char* name = options.folders.size() == 1 ? "report.html" : "compared.html";
  return (std::filesystem::path(options.folders.back()) / name).string();
}

int report(const ReportOptions& options) {
  const RunFiles one = read_run_files(options.folders.front());
  const Report report = options.folders.size() == 1
                            ? run_report(one)
                            : compared_report(one, read_run_files(options.folders.back()));
  const std::string page = page_path(options);
  write_report(report, page);
  std::cout << "report in " << page << '\n';
  if (!options.tables.empty()) {
    std::cout << write_tables(report, options.tables) << " tables in " << options.tables << '\n';
  }
  return 0;
}

}  // namespace

void add_report_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand(
      "report", "the page of a run, or of two runs compared, from their folders");
  command->add_option("folders", options->folders, "folders of one run, or of two to compare")
      ->required()
      ->expected(1, 2);
  command->add_option("--out", options->out,
                      "the page to write; default: report.html in the folder, or compared.html in "
                      "the second one");
  command->add_option("--tables", options->tables, "write every table as CSV into this folder too");
  command->footer(
      "Example:\n  ./heliograph report runs/first_light-1\n\n"
      "Reads result.json, manifest.json and, if it is there, timeline.json.\n"
      "Exit codes: 0 it is written, 2 the input is wrong, 3 a fault of ours.");
  command->callback([options, &exit_code] { exit_code = report(*options); });
}

}  // namespace heliograph::testbenches
