// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/control/behavioural/switch_ctrl_twin.hpp"
#include "systemc/control/verilated/switch_ctrl_rtl.hpp"
#include "testbenches/cosim/light_judge.hpp"
#include "tests/rtl/mutant_wrong_cell/mutant_wrong_cell.hpp"
#include "tests/testbenches/cosim/wrong_controllers.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

namespace heliograph::testbenches::test {
namespace {

CosimReport judged(const ControllerFactory& factory, const std::string& scenario) {
  CosimOptions options;
  options.device = "device";
  return judge_in_light(options, tests::scenario(scenario), factory);
}

ControllerFactory large_twin() {
  return [](std::uint64_t /*initial_state*/) {
    return std::make_unique<systemc::SwitchCtrlTwin>(8, 512);
  };
}

TEST_CASE("RTL and twin are accepted in the light") {
  const CosimReport rtl =
      judged([](std::uint64_t /*initial_state*/) { return systemc::make_switch_ctrl_rtl(8); },
             "first_light.yaml");
  INFO(cosim_text(rtl));
  CHECK(rtl.verdict() == DeviceVerdict::accepted);
  // All circuits change at once there; see below.
  CHECK(rtl.not_exercised() == std::vector<Rule>{Rule::light_undisturbed});
  CHECK(judged(large_twin(), "first_light.yaml").verdict() == DeviceVerdict::accepted);
}

TEST_CASE("a controller that programs one cell wrongly is rejected in the light") {
  const CosimReport report =
      judged([](std::uint64_t /*initial_state*/) { return systemc::make_mutant_wrong_cell(); },
             "first_light.yaml");
  INFO(cosim_text(report));
  CHECK(report.verdict() == DeviceVerdict::rejected);
  CHECK(report.broke(Rule::codes_complete));
  CHECK(report.broke(Rule::light_unmasked));
  CHECK(report.broke(Rule::light_frames));
  CHECK(report.broke(Rule::light_served));
}

TEST_CASE("a scenario that loses frames by itself is not held against the controller") {
  const CosimReport report = judged(large_twin(), "short_settle.yaml");
  INFO(cosim_text(report));
  CHECK(report.verdict() == DeviceVerdict::accepted);
}

TEST_CASE("circuits that stay are watched while others change") {
  const CosimReport report = judged(large_twin(), "two_matchings.yaml");
  INFO(cosim_text(report));
  CHECK(report.verdict() == DeviceVerdict::accepted);
  CHECK(report.of(Rule::light_undisturbed).exercised > 0);
}

}  // namespace
}  // namespace heliograph::testbenches::test
