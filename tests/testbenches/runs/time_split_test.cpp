// SPDX-License-Identifier: Apache-2.0
// Where the time of a run, and of each of its collectives, went: closed forms of ways and queues,
// and sums over everything that is shipped.
#include <catch2/catch.hpp>

#include <algorithm>

#include "testbenches/report/result_json.hpp"
#include "testbenches/report/summary.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"
#include "tests/testbenches/runs/workload_file.hpp"

using namespace heliograph;
using testbenches::RunResult;
using testbenches::TimeSplit;

namespace {

/// What must hold of any completed run.
void check_sums(const RunResult& result) {
  REQUIRE(result.completed);
  CHECK(result.split.total() == result.completion);
  for (const testbenches::TimePart& part : testbenches::kTimeParts) {
    CHECK(result.split.*part.member >= base::Picoseconds(0));
  }
  for (const testbenches::CollectiveResult& one : result.collectives) {
    CAPTURE(one.name);
    REQUIRE(one.complete());
    CHECK(one.split.total() == one.finished - one.began);
    for (const testbenches::TimePart& part : testbenches::kTimeParts) {
      CHECK(one.split.*part.member >= base::Picoseconds(0));
    }
  }
  if (result.critical_path.empty()) {
    return;
  }
  CHECK(result.critical_path.size() <= 200);
  base::Picoseconds here = result.set_up;
  TimeSplit sum;
  for (const testbenches::PathRow& row : result.critical_path) {
    CHECK(row.start == here);
    CHECK(row.split.total() == row.end - row.start);
    sum += row.split;
    here = row.end;
  }
  CHECK(here == result.set_up + result.completion);
  for (const testbenches::TimePart& part : testbenches::kTimeParts) {
    CAPTURE(part.name);
    CHECK(sum.*part.member == result.split.*part.member);
  }
  base::Picoseconds blamed;
  double share = 0.0;
  for (const testbenches::BlameRow& row : result.blame) {
    blamed += row.time;
    share += row.share;
  }
  CHECK(blamed == result.completion);
  CHECK(share == Approx(1.0));
}

const std::vector<std::string> kSlowLinks{"platform.electrical.link_rate_Gbps=64"};

/// Flows on an electrical machine of four ranks on which no time is rounded: a frame of 680 B takes
/// 42.5 ns, its header 1 ns.
RunResult flows(const std::string& list, const std::string& network,
                const std::vector<std::string>& more = {}) {
  const tests::WorkloadFile file("split.flows", list);
  std::vector<std::string> overrides{file.override_text(),
                                     "platform.accelerators=4",
                                     "platform.network=" + network,
                                     "platform.electrical.line_rate_Gbps=128",
                                     "platform.electrical.propagation_ns=10",
                                     "platform.electrical.hop_latency_ns=150"};
  if (network != "ideal_switch" && more != kSlowLinks) {
    overrides.emplace_back("platform.electrical.link_rate_Gbps=128");
  }
  overrides.insert(overrides.end(), more.begin(), more.end());
  RunResult result = tests::run("first_light_electrical.yaml", overrides);
  check_sums(result);
  REQUIRE(result.network);
  return result;
}

std::int64_t ps(base::Picoseconds time) { return time.count(); }

}  // namespace

TEST_CASE("what more links add is dilation, and nothing waits on an empty network") {
  for (const char* fidelity : {"fidelity=frames", "fidelity=trains"}) {
    for (const char* size : {"100", "64KiB"}) {
      const RunResult near = flows("0 1 " + std::string(size), "ring", {fidelity});
      CHECK(ps(near.split.propagation) == 10'000);
      CHECK(ps(near.split.dilation) == 0);
      CHECK(ps(near.split.congestion) == 0);
      const RunResult far = flows("0 2 " + std::string(size), "ring", {fidelity});
      CHECK(ps(far.split.propagation) == 10'000);
      CHECK(ps(far.split.dilation) == 10'000 + 150'000 + 1'000);
      CHECK(ps(far.split.congestion) == 0);
      CHECK(far.split.serialisation == near.split.serialisation);
      CHECK(far.completion == near.completion + far.split.dilation);
      // Over a switch no two nodes have a shorter way than its two links.
      const RunResult star = flows("0 2 " + std::string(size), "ideal_switch", {fidelity});
      CHECK(ps(star.split.propagation) == 2 * 10'000 + 150'000 + 1'000);
      CHECK(ps(star.split.dilation) == 0);
      CHECK(ps(star.split.congestion) == 0);
    }
  }
  const RunResult stored =
      flows("0 2 64KiB", "ring", {"platform.electrical.switching=store_and_forward"});
  CHECK(ps(stored.split.dilation) == 10'000 + 150'000 + 42'500);
  CHECK(ps(stored.split.congestion) == 0);
}

TEST_CASE("two senders to one receiver wait for each other's frames, and for nothing else") {
  // Frames that come at one instant go by turns, rank 0's first: of n frames each, the last of
  // rank 0 waits for n - 1 of rank 1, and the last of rank 1 for n of rank 0.
  for (const std::int64_t frames : {1, 2, 40}) {
    const std::string bytes = std::to_string(628 * frames);
    const RunResult result =
        flows("0 2 " + bytes + "\n1 2 " + bytes + "\n", "ideal_switch", {"fidelity=frames"});
    REQUIRE(result.collectives.size() == 2);
    const TimeSplit& first = result.collectives[0].split;
    const TimeSplit& second = result.collectives[1].split;
    CHECK(ps(first.congestion) == (frames - 1) * 42'500);
    CHECK(ps(second.congestion) == frames * 42'500);
    CHECK(ps(first.dilation) == 0);
    CHECK(first.serialisation == base::Picoseconds(frames * 42'500));
    CHECK(second.serialisation == first.serialisation);
    CHECK(result.split.congestion == second.congestion);
  }
}

TEST_CASE("the rest of a message on a slower link is serialisation, not congestion") {
  // 40 frames by a port of 128 Gb/s to a link of 64 Gb/s.
  const std::string bytes = std::to_string(628 * 40);
  const RunResult result = flows("0 2 " + bytes, "ring", kSlowLinks);
  CHECK(ps(result.split.serialisation) == 40 * 85'000);
  CHECK(ps(result.split.propagation) == 10'000);
  CHECK(ps(result.split.dilation) == 10'000 + 150'000 + 2'000);
  CHECK(ps(result.split.congestion) == 0);
}

TEST_CASE("the parts of every shipped scenario add up, for the run and for each collective") {
  for (const char* name :
       {"first_light.yaml", "two_matchings.yaml", "two_jobs.yaml", "first_light_electrical.yaml",
        "ring_generator.yaml", "netlist_switch.yaml", "first_light_smartlight.yaml"}) {
    CAPTURE(name);
    const RunResult result = tests::run(name, {"fidelity=trains"});
    check_sums(result);
    CHECK_FALSE(result.critical_path.empty());
    CHECK_FALSE(result.collectives.empty());
  }
  check_sums(tests::run("electrical_ring_64.yaml", {"workload.bytes=64KiB"}));
  for (const char* generator : {"direct", "recursive_doubling"}) {
    CAPTURE(generator);
    check_sums(tests::run(
        "electrical_ring_64.yaml",
        {"workload.bytes=64KiB", "workload.generator=" + std::string(generator),
         "platform.network=torus", "platform.electrical.dims=[8,8]", "observe.timeline=true",
         "platform.accelerator.skew=fixed", "platform.accelerator.skew_us=3"}));
  }
}

TEST_CASE("a collective alone has the split of its run") {
  for (const char* name :
       {"first_light.yaml", "two_matchings.yaml", "first_light_electrical.yaml"}) {
    const RunResult result = tests::run(name);
    REQUIRE(result.collectives.size() == 1);
    for (const testbenches::TimePart& part : testbenches::kTimeParts) {
      CHECK(result.collectives[0].split.*part.member == result.split.*part.member);
    }
  }
}

TEST_CASE("waiting for circuits is told from asking for them, draining and the dark") {
  const RunResult result = tests::run("two_matchings.yaml");
  // The path waits for the third epoch from before it is asked for until it is active.
  const testbenches::ReconfigurationResult& change = result.reconfigurations[2];
  CHECK(result.split.control + result.split.drain == change.broken - change.requested);
  CHECK(result.split.dark_exposed == change.dark());
  CHECK(result.split.drain > base::Picoseconds(0));
  CHECK(result.split.control > change.committed - change.requested);
  const auto found = std::find_if(result.blame.begin(), result.blame.end(), [](const auto& row) {
    return row.resource == "reconfiguration 3";
  });
  REQUIRE(found != result.blame.end());
  CHECK(found->time == change.active - change.requested);
}

TEST_CASE("a job that waits for ranks of another shows it as late start") {
  const RunResult result = tests::run("two_jobs.yaml", {"controller.kind=behavioural"});
  // Rank 7 is ready for "red grown" when the others have "red #2" to do still; the path comes in
  // by one of these.
  const testbenches::CollectiveResult& grown = result.collectives[3];
  CHECK(grown.split.late_start == grown.all_began - grown.began);
  CHECK(grown.split.late_start > base::Picoseconds(0));
  const testbenches::Json json = testbenches::result_json(result);
  CHECK(json["collectives"]["rows"][3]["tau_ps"] == grown.split.late_start.count());
  CHECK(json["collectives"]["rows"][3]["split"]["late_start_ps"] == grown.split.late_start.count());
  CHECK_FALSE(json["collectives"]["rows"][3]["split"].contains("congestion_ps"));
}

TEST_CASE("of a long critical path several steps share a row") {
  const RunResult result =
      tests::run("electrical_ring_64.yaml",
                 {"platform.accelerators=128", "workload.bytes=4MiB", "observe.timeline=true"});
  check_sums(result);
  std::size_t steps = 0;
  for (const testbenches::PathRow& row : result.critical_path) {
    steps += static_cast<std::size_t>(row.steps);
  }
  CHECK(steps == 2 * 254);  // a message and its copy or reduction in each round
  CHECK(result.critical_path.size() == steps / 4);  // shared by two at 400 rows, then by four
  CHECK(result.critical_path.front().what == "several");
  CHECK(result.critical_path.front().cause() == std::string("serialisation"));
  CHECK(result.blame.size() == 101);
  CHECK(result.blame.back().resource == "all others");
  // All ranks are alike here, and the summary does not list them; elsewhere it does.
  const auto lists = [](const RunResult& run) {
    return testbenches::summary_text(run).find("What the time went to") != std::string::npos;
  };
  CHECK(!lists(result));
  CHECK(lists(tests::run("two_matchings.yaml", {"controller.kind=behavioural"})));
}
