// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <catch2/catch.hpp>

#include "testbenches/report/result_json.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"
#include "tests/testbenches/runs/workload_file.hpp"

namespace heliograph::tests {

TEST_CASE("jobs run side by side and one after the other, every byte of each verified") {
  const testbenches::RunResult rtl = run("two_jobs.yaml");
  CHECK(rtl.exit_code() == 0);
  CHECK(rtl.data_verified);
  REQUIRE(rtl.collectives.size() == 5);
  const auto& red = rtl.collectives;
  CHECK(red[0].name == "red #1");
  // 5 us of computation lie before each; "blue" begins 20 us after the first circuits were up.
  CHECK(red[0].began == rtl.set_up + base::Picoseconds(5'000'000));
  CHECK(red[1].began == red[0].finished + base::Picoseconds(5'000'000));
  CHECK(red[2].began == rtl.set_up + base::Picoseconds(20'000'000));
  // Both rings of four move the same: the same time, in either repetition.
  CHECK(red[1].finished - red[1].began == red[0].finished - red[0].began);
  // Rank 7 is done with "blue" first and waits for the others in "red grown".
  CHECK(red[3].began == red[2].finished);
  CHECK(red[3].all_began == red[1].finished);
  CHECK(red[4].began == red[2].finished);
  const testbenches::RunResult twin = run("two_jobs.yaml", {"controller.kind=behavioural"});
  CHECK(testbenches::result_json(twin)["collectives"] ==
        testbenches::result_json(rtl)["collectives"]);
  CHECK(testbenches::result_json(run("two_jobs.yaml", {"fidelity=trains"})) ==
        testbenches::result_json(rtl));
}

TEST_CASE("a job alone takes the time of its collective alone") {
  const WorkloadFile file("one_job.yaml", "jobs: [{generator: ring, bytes: 1MiB}]\n");
  const testbenches::RunResult job = run("first_light.yaml", {file.override_text()});
  const testbenches::RunResult alone = run("first_light.yaml");
  CHECK(job.data_verified);
  CHECK(job.completion == alone.completion);
  CHECK(job.split.serialisation == alone.split.serialisation);
}

TEST_CASE("flows begin at their starts") {
  const WorkloadFile file("list.flows", "0 1 9000 0\n2 3 9000 1500\n0 1 9000 1000000\n4 1 64KiB\n");
  const testbenches::RunResult result = run("first_light_electrical.yaml", {file.override_text()});
  CHECK(result.exit_code() == 0);
  CHECK(result.data_verified);
  REQUIRE(result.collectives.size() == 4);
  CHECK(result.collectives[0].began == base::Picoseconds(0));
  CHECK(result.collectives[1].began == base::Picoseconds(1'500'000));
  CHECK(result.collectives[2].began == base::Picoseconds(1'000'000'000));
  const auto took = [&](std::size_t flow) {
    return result.collectives[flow].finished - result.collectives[flow].began;
  };
  CHECK(took(1) == took(2));
  CHECK(took(0) >= took(1));  // it shares the line to rank 1
  const testbenches::RunResult optical =
      run("first_light.yaml", {file.override_text(), "controller.kind=behavioural"});
  CHECK(optical.exit_code() == 0);
  CHECK(optical.data_verified);
}

TEST_CASE("a Chakra trace of one AllReduce takes the time of a ring") {
  const auto path = case_path("chakra/all_reduce.0.et");
  HELIOGRAPH_SKIP_WITHOUT(path, "chakra/all_reduce.0.et");
  const testbenches::RunResult trace =
      run("first_light.yaml", {"workload.file=" + std::filesystem::absolute(*path).string()});
  const testbenches::RunResult ring =
      run("ring_generator.yaml",
          {"workload.generator=ring", "workload.ranks=4", "workload.bytes=1MiB"});
  CHECK(trace.data_verified);
  CHECK(trace.completion == ring.completion);
  CHECK(trace.collective == "allreduce");
  CHECK(trace.ranks == 4);
  REQUIRE(trace.collectives.size() == 1);
  CHECK(trace.collectives[0].ranks == 4);
  CHECK(trace.collectives[0].bytes == base::Bytes(1'048'576));
}

TEST_CASE("a job that can never begin ends the run, and the report says who waits") {
  const WorkloadFile file("bad_jobs.yaml",
                          "jobs: [{generator: ring, ranks: [0, 1, 2, 3, 4, 5, 6, 7, 8]}]\n");
  CHECK_THROWS_WITH(run("first_light.yaml", {file.override_text()}),
                    Catch::Contains("found rank 8; the machine has ranks 0 to 7"));
}

}  // namespace heliograph::tests
