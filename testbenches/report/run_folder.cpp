// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/run_folder.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/diagnostics.hpp"
#include "testbenches/html_report/run_files.hpp"
#include "testbenches/report/manifest.hpp"
#include "testbenches/report/result_json.hpp"
#include "testbenches/report/timeline.hpp"

namespace heliograph::testbenches {

namespace {

constexpr int kMostRuns = 100'000;
constexpr std::size_t kManifestStart = 128;  ///< bytes; its first key is the schema

void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text << '\n';
  if (!file.flush()) {
    throw base::InputError({path, 0, 0}, std::string("cannot be written: ") + std::strerror(errno));
  }
}

/// Does it hold a manifest that a run has written, of any version?
bool is_run_folder(const std::filesystem::path& folder) {
  std::ifstream file(folder / "manifest.json", std::ios::binary);
  std::string start(kManifestStart, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start.find("\"heliograph/manifest/") != std::string::npos;
}

/// Throws when `folder` holds files of others, among which ours would be lost, or replace theirs.
void check_free(const std::string& folder) {
  std::error_code error;
  const bool empty = std::filesystem::is_empty(folder, error);
  if (!error && !empty && !is_run_folder(folder)) {
    throw base::InputError({"--out " + folder, 0, 0},
                           "this folder holds files that are not of a run: expected a new or empty "
                           "folder, or one of an earlier run (with its manifest.json)");
  }
}

}  // namespace

RunFolder RunFolder::make(const std::string& out, const std::string& scenario) {
  std::error_code error;
  if (!out.empty()) {
    std::filesystem::create_directories(out, error);
    if (error || !std::filesystem::is_directory(out)) {
      throw base::InputError({"--out " + out, 0, 0},
                             "cannot make this folder: " +
                                 (error ? error.message() : std::string("a file is in the way")));
    }
    check_free(out);
    return RunFolder(out);
  }
  const std::string stem = "runs/" + std::filesystem::path(scenario).stem().string();
  std::filesystem::create_directories("runs", error);
  for (int n = 1; n <= kMostRuns; ++n) {
    const std::string folder = stem + "-" + std::to_string(n);
    if (std::filesystem::create_directory(folder, error)) {
      return RunFolder(folder);
    }
    if (error) {
      break;
    }
  }
  throw base::InputError({stem, 0, 0}, "cannot make a run folder here; give one with --out");
}

void RunFolder::start(const platforms::ScenarioConfig& scenario,
                      const std::vector<std::string>& overrides) {
  for (const char* result : {"result.json", "timeline.json", "waves.fst", "report.html"}) {
    std::error_code error;
    std::filesystem::remove(path(result), error);
  }
  manifest_ = manifest_json(scenario, overrides);
  write_text(path("manifest.json"), manifest_.dump(2));
}

void RunFolder::write_results(const Simulation& simulation) const {
  RunFiles files{folder_, result_json(simulation.result()), manifest_, std::nullopt};
  write_text(path("result.json"), files.result.dump(2));
  if (simulation.scenario().observe.timeline) {
    files.timeline = timeline_json(simulation.result(), simulation.log(), simulation.recorder());
    write_text(path("timeline.json"), files.timeline->dump());
  }
  if (simulation.scenario().observe.report) {
    write_report(run_report(files), path("report.html"));
  }
}

}  // namespace heliograph::testbenches
