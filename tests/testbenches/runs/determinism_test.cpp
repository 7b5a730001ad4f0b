// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstdio>
#include <filesystem>

#include "testbenches/report/result_json.hpp"
#include "tests/testbenches/runs/run_fixture.hpp"

using namespace heliograph;

namespace {

std::string result_of(const std::string& name, const std::vector<std::string>& overrides = {},
                      const std::string& waves = "") {
  testbenches::Simulation simulation(tests::scenario(name, overrides));
  return testbenches::result_json(simulation.run(waves)).dump(2);
}

}  // namespace

TEST_CASE("two runs give identical bytes, with and without waveforms") {
  const std::string waves =
      (std::filesystem::temp_directory_path() / "heliograph_determinism.fst").string();
  for (const char* name : {"first_light.yaml", "two_matchings.yaml", "short_settle.yaml"}) {
    INFO(name);
    const std::string first = result_of(name);
    CHECK(first == result_of(name));
    CHECK(first == result_of(name, {}, waves));
  }
  std::filesystem::remove(waves);
}

TEST_CASE("leaving idle clock edges out gives the same bytes, finished or stuck") {
  for (const char* name : {"first_light.yaml", "two_matchings.yaml", "short_settle.yaml"}) {
    INFO(name);
    // A short watchdog, since without skipping a stuck run is clocked until it bites.
    CHECK(result_of(name, {"watchdog_ms=0.2", "controller.skip_idle_clocks=true"}) ==
          result_of(name, {"watchdog_ms=0.2", "controller.skip_idle_clocks=false"}));
  }
}

TEST_CASE("another seed is another chip") {
  CHECK(result_of("first_light.yaml", {"seed=1"}) != result_of("first_light.yaml", {"seed=2"}));
}
