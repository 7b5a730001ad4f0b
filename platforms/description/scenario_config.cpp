// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/scenario_config.hpp"

#include <algorithm>
#include <utility>

namespace heliograph::platforms {

using base::Basis;
using base::Range;

namespace {

const char* const kUserChoice = "the user's experiment";
constexpr double kLargestBuffer = 1099511627776.0;  // 1 TiB a rank

std::vector<std::pair<std::string, WorkloadGenerator>> generator_words() {
  using G = WorkloadGenerator;
  return {{"none", G::none},
          {"ring", G::ring},
          {"bidirectional_ring", G::bidirectional_ring},
          {"recursive_doubling", G::recursive_doubling},
          {"halving_doubling", G::halving_doubling},
          {"bruck", G::bruck},
          {"tree", G::tree},
          {"double_tree", G::double_tree},
          {"direct", G::direct},
          {"round_robin", G::round_robin},
          {"bucket", G::bucket},
          {"hierarchical", G::hierarchical},
          {"lumorph2", G::lumorph2},
          {"lumorph4", G::lumorph4},
          {"stragglar", G::stragglar}};
}

std::vector<std::pair<std::string, Operation>> operation_words() {
  return {{"allreduce", Operation::all_reduce}, {"reduce_scatter", Operation::reduce_scatter},
          {"allgather", Operation::all_gather}, {"broadcast", Operation::broadcast},
          {"reduce", Operation::reduce},        {"alltoall", Operation::all_to_all}};
}

std::vector<std::pair<std::string, PlanningPolicy>> policy_words() {
  return {{"in_order", PlanningPolicy::in_order},
          {"never", PlanningPolicy::never},
          {"always", PlanningPolicy::always},
          {"greedy", PlanningPolicy::greedy},
          {"dp", PlanningPolicy::dp},
          {"partial", PlanningPolicy::partial}};
}

template <class Value>
std::string word_of(const std::vector<std::pair<std::string, Value>>& words, Value value) {
  const auto found = std::find_if(words.begin(), words.end(),
                                  [value](const auto& word) { return word.second == value; });
  return found == words.end() ? "" : found->first;
}

}  // namespace

std::string to_string(WorkloadGenerator generator) { return word_of(generator_words(), generator); }
std::string to_string(PlanningPolicy policy) { return word_of(policy_words(), policy); }
std::string to_string(Operation operation) { return word_of(operation_words(), operation); }

base::ParameterTable<WorkloadConfig> WorkloadConfig::table() {
  using W = WorkloadConfig;
  base::ParameterTable<W> table;
  table
      .text(
          "file", &W::file,
          "an algorithm in MSCCL XML, jobs in YAML, a Chakra trace or a list of flows; instead of "
          "`generator`",
          {Basis::chosen, kUserChoice})
      .choice("generator", &W::generator, generator_words(),
              "an algorithm made here, instead of `file`: one of `heliograph collective --list`",
              {Basis::chosen, kUserChoice})
      .choice("op", &W::operation, operation_words(), "the collective that a generator makes",
              {Basis::chosen, kUserChoice})
      .size("bytes", &W::bytes, Range{1.0, kLargestBuffer},
            "size of the collective's buffer on each rank", {Basis::chosen, kUserChoice})
      .integer("ranks", &W::ranks, Range{0, 1024},
               "ranks of a generated algorithm; 0: one for each accelerator",
               {Basis::chosen, kUserChoice})
      .boolean("verify_data", &W::verify_data,
               "carry real bytes and compare the buffers at the end with what the collective "
               "promises; takes memory of the size of all buffers",
               {Basis::chosen, "on: a check that the symbolic one cannot make"});
  return table;
}

base::ParameterTable<PlanningConfig> PlanningConfig::table() {
  using P = PlanningConfig;
  base::ParameterTable<P> table;
  table
      .choice("policy", &P::policy, policy_words(),
              "in_order gives each message its circuit as soon as it can; the others are those of "
              "`heliograph collective --policy`, with messages relayed where they stay on circuits "
              "that do not lead to their receivers (always keeps circuits that are up)",
              {Basis::chosen, kUserChoice})
      .choice("trigger", &P::trigger,
              {{"provisioned", PlanningTrigger::provisioned},
               {"first_arrival", PlanningTrigger::first_arrival},
               {"last_arrival", PlanningTrigger::last_arrival}},
              "the next circuits are asked for when those that go carry nothing any more, and not "
              "before a rank (first_arrival) or all ranks (last_arrival) wait for them that can",
              {Basis::chosen, kUserChoice})
      .text("start", &P::start,
            "circuits at the beginning, of all policies but in_order: ring, ring_one_way, "
            "torus:4x4, full_mesh or none; a rank needs a port for each of its circuits",
            {Basis::chosen, "a ring one way is what one port a rank can have"});
  return table;
}

base::ParameterTable<ObserveConfig> ObserveConfig::table() {
  base::ParameterTable<ObserveConfig> table;
  table
      .boolean("timeline", &ObserveConfig::timeline, "write timeline.json",
               {Basis::chosen, kUserChoice})
      .boolean("waves", &ObserveConfig::waves, "write waves.fst", {Basis::chosen, kUserChoice})
      .boolean("report", &ObserveConfig::report, "write report.html", {Basis::chosen, kUserChoice});
  return table;
}

base::ParameterTable<ScenarioConfig> ScenarioConfig::table() {
  base::ParameterTable<ScenarioConfig> table;
  table
      .choice("fidelity", &ScenarioConfig::fidelity,
              {{"frames", Fidelity::frames}, {"trains", Fidelity::trains}},
              "frames: every frame is a transaction of its own; trains: frames that follow each "
              "other are one transaction where that is the same to the picosecond",
              {Basis::chosen, kUserChoice})
      .integer("seed", &ScenarioConfig::seed, Range{0.0, 9.0e15},
               "seed of all random numbers; the same seed gives the same bytes",
               {Basis::chosen, "fixed, so that runs agree"})
      .number("watchdog_ms", &ScenarioConfig::watchdog, {"ms", 1e9}, Range{0.001, 1e6},
              "a run in which nothing but clock edges happens for so long of its own time, and for "
              "longer than the longest wait that its own times can make, is stuck",
              {Basis::chosen, "longer than the slowest relock, 50 ms of DSP receivers"});
  return table;
}

}  // namespace heliograph::platforms
