// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/control/controller_core.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

/// A controller that never rests and never does anything: it swallows register writes.
class Restless : public systemc::ControllerCore {
 public:
  [[nodiscard]] unsigned ports() const override { return 8; }
  void reset() override {}
  const systemc::ControllerOutputs& cycle(const systemc::ControllerInputs& inputs) override {
    outputs_.axil.bvalid = inputs.axil.awvalid;
    outputs_.axil.awready = true;
    outputs_.axil.wready = true;
    return outputs_;
  }
  [[nodiscard]] bool settled() const override { return false; }
  void mark() override {}
  [[nodiscard]] bool unchanged_since_mark() const override { return false; }

 private:
  systemc::ControllerOutputs outputs_;
};

}  // namespace

TEST_CASE("a run that is stuck behind a restless controller ends and says who waits") {
  testbenches::Simulation simulation(tests::scenario("first_light.yaml", {"watchdog_ms=0.1"}));
  simulation.use_controller([](unsigned) { return std::make_unique<Restless>(); });
  const testbenches::RunResult& result = simulation.run();
  CHECK_FALSE(result.completed);
  CHECK(result.exit_code() == 1);
  REQUIRE(result.blocked.size() == 8);
  CHECK(result.blocked[3] == "rank 3, thread block 0, step 0 (s) waits for the first circuits");
}
