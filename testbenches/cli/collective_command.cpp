// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/collective_command.hpp"

#include <iostream>
#include <memory>
#include <string>

#include "base/number_text.hpp"
#include "testbenches/collective_report/collective_text.hpp"

namespace heliograph::testbenches {

namespace {

/// CLI::Range lets through what is neither below nor above.
std::string refuse_nan(const std::string& text) {
  return text.find_first_of("nN") == std::string::npos ? std::string()
                                                       : "Value " + text + " is not a number";
}

struct CollectiveOptions {
  std::string algorithm;
  std::string op;
  std::string bytes;
  std::string dimensions;
  std::string counts;
  std::uint32_t ranks = 0;  // that of the algorithm
  std::uint32_t root = 0;
  CollectiveRequest request;
  CollectiveCostModel model;
  bool list = false;
  bool json = false;
};

std::int64_t bytes_of(const CollectiveOptions& options, CollectiveOp op) {
  constexpr std::int64_t kToken = 8;
  constexpr std::int64_t kDefault = std::int64_t{1} << 20;
  if (options.bytes.empty()) {
    return op == CollectiveOp::barrier ? kToken * options.request.chunks : kDefault;
  }
  const std::optional<std::int64_t> bytes = base::parse_size(options.bytes);
  if (!bytes || *bytes < 1) {
    throw base::InputError(
        {"--bytes", 0, 0},
        "found '" + options.bytes + "'; expected a size in bytes such as 1048576, 64KiB or 1MiB");
  }
  return *bytes;
}

std::vector<std::uint32_t> dimensions_of(const CollectiveOptions& options) {
  std::vector<std::uint32_t> dimensions;
  const std::optional<std::vector<std::int64_t>> sizes = base::parse_integers(options.dimensions);
  for (const std::int64_t size : sizes.value_or(std::vector<std::int64_t>{0})) {
    if (size < 1 || size > std::int64_t{1} << 20) {
      throw base::InputError({"--dims", 0, 0}, "found '" + options.dimensions +
                                                   "'; expected sizes of a torus such as 4,4");
    }
    dimensions.push_back(static_cast<std::uint32_t>(size));
  }
  return dimensions;
}

int collective(const CollectiveOptions& options) {
  if (options.list) {
    std::cout << collective_list_markdown();
    return 0;
  }
  if (options.algorithm.empty()) {
    throw CLI::RequiredError("algorithm");
  }
  CollectiveQuestion question;
  question.algorithm = find_algorithm(options.algorithm, {"collective", 0, 0});
  question.request = options.request;
  question.request.op = find_operation(question.algorithm, options.op, {"--op", 0, 0});
  question.request.ranks = options.ranks == 0 ? question.algorithm.default_ranks : options.ranks;
  question.request.root = base::RankId{options.root};
  if (!options.dimensions.empty()) {
    question.request.dimensions = dimensions_of(options);
  }
  if (!options.counts.empty()) {
    const auto counts = base::parse_integers(options.counts);
    if (!counts) {
      throw base::InputError({"--counts", 0, 0},
                             "found '" + options.counts + "'; expected whole numbers, as 0,3,1,0");
    }
    question.request.counts = *counts;
  }
  question.bytes = bytes_of(options, question.request.op);
  question.model = options.model;
  const CollectiveSurvey survey = survey_collective(std::move(question));
  std::cout << (options.json ? collective_json(survey) : collective_text(survey));
  return 0;
}

void add_traffic_options(CLI::App& command, CollectiveOptions& options) {
  CollectiveRequest& request = options.request;
  command.add_option("--counts", options.counts,
                     "alltoallv: chunks from each rank to each, row by row; MoE: tokens of each "
                     "rank for each expert");
  command.add_option("--tokens", request.tokens, "MoE: of a rank; each is a chunk")
      ->capture_default_str();
  command.add_option("--experts", request.experts,
                     "MoE: a multiple of the ranks; default: the ranks");
  command.add_option("--top-k", request.top_k, "MoE: experts that a token goes to")
      ->capture_default_str();
  command
      .add_option("--zipf", request.zipf_exponent,
                  "MoE: expert e gets a share of (e + 1)^-s of the tokens; 0: all the same")
      ->check(CLI::Range(0.0, 100.0))
      ->check(refuse_nan)
      ->capture_default_str();
}

void add_cost_options(CLI::App& command, CollectiveCostModel& model) {
  const CLI::Range times(0.0, 1e9);
  command.add_option("--alpha-us", model.alpha_us, "time of a message but for its bytes, in us")
      ->check(times)
      ->check(refuse_nan)
      ->capture_default_str();
  command
      .add_option("--bandwidth-GBps", model.bandwidth_GBps,
                  "what a rank sends, all lanes together, in 10^9 bytes a second")
      ->check(CLI::Range(1e-6, 1e9))
      ->check(refuse_nan)
      ->capture_default_str();
  command
      .add_option("--reconfiguration-us", model.reconfiguration_us,
                  "what a change of circuits takes, in us")
      ->check(times)
      ->check(refuse_nan)
      ->capture_default_str();
  command.add_option("--ports", model.ports, "circuits that a rank can have at a time, each way")
      ->check(CLI::Range(1U, 1U << 20U))
      ->capture_default_str();
}

}  // namespace

void add_collective_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CollectiveOptions>();
  CLI::App* command = app.add_subcommand(
      "collective", "a collective's schedule: proved, with rounds, closed form and circuits");
  command->add_option("algorithm", options->algorithm, "its name, one of --list");
  command->add_option("--op", options->op,
                      "allreduce, reduce_scatter, allgather, ...; default: the algorithm's first");
  command->add_option("--ranks", options->ranks, "default: the algorithm's")
      ->check(CLI::Range(1U, 1U << 20U));
  command->add_option("--bytes", options->bytes,
                      "of the collective's buffer, as 4MiB; default 1MiB (of a barrier 8)");
  command->add_option("--chunks", options->request.chunks, "into how many a block is cut")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 20))
      ->capture_default_str();
  command->add_option("--root", options->root, "rank, of broadcast, reduce and send_receive")
      ->capture_default_str();
  command->add_option(
      "--dims", options->dimensions,
      "bucket: sizes of the torus, as 4,4; default: as near to a square as it goes");
  command->add_option("--group", options->request.group,
                      "hierarchical: ranks of a group; default: the divisor next to the root");
  add_traffic_options(*command, *options);
  add_cost_options(*command, options->model);
  command->add_flag("--list", options->list,
                    "print all algorithms as a table in Markdown, and make nothing");
  command->add_flag("--json", options->json, "print JSON: all figures, and rows of the rounds");
  command->footer(
      "Example:\n  ./heliograph collective halving_doubling --ranks 64 --bytes 16MiB\n\n"
      "Exit codes: 0 the schedule is correct, 2 the input is wrong, 3 a fault of ours.");
  command->callback([options, &exit_code] { exit_code = collective(*options); });
}

}  // namespace heliograph::testbenches
