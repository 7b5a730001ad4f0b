// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>

#include "base/diagnostics.hpp"
#include "testbenches/report/result_json.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;
using namespace heliograph::tests;

namespace {

/// A ring over four accelerators, with the built-in controller unless the overrides say otherwise.
platforms::ScenarioConfig small_ring(std::vector<std::string> overrides) {
  ::setenv("HELIOGRAPH_CACHE", HELIOGRAPH_TEST_CACHE, 1);
  for (const char* each : {"platform.accelerators=4", "switch.ports=4", "workload.bytes=64KiB"}) {
    overrides.emplace_back(each);
  }
  return scenario("ring_generator.yaml", overrides);
}

/// A controller of tests/rtl/foreign, by the names of its files.
std::vector<std::string> foreign(const std::string& list, const std::string& mapping = "") {
  const std::string folder = source_path("tests/rtl/foreign/");
  std::vector<std::string> overrides{"controller.kind=foreign", "controller.rtl=" + folder + list};
  if (!mapping.empty()) overrides.push_back("controller.mapping=" + folder + mapping);
  return overrides;
}

/// The run as result.json has it, without the controller's name.
std::string result_of(const platforms::ScenarioConfig& config) {
  testbenches::Simulation simulation(config);
  testbenches::RunResult result = simulation.run();
  CHECK(result.completed);
  result.controller.clear();
  return testbenches::result_json(result).dump(1);
}

std::string complaint(std::vector<std::string> overrides, const std::string& more = "") {
  if (!more.empty()) overrides.push_back(more);
  try {
    const testbenches::Simulation simulation(small_ring(overrides));
  } catch (const base::InputError& error) {
    return error.diagnostics().text();
  }
  return {};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::vector<std::string> kAcme =
    foreign("axi_controller/acme_switch.f", "axi_controller/mapping.yaml");

}  // namespace

TEST_CASE("a run with a controller that is loaded is that with the built-in one") {
  CHECK(result_of(small_ring(foreign("switch_ctrl_4.f"))) ==
        result_of(small_ring({"controller.kind=rtl"})));
}

TEST_CASE("a run with somebody's controller is the same whether idle edges are skipped or not") {
  const std::string skipped = result_of(small_ring(kAcme));
  std::vector<std::string> every_edge = kAcme;
  every_edge.emplace_back("controller.skip_idle_clocks=false");
  CHECK(result_of(small_ring(every_edge)) == skipped);
  CHECK(result_of(scenario("own_controller.yaml")) == skipped);
}

TEST_CASE("somebody's arbiter, wheel or crossbar moves a switch with the twin's help") {
  const auto controller =
      GENERATE(as<std::vector<std::string>>{},
               foreign("arbiter_packed2d/rr_alloc.f", "arbiter_packed2d/mapping.yaml"),
               foreign("tdma/wheel.f"), foreign("crossbar/xbar_arb.f", "crossbar/mapping.yaml"));
  testbenches::Simulation simulation(small_ring(controller));
  const testbenches::RunResult result = simulation.run();
  CHECK(result.controller == "foreign");
  CHECK(result.completed);
}

TEST_CASE("what is wrong with somebody's controller is said before anything runs") {
  CHECK(has(complaint(foreign("register_block/apb_regs.f", "register_block/mapping.yaml")),
            "this is a register block, which moves no switch"));
  CHECK(has(complaint(kAcme, "controller.top=acme_swich"), "(did you mean 'acme_switch'?)"));
  CHECK(has(complaint(kAcme, "controller.kind=rtl"),
            "'controller.rtl': has no effect without kind: foreign"));
  CHECK(has(complaint({"controller.kind=foreign"}),
            "'controller.kind': found 'foreign'; expected its sources too, as `rtl`"));
  CHECK(has(complaint(foreign("nothing.f")),
            "no such file; expected a file list or a SystemVerilog "
            "file, named relative to the file that names it"));
}

TEST_CASE("somebody's controller for another number of ports is told which widths are wrong") {
  try {
    const testbenches::Simulation simulation(
        scenario("ring_generator.yaml", {kAcme[0], kAcme[1], kAcme[2]}));
    FAIL("it was taken");
  } catch (const base::InputError& error) {
    CHECK(has(error.diagnostics().text(), "'stop' is [0:3], 4 bits; expected 8 (N bits, N = 8)"));
  }
}
