// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/answer.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/testbenches/html_report/sample_run.hpp"

using namespace heliograph::testbenches;

namespace {

bool says(const std::vector<std::string>& sentences, const std::string& words) {
  return std::any_of(sentences.begin(), sentences.end(), [&](const std::string& sentence) {
    return sentence.find(words) != std::string::npos;
  });
}

const KeyFigure& figure(const std::vector<KeyFigure>& figures, const std::string& name) {
  const auto found = std::find_if(figures.begin(), figures.end(),
                                  [&](const KeyFigure& one) { return one.name == name; });
  REQUIRE(found != figures.end());
  return *found;
}

}  // namespace

TEST_CASE("The report opens with completion, bandwidth, energy and what limits the run") {
  const std::vector<KeyFigure> figures = key_figures(sample_run().result);
  CHECK(figure(figures, "Completion").value == "100");
  CHECK(figure(figures, "Completion").unit == "µs");
  CHECK(figure(figures, "Completion").remark == "after 10 µs of set-up");
  CHECK(figure(figures, "Busiest line").value == "120");  // 12 Mbit in 100 us
  CHECK(figure(figures, "Busiest line").remark == "60.0 % of its 200 Gb/s");
  CHECK(figure(figures, "Energy").value == "4.25");
  CHECK(figure(figures, "Energy").remark == "4 mJ in all");
  CHECK(figure(figures, "Limited by").value == "serialisation");
  CHECK(figure(figures, "Limited by").share == Approx(0.6));
}

TEST_CASE("What limits a run is said from its critical path and its blame") {
  const std::vector<std::string> answer = what_limits(sample_run().result);
  CHECK(says(answer, "60.0 % of the completion time is serialisation"));
  CHECK(says(answer, "would take 40 µs instead of 100 µs"));
  CHECK(says(answer, "dark, exposed (30.0 %, 30 µs), computation (10.0 %, 10 µs)"));
  CHECK(says(answer, "lines 60.0 % (2 of them; line of rank 1 with 50.0 %)"));
  CHECK(says(answer, "reconfigurations 30.0 % (reconfiguration 2 alone)"));
  CHECK(says(answer,
             "Circuits changed once after the start: 30 µs of dark time stand on the "
             "critical path, 5 µs went by behind other work."));
}

TEST_CASE("Equal shares are not blamed on one") {
  RunFiles run = sample_run();
  run.result["blame"]["rows"][0]["share"] = 0.3;
  run.result["blame"]["rows"][1]["share"] = 0.3;
  CHECK(says(what_limits(run.result), "lines 60.0 % (2 of them, each at most 30.0 %)"));
}

TEST_CASE("What blame does not name is said to be that") {
  RunFiles run = sample_run();
  run.result["blame"]["rows"].push_back(
      {{"resource", "all others"}, {"time_ps", 1}, {"share", 0.7}});
  CHECK(says(what_limits(run.result),
             "(reconfiguration 2 alone); computation 10.0 % (computation "
             "of rank 0 alone); all that result.json does not name 70.0 %."));
}

TEST_CASE("Of a run that did not complete the report says why") {
  RunFiles run = sample_run();
  run.result["completed"] = false;
  run.result["exit_code"] = 1;
  run.result["time"]["completion_ps"] = nullptr;
  run.result["faults"]["rows"].push_back(
      {{"name", "lost_frames"}, {"text", "circuit 0->1: 3 of 10"}, {"expected", false}});
  run.result["blocked"].push_back("rank 0 waits for rank 1");
  const Report report = run_report(run);
  CHECK_FALSE(report.good);
  CHECK(report.verdict == "not completed, every byte verified, 1 fault");
  CHECK(report.answer_title == "Why this run did not complete");
  CHECK(says(report.answer, "lost_frames: circuit 0->1: 3 of 10"));
  CHECK(says(report.answer, "rank 0 waits for rank 1"));
  CHECK(report.figures.front().value == "never");
}

TEST_CASE("Resources of one kind are known by their name without numbers") {
  CHECK(resource_kind("line of rank 12") == "line of rank");
  CHECK(resource_kind("way 3 -> 4") == "way");
  CHECK(resource_kind("waiting for the circuit 1 -> 22") == "waiting for the circuit");
  CHECK(resource_kind("reconfiguration 5") == "reconfiguration");
  CHECK(resource_kind("all others") == "all others");
}
