// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "platforms/description/file_source.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "testbenches/workloads/flow_reader.hpp"
#include "testbenches/workloads/job_reader.hpp"

namespace heliograph::testbenches {

namespace {

std::string without_last_line_end(std::string text) {
  return text.empty() || text.back() != '\n' ? text : text.substr(0, text.size() - 1);
}

std::string job_errors(const std::string& text) {
  const platforms::MemoryFiles files({{"jobs.yaml", text}});
  try {
    (void)read_jobs("jobs.yaml", 8, files);
    return "";
  } catch (const base::InputError& error) {
    return without_last_line_end(error.what());
  }
}

std::unique_ptr<Program> jobs(const std::string& text) {
  const platforms::MemoryFiles files({{"jobs.yaml", text}});
  return read_jobs("jobs.yaml", 8, files);
}

std::string flow_errors(const std::string& text) {
  try {
    (void)parse_flows(text, "list.flows", 4);
    return "";
  } catch (const base::InputError& error) {
    return without_last_line_end(error.what());
  }
}

}  // namespace

TEST_CASE("jobs are read with their ranks, sizes, repetitions and order") {
  const auto program = jobs(
      "jobs:\n"
      "  - {name: first, generator: ring, ranks: [0, 1, 2, 3], bytes: 4KiB, repeat: 2}\n"
      "  - {generator: tree, op: broadcast, ranks: [7, 6, 5], root: 1, start_us: 2}\n"
      "  - {name: last, generator: ring, bytes: 8KiB, compute_us: 1.5, after: [first]}\n");
  REQUIRE(program->parts() == 4);
  CHECK(program->part(0).name == "first #1");
  CHECK(program->part(1).name == "first #2");
  CHECK(program->part(1).after == std::vector<std::vector<std::size_t>>(4, {0}));
  CHECK(program->part(2).name == "job 2");
  CHECK(program->part(2).ranks ==
        std::vector<base::RankId>{base::RankId{7}, base::RankId{6}, base::RankId{5}});
  CHECK(program->part(2).not_before == base::Picoseconds(2'000'000));
  CHECK(program->part(3).ranks.size() == 8);
  CHECK(program->part(3).after == std::vector<std::vector<std::size_t>>(8, {1}));
  CHECK(program->part(3).compute == base::Picoseconds(1'500'000));
  CHECK(check_schedule(*program).correct());
}

TEST_CASE("every mistake in a file of jobs is reported at its place") {
  CHECK(job_errors("jobs: []\n") ==
        "jobs.yaml:1:7: error: 'jobs': found an empty list; expected a list of one or more jobs");
  CHECK(job_errors("job: 1\n") ==
        "jobs.yaml:1:1: error: unknown key 'job' in a file of jobs; expected 'jobs'\n"
        "jobs.yaml: error: 'jobs': found nothing; expected a list of one or more jobs");
  CHECK(job_errors("jobs:\n"
                   "  - {generator: rign, bytes: 4KB}\n"
                   "  - {generator: ring, ranks: [1, 9, 1]}\n"
                   "  - {byte: 3}\n") ==
        "jobs.yaml:2:30: error: 'jobs[0].bytes': found '4KB'; expected a size in bytes such as "
        "1048576, 64KiB or 1MiB, [1, 1099511627776]\n"
        "jobs.yaml:2:17: error: unknown algorithm 'rign'; expected ring, bidirectional_ring, "
        "recursive_doubling, halving_doubling, bruck, tree, double_tree, direct, round_robin, "
        "bucket, hierarchical, lumorph2, lumorph4, stragglar (did you mean 'ring'?)\n"
        "jobs.yaml:3:30: error: 'jobs[1].ranks': found rank 9; the machine has ranks 0 to 7\n"
        "jobs.yaml:3:30: error: 'jobs[1].ranks': found rank 1 twice\n"
        "jobs.yaml:4:6: error: unknown key 'byte' in 'jobs[2]' (did you mean 'bytes'?)\n"
        "jobs.yaml:4:5: error: 'jobs[2].generator': found nothing; expected an algorithm, here or "
        "in 'file'");
  CHECK(job_errors("jobs:\n"
                   "  - {name: a, generator: rign}\n"
                   "  - {name: b, generator: ring, op: broadcst}\n"
                   "  - {name: c, generator: ring, ranks: [0, 1], bytes: 1}\n")
            .find("jobs.yaml:2:26: error: unknown algorithm 'rign'") != std::string::npos);
  CHECK(job_errors("jobs:\n"
                   "  - {name: a, generator: ring, after: [c]}\n"
                   "  - {name: a, generator: ring, after: [a]}\n")
            .find("jobs.yaml:3:12: error: 'jobs[1].name': found 'a' again; expected a new name") !=
        std::string::npos);
  CHECK(job_errors("jobs:\n"
                   "  - {name: a, generator: ring, after: [b]}\n"
                   "  - {name: b, generator: ring, after: [a]}\n") ==
        "jobs.yaml: error: jobs wait for each other in a circle: 'a' waits for 'b' waits for 'a'");
  CHECK(job_errors("jobs:\n  - 3\n")
            .find("jobs.yaml:2:5: error: 'jobs[0]': found '3'; expected a "
                  "mapping") == 0);
}

TEST_CASE("tokens and signals of a mixture of experts have their own sizes") {
  const auto program = jobs(
      "jobs: [{generator: direct, op: moe_dispatch, ranks: [0, 1], tokens: 3, top_k: 2, "
      "token_bytes: 64}]\n");
  CHECK(program->chunk_bytes() == base::Bytes(8));
  // Rank 0 keeps 3 tokens and sends 3, of 8 chunks each, and then a signal of one chunk.
  CHECK(program->part(0).bytes == base::Bytes((24 + 24 + 1) * 8));
  std::vector<std::int64_t> sent;
  for (std::uint32_t s = 0; s < program->streams(base::RankId{0}); ++s) {
    const base::StreamId stream{s};
    for (std::int64_t i = 0; i < program->stream(base::RankId{0}, stream).steps; ++i) {
      const Step step = program->step(base::RankId{0}, stream, i);
      if (sends(step.kind)) {
        sent.push_back(step.count);
      }
    }
  }
  CHECK(sent == std::vector<std::int64_t>{24, 1});
  CHECK(check_schedule(*program).correct());
  CHECK(
      job_errors("jobs: [{generator: direct, op: moe_combine, token_bytes: 12, bytes: 1}]\n") ==
      "jobs.yaml:1:58: error: 'jobs[0].token_bytes': found 12; expected a multiple of 8, the bytes "
      "of a signal\n"
      "jobs.yaml:1:69: error: 'jobs[0].bytes': has no effect here: the size follows from tokens "
      "and token_bytes");
}

TEST_CASE("options that a job's algorithm leaves without effect are refused, all at once") {
  CHECK(
      job_errors("jobs: [{generator: ring, root: 1, dims: [2, 4], zipf: 1, token_bytes: 64}]\n") ==
      "jobs.yaml:1:32: error: 'jobs[0].root': has no effect on ring allreduce; used by broadcast, "
      "reduce and send_receive\n"
      "jobs.yaml:1:41: error: 'jobs[0].dims': has no effect on ring allreduce; used by bucket\n"
      "jobs.yaml:1:55: error: 'jobs[0].zipf': has no effect on ring allreduce; used by "
      "moe_dispatch and moe_combine without counts\n"
      "jobs.yaml:1:71: error: 'jobs[0].token_bytes': has no effect on ring allreduce; used by "
      "moe_dispatch and moe_combine");
}

TEST_CASE("the file of a job lies beside the file of jobs") {
  CHECK(job_errors("jobs: [{file: none.xml}]\n") ==
        "jobs.yaml:1:15: error: none.xml: no such file");
  const std::string algorithm =
      "<algo name=\"pair\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"1\" ngpus=\"2\" "
      "coll=\"custom\" inplace=\"0\" outofplace=\"1\">"
      "<gpu id=\"0\" i_chunks=\"1\" o_chunks=\"0\" s_chunks=\"0\"><tb id=\"0\" send=\"1\" "
      "recv=\"-1\" chan=\"0\"><step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" "
      "dstoff=\"0\" cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/></tb></gpu>"
      "<gpu id=\"1\" i_chunks=\"0\" o_chunks=\"1\" s_chunks=\"0\"><tb id=\"0\" send=\"-1\" "
      "recv=\"0\" chan=\"0\"><step s=\"0\" type=\"r\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" "
      "dstoff=\"0\" cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/></tb></gpu></algo>";
  const platforms::MemoryFiles files(
      {{"dir/jobs.yaml", "jobs: [{file: pair.xml, ranks: [3, 2]}]\n"},
       {"dir/pair.xml", algorithm}});
  const auto program = read_jobs("dir/jobs.yaml", 8, files);
  CHECK(program->part(0).schedule->name() == "pair");
  CHECK(program->stream(base::RankId{3}, base::StreamId{0}).send_peer == base::RankId{2});
}

TEST_CASE("flows are read with sizes and starts") {
  const auto program = parse_flows(
      "# source destination bytes start_ns\n"
      "0 1 4096\n"
      "\n"
      "3, 2, 1MiB, 12.5  # late\n",
      "dir/list.flows", 4);
  REQUIRE(program->parts() == 2);
  CHECK(program->name() == "list");
  CHECK(program->part(0).name == "flow 1");
  CHECK(program->part(0).bytes == base::Bytes(4096));
  CHECK(program->part(1).ranks == std::vector<base::RankId>{base::RankId{3}, base::RankId{2}});
  CHECK(program->part(1).not_before == base::Picoseconds(12'500));
  const CheckReport report = check_schedule(*program);
  CHECK(report.correct());
  CHECK(report.messages == 2);
}

TEST_CASE("every mistake in a list of flows is reported at its place") {
  CHECK(flow_errors("0 1\n4 1 10\n2 2 5\n0 1 x -3\n1 0 5 0 7\n") ==
        "list.flows:1:1: error: found 2 words; expected `source destination bytes [start_ns]`\n"
        "list.flows:2:1: error: found rank \"4\"; the machine has ranks 0 to 3\n"
        "list.flows:3:3: error: a flow from rank 2 to itself; expected another rank\n"
        "list.flows:4:5: error: found \"x\"; expected a size of 1 byte to 1 TiB, as 4096 or 64KiB\n"
        "list.flows:4:7: error: found start \"-3\"; expected nanoseconds from 0 to 1e12\n"
        "list.flows:5:1: error: found 5 words; expected `source destination bytes [start_ns]`");
  CHECK(flow_errors("# nothing\n") ==
        "list.flows:1:1: error: no flows: expected lines of `source destination bytes [start_ns]`");
}

}  // namespace heliograph::testbenches
