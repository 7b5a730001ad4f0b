// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workloads/job_config.hpp"

namespace heliograph::testbenches {

namespace {

constexpr const char* kAsked = "what is asked";
constexpr double kLargestJob = 1099511627776.0;  // 1 TiB
constexpr double kHighestRank = 65535;
constexpr double kMostChunks = 1 << 20;
constexpr double kMostOfTokens = 1 << 24;
constexpr double kMostZipf = 100;
constexpr double kLargestToken = 1 << 20;
constexpr double kMostRepeats = 10'000;
constexpr double kLongestPause = 1e9;
constexpr double kMicrosecond = 1e6;

}  // namespace

base::ParameterTable<JobConfig> JobConfig::table() {
  using J = JobConfig;
  const base::Source user{base::Basis::chosen, kAsked};
  const base::Range times{0.0, kLongestPause};
  base::ParameterTable<J> table;
  table
      .text("name", &J::name, "what the results call it; default: job and its number, from 1", user)
      .text("generator", &J::generator, "an algorithm: one of `heliograph collective --list`", user)
      .text("file", &J::file, "an algorithm in MSCCL XML, instead of `generator`", user)
      .text("op", &J::operation, "the collective; default: the algorithm's first", user)
      .size("bytes", &J::bytes, base::Range{1.0, kLargestJob},
            "size of the collective's buffer on each rank", user)
      .integers("ranks", &J::ranks, base::Range{0.0, kHighestRank},
                "the machine's ranks that take part, in the collective's order; none: all", user)
      .integer("root", &J::root, base::Range{0.0, kHighestRank},
               "of broadcast and reduce: its number among `ranks`", user)
      .integer("chunks", &J::chunks, base::Range{1.0, kMostChunks}, "into how many a block is cut",
               user)
      .integers("dims", &J::dims, base::Range{1.0, kHighestRank},
                "bucket: sizes of the torus; none: as near to a square as it goes", user)
      .integer("group", &J::group, base::Range{0.0, kHighestRank},
               "hierarchical: ranks of a group; 0: the divisor next to the root", user)
      .integers(
          "counts", &J::counts, base::Range{0.0, kMostOfTokens},
          "alltoallv: chunks from each rank to each, row by row; MoE: tokens of each rank for "
          "each expert",
          user)
      .integer("tokens", &J::tokens, base::Range{1.0, kMostOfTokens}, "MoE: of a rank", user)
      .integer("experts", &J::experts, base::Range{0.0, kHighestRank},
               "MoE: a multiple of the ranks; 0: one a rank", user)
      .integer("top_k", &J::top_k, base::Range{1.0, kHighestRank}, "MoE: experts of a token", user)
      .number("zipf", &J::zipf, {"", 1.0}, base::Range{0.0, kMostZipf},
              "MoE: expert e gets a share of (e + 1)^-s of the tokens; 0: all the same", user)
      .size("token_bytes", &J::token_bytes, base::Range{8.0, kLargestToken},
            "MoE: a multiple of 8, the bytes of a signal",
            {base::Basis::cited,
             "FlashMoE (arXiv 2506.04667): hidden size 2048, of 2 bytes; signals of 8 bytes"})
      .integer("repeat", &J::repeat, base::Range{1.0, kMostRepeats},
               "how many times, one after the other", user)
      .number("start_us", &J::start, {"us", kMicrosecond}, times,
              "not before so long after the first circuits were up", user)
      .number("compute_us", &J::compute, {"us", kMicrosecond}, times,
              "what each rank computes before it begins, each time", user);
  return table;
}

}  // namespace heliograph::testbenches
