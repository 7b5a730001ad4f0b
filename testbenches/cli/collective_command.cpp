// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/collective_command.hpp"

#include <iostream>
#include <memory>
#include <string>

#include "base/number_text.hpp"
#include "testbenches/cli/collective_checks.hpp"
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
  PlanQuestion plan;
  std::string policy;
  std::string trigger;
  std::string arrivals;
  double start_GBps = 0;
  double hop_us = 0;
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

/// The name of `names` at that place. Throws base::InputError with the nearest one.
template <class Names>
[[noreturn]] void refuse_name(const char* option, const std::string& name, const Names& names) {
  std::vector<std::string> expected;
  std::string list;
  for (const std::string_view one : names) {
    expected.emplace_back(one);
    list += list.empty() ? "" : ", ";
    list += one;
  }
  throw base::InputError({option, 0, 0}, "found '" + name + "'; expected " + list +
                                             base::did_you_mean(name, expected));
}

PlanQuestion plan_question(const CollectiveOptions& options, const CLI::App& command) {
  PlanQuestion plan = options.plan;
  const auto policy = find_plan_policy(options.policy);
  if (!policy) {
    refuse_name("--policy", options.policy, kPlanPolicyNames);
  }
  plan.policy = *policy;
  if (!options.trigger.empty()) {
    const auto trigger = find_change_trigger(options.trigger);
    if (!trigger) {
      refuse_name("--trigger", options.trigger, kChangeTriggerNames);
    }
    plan.trigger = *trigger;
  }
  if (command.count("--hop-us") > 0) {
    plan.hop_us = options.hop_us;
  }
  if (command.count("--start-GBps") > 0) {
    plan.start_GBps = options.start_GBps;
  }
  if (command.count("--arrivals-us") > 0) {
    plan.arrivals_us = read_arrivals(options.arrivals);
  }
  check_used_plan_options(command, plan.start);
  return plan;
}

int collective(const CollectiveOptions& options, const CLI::App& command) {
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
  if (command.count("--dims") > 0) {
    question.request.dimensions = dimensions_of(options);
  }
  check_used_options(command, question.algorithm, question.request, command.count("--policy") > 0);
  check_experts(question.request);
  if (command.count("--counts") > 0) {
    question.request.counts = read_counts(options.counts, question.request);
  }
  question.bytes = bytes_of(options, question.request.op);
  question.model = options.model;
  if (command.count("--policy") > 0) {
    question.plan = plan_question(options, command);
  }
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
  command
      .add_option("--experts", request.experts, "MoE: a multiple of the ranks; default: the ranks")
      ->check(CLI::Range(1U, 1U << 20U));
  command.add_option("--top-k", request.top_k, "MoE: experts that a token goes to")
      ->capture_default_str();
  command
      .add_option("--zipf", request.zipf_exponent,
                  "MoE: expert e gets a share of (e + 1)^-s of the tokens; 0: all the same")
      ->check(CLI::Range(0.0, 100.0))
      ->check(refuse_nan)
      ->capture_default_str();
}

void add_plan_options(CLI::App& command, CollectiveOptions& options) {
  const CLI::Range times(0.0, 1e9);
  command.add_option("--policy", options.policy,
                     "plan when circuits change: never, always, always_skip, greedy, dp, overlap "
                     "or partial; all are shown beside it");
  command
      .add_option("--start", options.plan.start,
                  "plan: circuits that are up before: ring, ring_one_way, torus:4x4, full_mesh, "
                  "none")
      ->capture_default_str();
  command
      .add_option("--start-GBps", options.start_GBps,
                  "plan: of each of them; default: as a circuit that is set, of a full mesh a "
                  "rank's bandwidth over its circuits")
      ->check(CLI::Range(1e-6, 1e9))
      ->check(refuse_nan);
  command
      .add_option("--hop-us", options.hop_us,
                  "plan: of each hop after the first, where a rank passes something on; default: "
                  "--alpha-us")
      ->check(times)
      ->check(refuse_nan);
  command
      .add_option("--per-circuit-us", options.plan.per_circuit_us,
                  "plan: of each circuit that changes, besides --reconfiguration-us")
      ->check(times)
      ->check(refuse_nan)
      ->capture_default_str();
  command.add_option("--trigger", options.trigger,
                     "plan: when the first change may start: last_arrival (default), "
                     "first_arrival or provisioned");
  command.add_option("--arrivals-us", options.arrivals,
                     "plan: when each rank comes, as 0,12.5,3,0; default: all together");
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
  command
      ->add_option("--group", options->request.group,
                   "hierarchical: ranks of a group; default: the divisor next to the root")
      ->check(CLI::Range(1U, 1U << 20U));
  add_traffic_options(*command, *options);
  add_cost_options(*command, options->model);
  add_plan_options(*command, *options);
  command->add_flag("--list", options->list,
                    "print all algorithms as a table in Markdown, and make nothing");
  command->add_flag("--json", options->json, "print JSON: all figures, and rows of the rounds");
  command->footer(
      "Examples:\n  ./heliograph collective halving_doubling --ranks 64 --bytes 16MiB\n"
      "  ./heliograph collective halving_doubling --ranks 64 --policy dp --start torus:8x8\n\n"
      "Exit codes: 0 the schedule is correct, 2 the input is wrong, 3 a fault of ours.");
  command->callback([options, command, &exit_code] { exit_code = collective(*options, *command); });
}

}  // namespace heliograph::testbenches
