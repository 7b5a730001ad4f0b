// SPDX-License-Identifier: Apache-2.0
// judge_rtl LIST.f switch_ctrl
// judge_rtl LIST.f circuit_scheduler ALGORITHM ITERATIONS
// Builds the RTL, puts it before the judge, then beside the twin; says a line for each rule that it
// breaks ("rule NAME: what was seen") and whether it is "alive" or "dead". Status 0, or 2 if it
// cannot be built. For run.py, which does so with mutants.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "systemc/control/behavioural/circuit_scheduler_twin.hpp"
#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "systemc/control/foreign/load_device.hpp"
#include "systemc/control/rtl_models/rtl_library.hpp"
#include "testbenches/cosim/judge.hpp"

namespace {

using heliograph::systemc::CircuitSchedulerTwin;
using heliograph::systemc::LoadedDevice;
using heliograph::systemc::MatchingAlgorithm;
using heliograph::systemc::RtlFault;
using heliograph::systemc::RtlInitialState;
using heliograph::testbenches::CosimOptions;
using heliograph::testbenches::CosimReport;
using heliograph::testbenches::Finding;
using heliograph::testbenches::Rule;

constexpr unsigned kLockstepCycles = 20'000;

RtlInitialState initial(std::uint64_t seed) { return {static_cast<std::uint32_t>(seed)}; }

/// Says the broken rules; true if there is one.
bool tell(const CosimReport& report) {
  for (const Finding& finding : report.findings) {
    std::cout << "rule " << to_string(finding.rule) << ": " << finding.case_name << ", cycle "
              << finding.cycle << ": " << finding.seen << "\n";
  }
  return !report.findings.empty();
}

/// Each case with an instance of its own: one whose assertion has failed is of no more use.
bool judge_controller_rtl(const LoadedDevice& device) {
  CosimOptions options;
  options.device = "switch_ctrl";
  options.seeds_initial_state = true;
  const auto make = [&](std::uint64_t seed) {
    return make_foreign_controller(device, initial(seed));
  };
  bool dead = false;
  for (const std::string& name : heliograph::testbenches::controller_case_names()) {
    options.only_case = name;
    try {
      dead = tell(judge_controller(options, make)) || dead;
    } catch (const RtlFault& fault) {
      std::cout << "rule model_fault: " << name << ": " << fault.what() << "\n";
      dead = true;
    }
  }
  options.reference = [&](std::uint64_t) -> std::unique_ptr<heliograph::systemc::ControllerCore> {
    return std::make_unique<heliograph::systemc::SwitchCtrlTwin>(device.ports());
  };
  for (const std::string& name : heliograph::testbenches::controller_case_names()) {
    options.only_case = name;
    try {
      if (!judge_controller(options, make).broke(Rule::lockstep)) continue;
    } catch (const RtlFault&) {
      continue;  // told above
    }
    std::cout << "rule lockstep: " << name << ": a pin differs from the twin's\n";
    return true;
  }
  return dead;
}

bool scheduler_differs(const LoadedDevice& device, MatchingAlgorithm algorithm,
                       unsigned iterations) {
  const auto rtl = make_foreign_scheduler(device);
  CircuitSchedulerTwin twin(algorithm, device.ports(), iterations);
  rtl->reset();
  std::mt19937 random(5);
  heliograph::systemc::SchedulerInputs in;
  const unsigned pairs = device.ports() * device.ports();
  for (unsigned cycle = 0; cycle < kLockstepCycles; ++cycle) {
    if (random() % 8 == 0) {
      const unsigned sparseness = cycle / 500 % 4;
      for (unsigned pair = 0; pair < pairs; ++pair) {
        const std::uint32_t bit = std::uint32_t{1} << pair % 32;
        std::uint32_t& word = in.req[pair / 32];
        word = random() % (1 + sparseness) == 0 ? word | bit : word & ~bit;
      }
    }
    in.gnt_ready = random() % 3 != 0;
    const auto& seen = rtl->cycle(in);
    const auto& expected = twin.cycle(in);
    if (seen.gnt_valid != expected.gnt_valid || seen.gnt != expected.gnt ||
        seen.gnt_epoch != expected.gnt_epoch) {
      std::cout << "rule lockstep: cycle " << cycle << ": the decision differs from the twin's\n";
      return true;
    }
  }
  return false;
}

bool judge_scheduler_rtl(const LoadedDevice& device, MatchingAlgorithm algorithm,
                         unsigned iterations) {
  CosimOptions options;
  options.device = "circuit_scheduler";
  const unsigned n = device.ports();
  // "Schedulers" in rtl/contract.md
  switch (algorithm) {
    case MatchingAlgorithm::round_robin:
      options.decision_bound = n * n;
      break;
    case MatchingAlgorithm::islip:
      options.decision_bound = n * n + (n - 1) * (n - 1);
      break;
    case MatchingAlgorithm::wavefront:
      options.decision_bound = n;
      break;
  }
  bool dead = tell(judge_scheduler(
      options, [&](std::uint64_t seed) { return make_foreign_scheduler(device, initial(seed)); }));
  try {
    dead = scheduler_differs(device, algorithm, iterations) || dead;
  } catch (const RtlFault& fault) {
    std::cout << "rule model_fault: beside the twin: " << fault.what() << "\n";
    dead = true;
  }
  return dead;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + 1, words + count);
  if (arguments.size() != 2 && arguments.size() != 4) {
    std::cerr << "judge_rtl LIST.f switch_ctrl | judge_rtl LIST.f circuit_scheduler ALGORITHM "
                 "ITERATIONS\n";
    return 2;
  }
  try {
    heliograph::systemc::DeviceRequest request;
    request.inputs = {arguments[0]};
    request.bare_lists = heliograph::systemc::RtlListPaths::list_folder;
    request.top = arguments[1];
    const LoadedDevice device =
        load_device(request, heliograph::systemc::RtlTools::from_environment());
    const bool dead =
        arguments.size() == 2
            ? judge_controller_rtl(device)
            : judge_scheduler_rtl(device,
                                  static_cast<MatchingAlgorithm>(std::atoi(arguments[2].c_str())),
                                  static_cast<unsigned>(std::atoi(arguments[3].c_str())));
    std::cout << (dead ? "dead" : "alive") << "\n";
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
