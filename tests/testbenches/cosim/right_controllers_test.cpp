// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>
#include <rapidcheck.h>

#include "base/diagnostics.hpp"
#include "systemc/control/verilated/switch_ctrl_rtl.hpp"
#include "testbenches/cosim/judge.hpp"
#include "tests/support/paths.hpp"
#include "tests/testbenches/cosim/wrong_controllers.hpp"

namespace heliograph::testbenches::test {
namespace {

ControllerFactory rtl(unsigned ports) {
  return [ports](std::uint64_t /*initial_state*/) { return systemc::make_switch_ctrl_rtl(ports); };
}

CosimOptions named(const std::string& device) {
  CosimOptions options;
  options.device = device;
  options.again = "heliograph cosim --rtl switch_ctrl.f";
  options.reconfigurations = 100;
  options.register_transfers = 2000;
  return options;
}

std::string names(const std::vector<Rule>& rules) {
  std::string text;
  for (const Rule rule : rules) {
    text += to_string(rule);
    text += ' ';
  }
  return text;
}

void check_accepted(const CosimReport& report) {
  INFO(cosim_text(report));
  CHECK(report.verdict() == DeviceVerdict::accepted);
  REQUIRE(report.coverage);
  CHECK(report.coverage->holes().empty());
  CHECK(report.reconfigurations > 400);
}

TEST_CASE("the twin keeps every rule, and every state meets every event") {
  const unsigned ports = GENERATE(2U, 4U, 8U);
  CAPTURE(ports);
  CosimOptions options = named("twin");
  options.reference = right_twin(ports);
  options.seeds_initial_state = true;
  const CosimReport report = judge_controller(options, right_twin(ports));
  check_accepted(report);
  // No rule that applies was left out.
  CHECK(names(report.not_exercised()).empty());
  CHECK(cosim_exit_status(report) == 0);
}

TEST_CASE("the RTL keeps every rule") {
  const unsigned ports = GENERATE(4U, 8U);
  CAPTURE(ports);
  const CosimReport report = judge_controller(named("switch_ctrl"), rtl(ports));
  check_accepted(report);
  CHECK(names(report.not_exercised()) == "initial_state ");
}

TEST_CASE("large controllers keep every rule") {
  const unsigned ports = GENERATE(16U, 32U);
  CAPTURE(ports);
  CosimOptions options = named("switch_ctrl");
  options.reconfigurations = 30;
  options.register_transfers = 100;
  for (const char* only : {"random", "corner/full_permutations", "corner/illegal_maps"}) {
    options.only_case = only;
    const CosimReport report = judge_controller(options, rtl(ports));
    INFO(cosim_text(report));
    CHECK(report.verdict() == DeviceVerdict::accepted);
  }
}

TEST_CASE("a controller that shows less is judged by what it shows") {
  CosimOptions options = named("bare");
  options.groups = {false, false, false, false};
  const Wrong bare{"", Rule::served, "", [] {
                     return Tampering{{}, [](systemc::ControllerOutputs& out) {
                                        out.cev_valid = out.gnt_valid = out.irq = false;
                                        out.cev_id = 0;
                                        out.cev_arg = out.isolate = 0;
                                        out.gnt_epoch = 0;
                                        out.gnt = systemc::GrantMatrix{};
                                      }};
                   }};
  const CosimReport report = judge_controller(options, factory_of(bare, 4));
  INFO(cosim_text(report));
  CHECK(report.verdict() == DeviceVerdict::accepted);
  CHECK(report.of(Rule::event_order).exercised == 0);
  CHECK_FALSE(report.applies[static_cast<std::size_t>(Rule::event_order)]);
  CHECK(report.of(Rule::break_before_make).exercised > 100);
}

TEST_CASE("a report's bytes depend on the seed and on nothing else") {
  CosimOptions options = named("twin");
  options.only_case = "random";
  const CosimReport once = judge_controller(options, right_twin(4));
  const CosimReport again = judge_controller(options, right_twin(4));
  CHECK(cosim_text(once) == cosim_text(again));
  CHECK(cosim_json(once) == cosim_json(again));
  options.seed = 2;
  CHECK(cosim_json(once) != cosim_json(judge_controller(options, right_twin(4))));
}

TEST_CASE("a rule that was not put to the test is not called kept") {
  CosimOptions options = named("twin");
  options.only_case = "corner/empty_map";
  const CosimReport report = judge_controller(options, right_twin(4));
  const std::string text = cosim_text(report);
  CHECK(text.find("drain_timeout        not exercised\n") != std::string::npos);
  CHECK(cosim_json(report).find("\"result\": \"not exercised\"") != std::string::npos);
  CHECK(cosim_exit_status(CosimReport()) == 1);
}

TEST_CASE("whatever comes at random, the twin and the RTL keep the rules and each other's pins") {
  CHECK(rc::check("seeds and ports", [] {
    CosimOptions options = named("switch_ctrl");
    options.only_case = "random";
    options.reconfigurations = 15;
    options.seed = *rc::gen::inRange<std::uint64_t>(1, 1'000'000);
    const unsigned ports = *rc::gen::inRange(0, 2) == 0 ? 4 : 8;
    options.reference = [ports](std::uint64_t /*initial_state*/) {
      return std::make_unique<systemc::SwitchCtrlTwin>(ports, 512);
    };
    const CosimReport report = judge_controller(options, rtl(ports));
    RC_LOG(cosim_text(report));
    RC_ASSERT(report.verdict() == DeviceVerdict::accepted);
  }));
}

TEST_CASE("a case that is not there is refused") {
  CosimOptions options = named("twin");
  options.only_case = "corner/nowhere";
  CHECK_THROWS_AS(judge_controller(options, right_twin(4)), base::InputError);
  CHECK(controller_case_names().front() == "registers");
  CHECK(controller_case_names().back() == "initial_state");
}

TEST_CASE("the table of rules is the page of the docs, and names each once") {
  const std::string page = rules_markdown();
  std::ifstream file(tests::source_path("docs/reference/cosim-rules.md"));
  std::stringstream text;
  text << file.rdbuf();
  CHECK(text.str() == page);
  for (std::size_t i = 0; i < kRules; ++i) {
    const std::string row = "| `" + std::string(to_string(static_cast<Rule>(i))) + "` |";
    const std::size_t at = page.find(row);
    CHECK(at != std::string::npos);
    CHECK(page.find(row, at + 1) == std::string::npos);
  }
}

/// The twin, until it is reset for the second time.
class FaultyAtReset final : public systemc::ControllerCore {
 public:
  [[nodiscard]] unsigned ports() const override { return twin_.ports(); }
  void reset() override {
    if (++resets_ > 1) throw std::runtime_error("an assertion fails");
    twin_.reset();
  }
  const systemc::ControllerOutputs& cycle(const systemc::ControllerInputs& inputs) override {
    return twin_.cycle(inputs);
  }
  [[nodiscard]] bool settled() const override { return twin_.settled(); }
  void mark() override { twin_.mark(); }
  [[nodiscard]] bool unchanged_since_mark() const override { return twin_.unchanged_since_mark(); }

 private:
  systemc::SwitchCtrlTwin twin_{4};
  unsigned resets_ = 0;
};

TEST_CASE("a model that fails in a reset is a finding, and the other cases go on") {
  const ControllerFactory faulty = [](std::uint64_t /*initial_state*/) {
    return std::make_unique<FaultyAtReset>();
  };
  const CosimReport report = judge_controller(named("faulty"), faulty);
  CHECK(report.verdict() == DeviceVerdict::rejected);
  CHECK(report.broke(Rule::model_fault));
  CHECK(report.cases.size() + 1 == controller_case_names().size());  // it takes no initial state
}

TEST_CASE("a million transfers and ten thousand reconfigurations are clean", "[.soak][soak]") {
  CosimOptions options = named("switch_ctrl");
  options.reference = [](std::uint64_t /*initial_state*/) {
    return std::make_unique<systemc::SwitchCtrlTwin>(8);  // with as many actuators as the RTL
  };
  options.register_transfers = 1'000'000;
  options.reconfigurations = 10'000;
  const CosimReport report = judge_controller(options, rtl(8));
  INFO(cosim_text(report));
  CHECK(report.verdict() == DeviceVerdict::accepted);
  CHECK(report.transfers >= 1'000'000);
  CHECK(report.reconfigurations >= 10'000);
}

}  // namespace
}  // namespace heliograph::testbenches::test
