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

TEST_CASE("collective refuses options that would do nothing") {
  const auto expect_wrong = [](const std::string& arguments, const std::string& text) {
    const Outcome outcome = call("collective " + arguments);
    INFO(arguments << "\n" << outcome.output);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.output, Catch::StartsWith(text));
  };
  expect_wrong("ring --zipf 1",
               "--zipf: error: has no effect on ring allreduce; used by moe_dispatch and "
               "moe_combine without counts\n");
  expect_wrong("ring --dims 2,4",
               "--dims: error: has no effect on ring allreduce; used by bucket\n");
  expect_wrong("direct --op moe_dispatch --root 1",
               "--root: error: has no effect on direct moe_dispatch; used by broadcast, reduce and "
               "send_receive\n");
  expect_wrong("ring --group 2", "--group: error: has no effect on ring allreduce");
  expect_wrong("ring --hop-us 1",
               "--hop-us: error: has no effect on ring allreduce; used by a plan, see --policy\n");
  expect_wrong("direct --op moe_combine --zipf 1 --counts 1,2", "--zipf: error: has no effect");
  expect_wrong("ring --policy dp --start none --start-GBps 3",
               "--start-GBps: error: has no effect with --start none, which has no circuits\n");
  expect_wrong("ring --policy dp --trigger first_arrival",
               "--trigger: error: has no effect without --arrivals-us, as all ranks come together");
  expect_wrong("ring --policy dp --arrivals-us ''",
               "--arrivals-us: error: found no times; expected one a rank\n");
  expect_wrong("hierarchical --group 0", "heliograph collective: error: --group: Value 0 not in");
}

TEST_CASE("collective says what is wrong with counts, experts and arrivals") {
  const auto expect_wrong = [](const std::string& arguments, const std::string& text) {
    const Outcome outcome = call("collective direct --op " + arguments);
    INFO(arguments << "\n" << outcome.output);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.output == text);
  };
  expect_wrong("alltoallv --ranks 3 --counts 1,2,3",
               "--counts: error: found 3 numbers; expected 9, 3 for each of the 3 ranks: one for "
               "each rank that it sends to\n");
  expect_wrong("moe_dispatch --ranks 2 --experts 4 --counts 1,2,3",
               "--counts: error: found 3 numbers; expected 8, 4 for each of the 2 ranks: one for "
               "each expert\n");
  expect_wrong("alltoallv --ranks 2 --counts 1,-2,3,4",
               "--counts: error: entry 2 is '-2'; expected whole numbers from 0 to 16777216, as "
               "0,3,1,0\n");
  expect_wrong("alltoallv --ranks 2 --counts 1,2.5,3,4",
               "--counts: error: entry 2 is '2.5'; expected whole numbers from 0 to 16777216, as "
               "0,3,1,0\n");
  expect_wrong("alltoallv --ranks 2 --counts 0,0,0,0",
               "--counts: error: all are 0; expected one at least that is not\n");
  expect_wrong("moe_dispatch --experts 7",
               "--experts: error: found 7; expected a multiple of the 8 ranks\n");
  expect_wrong("moe_dispatch --top-k 9", "--top-k: error: found 9; expected 1 to the 8 experts\n");
  expect_wrong("alltoall --policy dp --arrivals-us 1,2",
               "--arrivals-us: error: found 2 times; expected one for each of the 8 ranks\n");
  expect_wrong("alltoall --policy dp --arrivals-us 1,-2",
               "--arrivals-us: error: entry 2 is '-2'; expected times in us from 0 to 1e9, as "
               "0,12.5,3,0\n");
  expect_wrong(
      "alltoall --ranks 4096",
      "--ranks: error: found 4096, which makes 16777216 pairs of ranks that talk; expected "
      "at most 2097152\n");
}

TEST_CASE("collective refuses plans that there are not") {
  const auto expect_wrong = [](const std::string& arguments, const std::string& text) {
    const Outcome outcome = call("collective ring " + arguments);
    INFO(arguments << "\n" << outcome.output);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.output, Catch::StartsWith(text));
  };
  expect_wrong("--policy dpp",
               "--policy: error: found 'dpp'; expected never, always, always_skip,");
  expect_wrong("--policy dp --trigger late",
               "--trigger: error: found 'late'; expected last_arrival,");
  expect_wrong("--policy dp --start rong",
               "--start: error: unknown topology 'rong'; expected ring, ring_one_way, torus:4x4, "
               "full_mesh or none (did you mean 'ring'?)\n");
  expect_wrong("--policy dp --start torus:3x3",
               "--start: error: found 'torus:3x3'; expected sizes whose product is 8 ranks");
  expect_wrong("--policy never --start none",
               "--policy: error: 'never' stays on the start topology");
}

TEST_CASE("collective --policy shows a plan round by round and every policy") {
  const Outcome outcome = call(
      "collective halving_doubling --ranks 4 --bytes 1800000 --reconfiguration-us 1 --policy dp");
  CHECK(outcome.exit_code == 0);
  const std::size_t at = outcome.output.find("\nplan ");
  REQUIRE(at != std::string::npos);
  // 450,000 B a chunk: 1 us each. Distances 1, 2, 2, 1; 2, 1, 1, 2 chunks.
  CHECK(outcome.output.substr(at + 1) ==
        "plan        dp: sRsr\n"
        "start       ring: 8 circuits of 450 GB/s, up to 2 a rank each way\n"
        "changes     1 us each; circuits of 450 GB/s; 3 us for each hop after the first\n"
        "runs as     16 messages over 3 sets of circuits: proved, relays included\n"
        "\n"
        "round  decision                ways    a flow   busiest     start      hops     bytes     "
        "queue      dark        us     bound\n"
        "    0  stay on ring               1 878.9 KiB 878.9 KiB     3.000         -     2.000     "
        "    -         -     5.000     5.000\n"
        "    1  change to own circuits     1 439.5 KiB 439.5 KiB     3.000         -     1.000     "
        "    -     1.000     5.000     4.000\n"
        "    2  stay on own circuits       1 439.5 KiB 439.5 KiB     3.000         -     1.000     "
        "    -         -     4.000     4.000\n"
        "    3  back to ring               1 878.9 KiB 878.9 KiB     3.000         -     2.000     "
        "    -     1.000     6.000     5.000\n"
        "\n"
        "policy             us changes     start      hops     bytes     queue      dark    hidden "
        "  waiting\n"
        "never          26.000       0    12.000     6.000     6.000     2.000         -         - "
        "        -\n"
        "always         22.000       4    12.000         -     6.000         -     4.000         - "
        "        -\n"
        "always_skip    21.000       3    12.000         -     6.000         -     3.000         - "
        "        -\n"
        "greedy         20.000       2    12.000         -     6.000         -     2.000         - "
        "        -\n"
        "dp             20.000       2    12.000         -     6.000         -     2.000         - "
        "        -\n"
        "overlap        18.000       2    12.000         -     6.000         -         -     1.000 "
        "        -\n"
        "partial        20.000       2    12.000         -     6.000         -     2.000         - "
        "        -\n"
        "ideal          18.000  each round on circuits of its own that are never dark\n");
}

TEST_CASE("collective --policy --json has the plan, late ranks and what a change hides behind") {
  const Outcome outcome = call(
      "collective halving_doubling --ranks 4 --policy dp --start none --trigger first_arrival "
      "--arrivals-us 0,2,1,1 --json");
  REQUIRE(outcome.exit_code == 0);
  const auto plan = nlohmann::json::parse(outcome.output)["plan"];
  CHECK(plan["letters"] == "RRsR");
  CHECK(plan["policies"]["never"].is_null());
  CHECK(plan["policies"]["dp"]["hidden_us"] == 2);
  CHECK(plan["policies"]["dp"]["waiting_us"] == 2);
  CHECK(plan["mean_wait_us"] == 1);
  CHECK(plan["circuit_sets"] == 3);
  CHECK(plan["messages_with_relays"] == 16);
  REQUIRE(plan["rounds"].size() == 4);
  CHECK(plan["rounds"][0]["decision"] == "change");
  CHECK(plan["rounds"][0]["dark_us"].get<double>() == Approx(1.7));
}

TEST_CASE("the page of collective algorithms is what the program prints") {
  std::ifstream page(tests::source_path("docs/reference/collectives.md"));
  const std::string text((std::istreambuf_iterator<char>(page)), std::istreambuf_iterator<char>());
  CHECK(call("collective --list").output == text);
}
