// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "testbenches/cosim/bench_cases.hpp"
#include "testbenches/cosim/judge.hpp"
#include "testbenches/cosim/pin_difference.hpp"
#include "testbenches/cosim/register_suite.hpp"

namespace heliograph::testbenches {

namespace {

constexpr const char* kInitialStateCase = "initial_state";
/// A case that lasts longer has gone astray.
constexpr std::uint64_t kMostCycles = 1'000'000;
constexpr std::uint64_t kCyclesATransfer = 100;
constexpr std::uint64_t kCyclesAReconfiguration = 20'000;
constexpr unsigned kInitialStateReconfigurations = 20;

RegisterDescription description_of(const CosimOptions& options, unsigned ports,
                                   unsigned actuators) {
  if (!options.registers) return contract_registers(ports, actuators);
  return read_register_description(options.registers->text, options.registers->name,
                                   {{"N", ports}, {"MAX_ACT", actuators}});
}

void registers_case(SwitchOperator& op, const CosimOptions& options) {
  CycleBench& bench = op.bench();
  const RegisterDescription description =
      description_of(options, bench.ports(), bench.max_actuators());
  const RegisterPort port{
      [&bench](std::uint16_t address, std::uint32_t data, std::uint8_t strobes) {
        return bench.write(address, data, strobes);
      },
      [&bench](std::uint16_t address) { return bench.read(address); }};
  BusManners manners;
  manners.most_idle = 2;
  manners.slow_ready = 2;
  RegisterSuite suite(bench.board(), description, port, options.seed);
  bench.host().set_manners(manners);
  suite.run(options.register_transfers);
}

std::vector<BenchCase> all_cases() {
  std::vector<BenchCase> all{{"registers", registers_case}};
  for (auto* group : {corner_cases, fault_cases, reset_cases, random_cases}) {
    for (BenchCase& one : group()) all.push_back(std::move(one));
  }
  return all;
}

/// Everything that judge_controller() needs besides its options.
class ControllerJudge {
 public:
  ControllerJudge(const CosimOptions& options, const ControllerFactory& factory)
      : options_(options), factory_(factory) {}

  CosimReport judge();

 private:
  void run(const BenchCase& one);
  /// A fault of the model that leaves `work`, from a reset for instance, is a finding.
  template <class Work>
  void guarded(Work work);
  void compare_initial_states();
  /// Whether a state with this seed does as the first did.
  bool replay(std::uint64_t initial_state, const std::vector<systemc::ControllerInputs>& inputs,
              const std::vector<systemc::ControllerOutputs>& outputs);
  [[nodiscard]] CycleBench::Settings settings(systemc::ControllerCore* reference) const;
  void note_applying(CosimReport& report) const;

  const CosimOptions& options_;
  const ControllerFactory& factory_;
  Scoreboard board_;
  StateEventCoverage coverage_;
  unsigned max_actuators_ = 0;
  CosimReport report_;
};

CycleBench::Settings ControllerJudge::settings(systemc::ControllerCore* reference) const {
  CycleBench::Settings settings;
  settings.seed = options_.seed;
  settings.max_actuators = max_actuators_;
  settings.bus_bound = options_.bus_bound;
  settings.groups = options_.groups;
  settings.most_cycles = kMostCycles + kCyclesATransfer * options_.register_transfers +
                         kCyclesAReconfiguration * options_.reconfigurations;
  settings.reference = reference;
  return settings;
}

template <class Work>
void ControllerJudge::guarded(Work work) {
  try {
    work();
  } catch (const base::InputError&) {
    throw;
  } catch (const std::runtime_error& fault) {
    board_.broken(Rule::model_fault, fault.what());
  }
}

void ControllerJudge::run(const BenchCase& one) {
  report_.cases.push_back(one.name);
  board_.begin_case(one.name, options_.seed);
  guarded([&] {
    // An instance of its own: one that has failed is of no more use.
    const std::unique_ptr<systemc::ControllerCore> core = factory_(0);
    const std::unique_ptr<systemc::ControllerCore> reference =
        options_.reference ? options_.reference(0) : nullptr;
    CycleBench bench(board_, coverage_, *core, settings(reference.get()));
    SwitchOperator op(bench, options_.seed);
    try {
      one.run(op, options_);
    } catch (const CaseOver&) {
      // What was found is on the board.
    }
    report_.cycles += bench.cycles();
    report_.transfers += bench.monitors().bus().transfers();
    report_.reconfigurations += bench.monitors().sequence().reconfigurations();
  });
}

bool ControllerJudge::replay(std::uint64_t initial_state,
                             const std::vector<systemc::ControllerInputs>& inputs,
                             const std::vector<systemc::ControllerOutputs>& outputs) {
  const std::unique_ptr<systemc::ControllerCore> core = factory_(initial_state);
  core->reset();
  for (std::size_t cycle = 0; cycle < inputs.size(); ++cycle) {
    board_.at(cycle + 1);
    const auto difference = pin_difference(outputs[cycle], core->cycle(inputs[cycle]));
    board_.exercised(Rule::initial_state);
    if (!difference) continue;
    board_.broken(
        Rule::initial_state,
        fmt::format("{} is {:#x} from zeros and {:#x} from initial state {}", difference->pin,
                    difference->first, difference->second, initial_state));
    return false;
  }
  return true;
}

void ControllerJudge::compare_initial_states() {
  report_.cases.emplace_back(kInitialStateCase);
  board_.begin_case(kInitialStateCase, options_.seed);
  std::vector<systemc::ControllerInputs> inputs;
  std::vector<systemc::ControllerOutputs> outputs;
  const std::unique_ptr<systemc::ControllerCore> first = factory_(0);
  CosimOptions few = options_;
  few.reconfigurations = std::min(options_.reconfigurations, kInitialStateReconfigurations);
  {
    CycleBench bench(board_, coverage_, *first, settings(nullptr));
    bench.record(&inputs, &outputs);
    SwitchOperator op(bench, options_.seed);
    try {
      // Without resets, which a replay of the pins does not see.
      corner_cases().front().run(op, few);
      for (const BenchCase& one : corner_cases()) {
        if (one.name == "corner/full_permutations") one.run(op, few);
      }
    } catch (const CaseOver&) {
      return;
    }
    report_.cycles += bench.cycles();
  }
  for (unsigned state = 1; state < options_.initial_states; ++state) {
    try {
      if (!replay(state, inputs, outputs)) return;
    } catch (const std::exception& fault) {
      board_.broken(Rule::model_fault, fault.what());
      return;
    }
    report_.cycles += inputs.size();
  }
}

void ControllerJudge::note_applying(CosimReport& report) const {
  for (std::size_t i = 0; i < kRules; ++i) {
    const auto rule = static_cast<Rule>(i);
    const std::string_view group = text_of(rule).group;
    report.applies[i] =
        group != "scheduling" && group != "in the light" && to_string(rule).substr(0, 4) != "apb_";
  }
  const auto leave_out = [&](std::initializer_list<Rule> rules) {
    for (const Rule rule : rules) report.applies[static_cast<std::size_t>(rule)] = false;
  };
  if (!options_.groups.report) {
    leave_out({Rule::event_order, Rule::event_argument, Rule::event_timer, Rule::event_busy});
  }
  if (!options_.groups.decision) {
    leave_out({Rule::matching, Rule::grant_is_map, Rule::epoch_right, Rule::grant_held});
  }
  if (!options_.groups.isolate) leave_out({Rule::isolation});
  if (!options_.groups.interrupt) leave_out({Rule::interrupt_level});
  if (!options_.reference) leave_out({Rule::lockstep});
}

CosimReport ControllerJudge::judge() {
  report_.device = options_.device;
  report_.again = options_.again;
  report_.seed = options_.seed;
  note_applying(report_);
  if (!options_.groups.report) coverage_.without_reports();
  if (!options_.groups.decision) coverage_.without_decisions();
  if (!options_.groups.fec) coverage_.without_fec();
  board_.begin_case("start", options_.seed);
  std::optional<unsigned> actuators;
  guarded([&] {
    const std::unique_ptr<systemc::ControllerCore> probe = factory_(0);
    report_.ports = probe->ports();
    actuators = read_max_actuators(*probe, options_.bus_bound);
  });
  if (actuators) {
    max_actuators_ = *actuators;
    description_of(options_, report_.ports, max_actuators_);  // its mistakes are told first
    bool any = false;
    for (const BenchCase& one : all_cases()) {
      if (!options_.only_case.empty() && one.name != options_.only_case) continue;
      any = true;
      run(one);
    }
    if (options_.only_case.empty() || options_.only_case == kInitialStateCase) {
      any = true;
      if (options_.seeds_initial_state && options_.initial_states > 1) {
        guarded([this] { compare_initial_states(); });
      }
    }
    if (!any) refuse_case(options_.only_case, controller_case_names());
    // A model that stops counts here when it does; that it ran to the end is the test.
    board_.exercised(Rule::model_fault, report_.cycles);
  } else if (board_.clean()) {
    board_.broken(Rule::axi_bound, "a read of CAPS (0x0008) gives no number of actuators");
  }
  report_.rules = board_.counts();
  report_.findings = board_.findings();
  report_.coverage = coverage_;
  return report_;
}

}  // namespace

std::vector<std::string> controller_case_names() {
  std::vector<std::string> names;
  const std::vector<BenchCase> cases = all_cases();
  names.reserve(cases.size() + 1);
  for (const BenchCase& one : cases) names.push_back(one.name);
  names.emplace_back(kInitialStateCase);
  return names;
}

CosimReport judge_controller(const CosimOptions& options, const ControllerFactory& factory) {
  return ControllerJudge(options, factory).judge();
}

}  // namespace heliograph::testbenches
