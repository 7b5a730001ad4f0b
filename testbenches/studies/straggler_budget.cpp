// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/straggler_budget.hpp"

#include <map>
#include <string>

#include "platforms/description/file_source.hpp"
#include "platforms/description/scenario_reader.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace heliograph::testbenches {

namespace {

constexpr int kLateUs = 5000;

const char* const kScenario =
    "platform:\n"
    "  accelerators: 8\n"
    "  fibre: {length_m: 2}\n"
    // Copies and sums cost next to nothing: the reference's model has none.
    "  accelerator: {skew: trace, skew_file: late.txt, reduce_GBps: 100000, copy_GBps: 100000}\n"
    // Couplers of 49 %, so that all 56 circuits are well received.
    "switch: {fabric: benes, ports: 8, coupler_in: 0.49, coupler_out: 0.49}\n"
    "fidelity: trains\n"
    "observe: {timeline: false}\n";

struct TimedRun {
  double time_us = 0;  ///< from the late rank's arrival on
  double dark_us = 0;  ///< a change, in the mean
  double exposed_us = 0;
  int changes = 0;  ///< after the first matching
  double serialisation_us = 0;
};

double microseconds(base::Picoseconds time) { return time.seconds() * 1e6; }

TimedRun timed_run(const std::string& rest) {
  std::string late;
  for (int rank = 0; rank < 8; ++rank) {
    late += std::to_string(rank);
    late += ',';
    late += std::to_string(rank == 7 ? kLateUs : 0);
    late += '\n';
  }
  const platforms::MemoryFiles files(
      std::map<std::string, std::string>{{"budget.yaml", kScenario + rest}, {"late.txt", late}});
  Simulation simulation(platforms::read_scenario("budget.yaml", {}, files));
  const RunResult& result = simulation.run();
  TimedRun run;
  run.time_us = microseconds(result.completion) - kLateUs;
  run.exposed_us = microseconds(result.split.dark_exposed);
  run.serialisation_us = microseconds(result.split.serialisation);
  for (const ReconfigurationResult& change : result.reconfigurations) {
    if (change.epoch > base::EpochId{1}) {
      run.dark_us += microseconds(change.dark());
      ++run.changes;
    }
  }
  if (run.changes > 0) {
    run.dark_us /= run.changes;
  }
  return run;
}

TimedRun stragglar_run(int settle_us) {
  std::string rest =
      "workload: {generator: stragglar, bytes: 28MiB, verify_data: false}\n"
      "planning: {policy: always, start: none}\n"
      "controller: {kind: behavioural, settle_us: ";
  rest += std::to_string(settle_us);
  rest += "}\n";
  return timed_run(rest);
}

}  // namespace

StragglerBudget straggler_budget() {
  // The heaters take 30 us, the rest is the timer's; no saving could pay for 1 ms.
  constexpr int kShortestUs = 31;
  constexpr int kLongestUs = 1000;
  const TimedRun ring = timed_run(
      "workload: {generator: ring, bytes: 28MiB, verify_data: false}\n"
      "controller: {kind: behavioural}\n");
  int keeps_up = kShortestUs;
  int is_late = kLongestUs;
  while (is_late - keeps_up > 1) {
    const int middle = (keeps_up + is_late) / 2;
    (stragglar_run(middle).time_us <= ring.time_us ? keeps_up : is_late) = middle;
  }
  const TimedRun longest = stragglar_run(keeps_up);
  const TimedRun next = stragglar_run(is_late);
  StragglerBudget budget;
  budget.changes = longest.changes - 1;  // the first is set while the late rank is awaited
  budget.ring_us = ring.time_us;
  budget.dark_us = longest.dark_us;
  budget.longer_dark_us = next.dark_us;
  budget.stragglar_us = longest.time_us;
  budget.late_stragglar_us = next.time_us;
  budget.closed_form_us = (ring.serialisation_us - longest.serialisation_us) / budget.changes;
  return budget;
}

}  // namespace heliograph::testbenches
