// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/run_files.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "base/diagnostics.hpp"
#include "testbenches/html_report/report_page.hpp"
#include "tests/testbenches/html_report/sample_run.hpp"

using namespace heliograph::testbenches;

namespace {

class Folder {
 public:
  explicit Folder(const char* name) : path_(std::filesystem::temp_directory_path() / name) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  void put(const char* name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::string fault(const Folder& folder) {
  try {
    (void)read_run_files(folder.path());
  } catch (const heliograph::base::InputError& error) {
    return error.what();
  }
  return "no fault";
}

}  // namespace

TEST_CASE("A folder that is not of a run is refused, with the place of the mistake") {
  const Folder folder("heliograph_report_faults");
  CHECK_THAT(fault(folder), Catch::Contains("holds no result.json"));
  folder.put("result.json", "{\n  \"schema\": \"heliograph/result/1\",\n  oops");
  CHECK_THAT(fault(folder), Catch::Contains("holds no manifest.json"));
  folder.put("manifest.json", sample_run().manifest.dump());
  CHECK_THAT(fault(folder), Catch::Contains("result.json:3:3: ") && Catch::Contains("not JSON"));
  folder.put("result.json", R"({"schema": "heliograph/result/2"})");
  CHECK_THAT(fault(folder), Catch::Contains("found the schema 'heliograph/result/2'; expected "
                                            "'heliograph/result/1'"));
  folder.put("result.json", "[1]");
  CHECK_THAT(fault(folder), Catch::Contains("found no key `schema`"));
  folder.put("result.json", R"({"schema": "heliograph/result/1", "seed": 1e999})");
  CHECK_THAT(fault(folder), Catch::Contains("too large"));
  folder.put("result.json", sample_run().result.dump());
  CHECK(fault(folder) == "no fault");
  folder.put("timeline.json", "{\"traceEvents\": [");
  CHECK_THAT(fault(folder), Catch::Contains("timeline.json:1:"));
  CHECK_THROWS_AS(read_run_files(folder.path() + "/none"), heliograph::base::InputError);
}

TEST_CASE("Every table is written as CSV") {
  const Folder folder("heliograph_report_tables");
  const Report report = run_report(sample_run());
  const std::size_t written = write_tables(report, folder.path() + "/tables");
  std::size_t found = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder.path() + "/tables")) {
    found += file.path().extension() == ".csv" ? 1U : 0U;
  }
  CHECK(written == found);
  CHECK(std::filesystem::exists(folder.path() + "/tables/circuits.csv"));
}

TEST_CASE("Without the chart library the page has its tables and says what is missing") {
  const std::string page = report_page(run_report(sample_run()), {"", "", ""});
  CHECK_THAT(page, Catch::Contains("Charts are missing") && Catch::Contains("id=\"circuits\"") &&
                       !Catch::Contains("<canvas"));
}

TEST_CASE("The page of a thousand ranks is small, and its tables are cut where they say so") {
  constexpr int kRanks = 1024;
  RunFiles run = sample_run();
  run.result["workload"]["ranks"] = kRanks;
  Json frame = run.result["frames"]["rows"][0];
  Json events = Json::array();
  for (int rank = 0; rank < kRanks; ++rank) {
    frame["from"] = rank;
    frame["to"] = (rank + 1) % kRanks;
    run.result["frames"]["rows"].push_back(frame);
    events.push_back({{"ph", "M"},
                      {"pid", 2},
                      {"tid", rank},
                      {"name", "thread_name"},
                      {"args", {{"name", "transmitter " + std::to_string(rank)}}}});
    for (int message = 0; message < 20; ++message) {
      events.push_back(
          {{"ph", "X"}, {"pid", 2}, {"tid", rank}, {"name", "m"}, {"ts", message * 5}, {"dur", 2}});
    }
  }
  run.timeline = Json{{"traceEvents", std::move(events)}};
  const std::string page = report_page(run_report(run), report_assets());
  CHECK(page.size() < 1'000'000);
  CHECK_THAT(page, Catch::Contains("The first 1000 of 1025 rows") &&
                       Catch::Contains("rank 0 … rank 25") &&
                       Catch::Contains("Groups of up to 26"));
}

TEST_CASE("Whatever stands in the files of a run, the report is made") {
  const std::vector<Json> wrong{
      nullptr, true, -1, 1e300, "text", Json::array({1, "a", nullptr}), Json::object({{"a", 1}})};
  const Json timeline = Json::parse(
      R"({"traceEvents": [{"ph": "M", "pid": 2, "tid": 0, "name": "thread_name",
                           "args": {"name": "transmitter 0"}},
                          {"ph": "X", "pid": 2, "tid": 0, "name": "0 -> 1", "ts": 1.5, "dur": 2.0},
                          {"ph": "i", "pid": 3, "tid": 2, "name": "request", "ts": 0.1,
                           "args": {"argument": 1, "epoch": 1}}]})");
  RunFiles good = sample_run();
  good.timeline = timeline;
  std::size_t made = 0;
  for (Json RunFiles::*const part : {&RunFiles::result, &RunFiles::manifest}) {
    const Json leaves = (good.*part).flatten();
    for (const auto& [place, value] : leaves.items()) {
      // The leaf itself, and whatever it is inside of; each gets another of the wrong values.
      for (Json::json_pointer at(place); !at.empty(); at.pop_back()) {
        RunFiles run = good;
        (run.*part)[at] = wrong[made % wrong.size()];
        made += report_page(run_report(run), {}).empty() ? 0U : 1U;
        made += compared_report(good, run).sections.empty() ? 0U : 1U;
      }
    }
  }
  for (const Json& spoiled : wrong) {
    RunFiles run = good;
    (*run.timeline)["traceEvents"][1] = spoiled;
    made += report_page(run_report(run), {}).empty() ? 0U : 1U;
    (*run.timeline)["traceEvents"][0]["args"] = spoiled;
    made += report_page(run_report(run), {}).empty() ? 0U : 1U;
  }
  CHECK(made > 500);
}
