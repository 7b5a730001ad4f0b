// SPDX-License-Identifier: Apache-2.0
// The built program as a user runs it: exit codes, messages, files.
#include <catch2/catch.hpp>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/paths.hpp"
#include "tests/testbenches/cli/program.hpp"

using namespace heliograph;
using tests::Outcome;

namespace {

namespace fs = std::filesystem;

class CommandLine {
 public:
  CommandLine() {
    std::string name = (fs::temp_directory_path() / "heliograph_cli_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  ~CommandLine() { fs::remove_all(folder_); }

  Outcome run(const std::string& arguments) const {
    return tests::call(arguments, folder_.string());
  }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  [[nodiscard]] const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

const char* const kFirstLight = "testbenches/scenarios/first_light.yaml";

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("run leaves result, manifest, timeline and waveforms behind") {
  const CommandLine cli;
  const Outcome outcome = cli.run("run " + tests::source_path(kFirstLight) + " --out out");
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.find("completed in 92.09 us; every byte verified") != std::string::npos);
  const auto result = nlohmann::json::parse(read(cli.folder() / "out/result.json"));
  CHECK(result["schema"] == "heliograph/result/1");
  CHECK(result["completed"] == true);
  const auto manifest = nlohmann::json::parse(read(cli.folder() / "out/manifest.json"));
  CHECK(manifest["parameters"].size() > 50);
  for (const auto& parameter : manifest["parameters"]) {
    CHECK_FALSE(parameter["source"].get<std::string>().empty());
  }
  const auto timeline = nlohmann::json::parse(read(cli.folder() / "out/timeline.json"));
  CHECK(timeline["traceEvents"].size() > 8 * 28);
  CHECK(fs::file_size(cli.folder() / "out/waves.fst") > 1000);
}

TEST_CASE("run without --out makes a new folder each time") {
  const CommandLine cli;
  CHECK(cli.run("run " + tests::source_path(kFirstLight)).exit_code == 0);
  CHECK(cli.run("run " + tests::source_path(kFirstLight)).exit_code == 0);
  CHECK(fs::exists(cli.folder() / "runs/first_light-1/result.json"));
  CHECK(fs::exists(cli.folder() / "runs/first_light-2/result.json"));
  CHECK(read(cli.folder() / "runs/first_light-1/result.json") ==
        read(cli.folder() / "runs/first_light-2/result.json"));
}

TEST_CASE("run --out writes over an earlier run, and never among other files") {
  const CommandLine cli;
  const std::string quick = "run " + tests::source_path(kFirstLight) +
                            " --set workload.bytes=64KiB --set observe.waves=false --out ";
  CHECK(cli.run(quick + "out").exit_code == 0);
  CHECK(cli.run(quick + "out").exit_code == 0);
  fs::create_directory(cli.folder() / "empty");
  CHECK(cli.run(quick + "empty").exit_code == 0);
  fs::create_directory(cli.folder() / "mine");
  cli.write("mine/manifest.json", "{\"name\": \"a web page\"}\n");
  const Outcome refused = cli.run(quick + "mine");
  CHECK(refused.exit_code == 2);
  CHECK(refused.output ==
        "--out mine: error: this folder holds files that are not of a run: expected a new or empty "
        "folder, or one of an earlier run (with its manifest.json)\n");
  CHECK_FALSE(fs::exists(cli.folder() / "mine/result.json"));
}

TEST_CASE("run --json prints result.json and nothing else") {
  const CommandLine cli;
  const Outcome outcome = cli.run("run " + tests::source_path(kFirstLight) + " --json --out out");
  CHECK(outcome.output == read(cli.folder() / "out/result.json"));
}

TEST_CASE("an unknown key exits 2 with its place and the nearest name, and leaves nothing behind") {
  const CommandLine cli;
  const fs::path file = cli.write("typo.yaml", "workload:\n  generator: ring\n  bites: 1MiB\n");
  const Outcome outcome = cli.run("run typo.yaml --out out");
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output ==
        "typo.yaml:3:3: error: unknown key 'bites' in 'workload' (did you mean 'bytes'?)\n");
  CHECK_FALSE(fs::exists(cli.folder() / "out"));
}

TEST_CASE("a truncated XML exits 2 with its place") {
  const CommandLine cli;
  std::string xml = read(tests::source_path("testbenches/scenarios/ring_allreduce_8.xml"));
  xml.resize(xml.size() / 2);
  cli.write("half.xml", xml);
  const Outcome outcome =
      cli.run("run " + tests::source_path(kFirstLight) + " --set workload.file=half.xml --out out");
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output.rfind("half.xml:", 0) == 0);
  CHECK(std::count(outcome.output.begin(), outcome.output.end(), '\n') == 1);
  CHECK_FALSE(fs::exists(cli.folder() / "out"));
}

TEST_CASE("a failed design exits 1 and still leaves its results") {
  const CommandLine cli;
  const Outcome outcome = cli.run(
      "run " + tests::source_path("testbenches/scenarios/short_settle.yaml") + " --out out");
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.output.find("the settle timer is too short") != std::string::npos);
  CHECK(outcome.output.find("waits for a message from rank") != std::string::npos);
  CHECK(nlohmann::json::parse(read(cli.folder() / "out/result.json"))["exit_code"] == 1);
}

TEST_CASE("a schedule that does not compute its collective is a wrong input") {
  const CommandLine cli;
  std::string xml = read(tests::source_path("testbenches/scenarios/ring_allreduce_8.xml"));
  // The first reduction only copies: rank 0 loses its own share of the sum.
  const std::size_t at = xml.find("type=\"rrc\"");
  xml.replace(at, 10, "type=\"r\"");
  cli.write("wrong.xml", xml);
  const Outcome outcome = cli.run("run " + tests::source_path(kFirstLight) +
                                  " --set workload.file=wrong.xml --out out");
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output.find("does not compute its collective") != std::string::npos);
  REQUIRE(outcome.output.rfind("wrong.xml:", 0) == 0);
  CHECK(std::isdigit(static_cast<unsigned char>(outcome.output[10])) != 0);  // a line
}

TEST_CASE("an MSCCL file of another project runs unchanged") {
  const CommandLine cli;
  const auto file = tests::case_path("msccl/ring_allreduce_8.xml");
  HELIOGRAPH_SKIP_WITHOUT(file, "msccl/ring_allreduce_8.xml");
  const Outcome outcome = cli.run("run " + tests::source_path(kFirstLight) +
                                  " --set workload.file=" + *file + " --out out");
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.find("completed in 92.09 us; every byte verified") != std::string::npos);
}
