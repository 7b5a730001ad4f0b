// SPDX-License-Identifier: Apache-2.0
// What the built program says to a command line that it cannot read, and what it lists.
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "tests/support/paths.hpp"
#include "tests/testbenches/cli/program.hpp"

using namespace heliograph;
using tests::call;
using tests::Outcome;

namespace {

void expect_usage_error(const std::string& arguments, const std::string& text) {
  CAPTURE(arguments);
  const Outcome outcome = call(arguments);
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output == text);
}

std::string scenario() {
  return "'" + tests::source_path("testbenches/scenarios/first_light.yaml") + "'";
}

}  // namespace

TEST_CASE("a command line that cannot be read exits 2 and names the nearest right word") {
  const std::string see = "\nSee heliograph --help.\n";
  const std::string see_run = "\nSee heliograph run --help.\n";
  expect_usage_error("rnu a.yaml",
                     "heliograph: error: unknown command 'rnu' (did you mean 'run'?)" + see);
  expect_usage_error("chekc",
                     "heliograph: error: unknown command 'chekc' (did you mean 'check'?)" + see);
  expect_usage_error(
      "run a.yaml --jsn",
      "heliograph run: error: unknown option '--jsn' (did you mean '--json'?)" + see_run);
  expect_usage_error(
      "run a.yaml --sets=a=b",
      "heliograph run: error: unknown option '--sets=a=b' (did you mean '--set'?)" + see_run);
  expect_usage_error("run a.yaml b.yaml",
                     "heliograph run: error: unknown argument 'b.yaml'" + see_run);
  expect_usage_error("run", "heliograph run: error: a scenario is required" + see_run);
  expect_usage_error("run --list-params --seed 3",
                     "heliograph run: error: a scenario is required" + see_run);
  expect_usage_error("check",
                     "heliograph check: error: files is required\nSee heliograph check --help.\n");
  expect_usage_error("", "heliograph: error: A subcommand is required" + see);
}

TEST_CASE("a seed that is none is one complaint about --seed") {
  const std::string wanted = "; expected a whole number, [0, 9000000000000000]\n";
  for (const auto& [word, shown] : {std::pair<const char*, const char*>{"''", "nothing"},
                                    {"-1", "'-1'"},
                                    {"=-1", "'-1'"},
                                    {"9e15", "'9e15'"},
                                    {"1.5", "'1.5'"},
                                    {"9000000000000001", "'9000000000000001'"},
                                    {"18446744073709551616", "'18446744073709551616'"}}) {
    const std::string option = *word == '=' ? "--seed" : "--seed ";
    expect_usage_error("run " + scenario() + " --list-params " + option + word,
                       std::string("--seed: error: found ") + shown + wanted);
  }
  const Outcome most = call("run " + scenario() + " --list-params --seed 9000000000000000");
  CHECK(most.exit_code == 0);
  CHECK(most.output.find("seed = 9000000000000000\n") != std::string::npos);
}

TEST_CASE("help exits 0 and shows an example") {
  for (const char* arguments : {"--help", "run --help", "check --help"}) {
    const Outcome outcome = call(arguments);
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.output.find("Example:\n  ./heliograph ") != std::string::npos);
  }
}

TEST_CASE("the help of a verb shows an example of that verb") {
  for (const auto& [arguments, example] :
       {std::pair<const char*, const char*>{"switch --help", "switch platforms/"},
        {"switch spectrum --help",
         "switch testbenches/studies/add_drop_ring.yaml spectrum --from 1540nm --to 1560nm "
         "--points 21 --in in --out drop\n"},
        {"switch route --help",
         "switch platforms/presets/eight_accelerators_benes.yaml route --permutation "
         "3,7,4,0,2,6,1,5 --from 0:3,1:2\n"},
        {"reproduce --help", "reproduce fec_thresholds --strict\n"}}) {
    const Outcome outcome = call(arguments);
    CAPTURE(arguments);
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.output.find(std::string("Example:\n  ./heliograph ") + example) !=
          std::string::npos);
    CHECK(outcome.output.find("./heliograph run") == std::string::npos);
  }
  const std::string ring = tests::source_path("testbenches/studies/add_drop_ring.yaml");
  CHECK(call("switch '" + ring +
             "' spectrum --from 1540nm --to 1560nm --points 21 --in in --out drop")
            .exit_code == 0);
}

TEST_CASE("switch needs a file before its verb") {
  expect_usage_error("switch spectrum",
                     "heliograph switch: error: file is required\nSee heliograph switch --help.\n");
  CHECK(call("switch").exit_code == 2);
  CHECK(call("switch x.yaml").exit_code == 2);
  CHECK(call("switch /nowhere.yaml spectrum").exit_code == 2);
}

TEST_CASE("a folder of cases that is named must be there") {
  const Outcome absent = call("reproduce fec_thresholds --cases /nowhere/cases");
  CHECK(absent.exit_code == 2);
  CHECK(absent.output ==
        "--cases: error: found '/nowhere/cases': expected a folder that is there\n");
  CHECK(call("reproduce fec_thresholds --cases /").exit_code == 0);
}

TEST_CASE("the parameters are listed with the values of a scenario") {
  const Outcome defaults = call("run --list-params");
  CHECK(defaults.exit_code == 0);
  CHECK(defaults.output.find("\nswitch.tau_us = 5.6 us\n") != std::string::npos);
  const Outcome own = call("run " + scenario() + " --list-params --set switch.tau_us=7 --seed 3");
  CHECK(own.exit_code == 0);
  CHECK(own.output.find("\nswitch.tau_us = 7 us\n") != std::string::npos);
  CHECK(own.output.find("seed = 3\n") != std::string::npos);
  const Outcome json = call("run --list-params=json");
  CHECK(nlohmann::json::parse(json.output)["rows"].size() > 70);
  const Outcome wrong = call("run " + scenario() + " --list-params --set switch.tau_us=-7");
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.output.find("--set switch.tau_us=-7: error: 'switch.tau_us': found '-7'") == 0);
}

TEST_CASE("check prints a verdict a file and exits 2 when one is wrong") {
  const Outcome right = call("check " + scenario());
  CHECK(right.exit_code == 0);
  CHECK(right.output.find(": ok (scenario; ") != std::string::npos);
  const Outcome mixed = call("check /nowhere.yaml " + scenario());
  CHECK(mixed.exit_code == 2);
  CHECK(mixed.output.find("/nowhere.yaml: 1 mistake") != std::string::npos);
  CHECK(mixed.output.find(": ok (scenario; ") != std::string::npos);
  const Outcome json = call("check --json /nowhere.yaml " + scenario());
  CHECK(json.exit_code == 2);
  const auto rows = nlohmann::json::parse(json.output)["rows"];
  CHECK(rows[0]["ok"] == false);
  CHECK(rows[1]["ok"] == true);
}
