// SPDX-License-Identifier: Apache-2.0
// `heliograph collective`, from outside.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tests/support/paths.hpp"
#include "tests/testbenches/cli/program.hpp"

using namespace heliograph;
using tests::call;
using tests::Outcome;

TEST_CASE("collective prints a proved schedule with its closed form and circuits") {
  const Outcome outcome = call(
      "collective halving_doubling --ranks 8 --bytes 8MiB --alpha-us 2 --bandwidth-GBps 100 "
      "--reconfiguration-us 1");
  CHECK(outcome.exit_code == 0);
  // 6 rounds; 14 MiB one after the other; 5 changes of circuits, as the middle two rounds share
  // one.
  CHECK(outcome.output ==
        "halving_doubling_allreduce_8: reduces halves of halves, then doubles them again\n"
        "buffer      8 MiB as 8 chunks of 1048576 B\n"
        "checked     correct: 96 steps, 48 messages, 112 chunks moved\n"
        "closed form 6 rounds, 14680064 B a rank one after the other (14680064 B sent at most)\n"
        "measured    6 rounds, up to 1 port a rank in a round\n"
        "time        158.801 us = 12 us start-up (2 us a round) + 146.801 us at 100 GB/s\n"
        "bandwidth   52.8248 GB/s of the algorithm, 92.4434 GB/s on the bus\n"
        "circuits    24 in all, 3 a rank at most; 3 matchings carry them with 1 port\n"
        "            5 sets of circuits in the order of the schedule, one port a rank: 162.801 us "
        "with 1 us for each change\n");
}

TEST_CASE("collective --json has the same figures and rows of the rounds") {
  const Outcome outcome = call("collective lumorph4 --ranks 16 --bytes 16MiB --ports 3 --json");
  REQUIRE(outcome.exit_code == 0);
  const auto json = nlohmann::json::parse(outcome.output);
  CHECK(json["correct"] == true);
  CHECK(json["closed_form"]["rounds"] == 4);
  CHECK(json["closed_form"]["serial_bytes"] == 2 * 15 * 1048576);
  CHECK(json["circuits"]["fewest_matchings"] == 2);
  CHECK(json["circuits"]["matchings"].size() == 2);
  REQUIRE(json["rows"].size() == 4);
  CHECK(json["rows"][0]["most_ports_of_a_rank"] == 3);
}

TEST_CASE("collective refuses what its algorithm cannot do") {
  const auto expect_wrong = [](const std::string& arguments, const std::string& start) {
    const Outcome outcome = call("collective " + arguments);
    INFO(outcome.output);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.output, Catch::StartsWith(start));
  };
  expect_wrong("rung", "collective: error: unknown algorithm 'rung'; expected ring, ");
  expect_wrong("ring --op alltoall", "--op: error: ring cannot do 'alltoall'; expected allreduce");
  expect_wrong("lumorph2 --ranks 6",
               "collective: error: lumorph2 allreduce: found 6 ranks; expected powers of two\n");
  expect_wrong("bucket --ranks 16 --dims 4,5", "collective: error: bucket allreduce: found 16");
  expect_wrong("ring --bytes 3", "--bytes: error: found 3; expected at least one byte for each of");
  expect_wrong("ring --bytes many", "--bytes: error: found 'many'; expected a size in bytes");
}

TEST_CASE("the page of collective algorithms is what the program prints") {
  std::ifstream page(tests::source_path("docs/reference/collectives.md"));
  const std::string text((std::istreambuf_iterator<char>(page)), std::istreambuf_iterator<char>());
  CHECK(call("collective --list").output == text);
}
