// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;
using namespace heliograph::tests;

namespace {

/// First light on a chip whose phases nobody trimmed, with a driver that reaches a turn of the
/// phase.
std::vector<std::string> untrimmed(std::vector<std::string> more = {}) {
  more.insert(more.end(), {"switch.variation.phase=uniform", "switch.dac_max_V=2.2",
                           "controller.kind=behavioural", "workload.bytes=64KiB"});
  return more;
}

}  // namespace

TEST_CASE("first light on an untrimmed chip needs measured codes") {
  const testbenches::RunResult nominal = run("first_light.yaml", untrimmed());
  CHECK_FALSE(nominal.completed);
  CHECK(nominal.exit_code() != 0);
  const testbenches::RunResult measured =
      run("first_light.yaml", untrimmed({"switch.calibration=measured"}));
  CHECK(measured.completed);
  CHECK(measured.data_verified);
  CHECK(measured.lost_frames() == 0);
  CHECK(measured.exit_code() == 0);
}

TEST_CASE("a chip that is measured runs the same each time, and each seed is another chip") {
  const auto completion = [](const char* seed) {
    return run("first_light.yaml", untrimmed({"switch.calibration=measured", seed})).circuits;
  };
  const auto one = completion("seed=1");
  const auto again = completion("seed=1");
  const auto two = completion("seed=2");
  REQUIRE(one.size() == again.size());
  REQUIRE(one.size() == two.size());
  bool differs = false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].loss == again[i].loss);
    differs = differs || one[i].loss != two[i].loss;
  }
  CHECK(differs);
}
