// SPDX-License-Identifier: Apache-2.0
// `heliograph switch FILE calibrate`, from outside.
#include <nlohmann/json.hpp>

#include "tests/support/paths.hpp"
#include "tests/testbenches/cli/program.hpp"

using namespace heliograph;
using tests::call;
using tests::Outcome;

namespace {

std::string calibrate(const std::string& more) {
  return "switch '" + tests::source_path("platforms/presets/eight_accelerators_benes.yaml") +
         "' calibrate " + more;
}

const char* const kUntrimmed = "--set switch.variation.phase=uniform --set switch.dac_max_V=2.2 ";

void expect_wrong(const std::string& arguments, const std::string& text) {
  CAPTURE(arguments);
  const Outcome outcome = call(arguments);
  CHECK(outcome.exit_code == 2);
  CAPTURE(outcome.output);
  CHECK(outcome.output.find(text) != std::string::npos);
}

}  // namespace

TEST_CASE("calibrate shows four chips and the yield") {
  const Outcome text = call(calibrate(std::string(kUntrimmed) + "--chips 5"));
  CHECK(text.exit_code == 0);
  CHECK(text.output.find("recalibrated") != std::string::npos);
  CHECK(text.output.find("of the seeds 1 to 5") != std::string::npos);
  const Outcome json =
      call(calibrate(std::string(kUntrimmed) + "--chips 5 --loss 8 --crosstalk -15 --json"));
  REQUIRE(json.exit_code == 0);
  const auto parsed = nlohmann::json::parse(json.output);
  CHECK(parsed["rows"].size() == 4);
  CHECK(parsed["cells"].size() == 20);
  CHECK(parsed["target_loss_dB"] == 8.0);
  CHECK(parsed["target_crosstalk_dB"] == -15.0);
  CHECK(parsed["yield"]["calibrated"]["met"] == 5);
  // Same seed, same bytes.
  CHECK(call(calibrate(std::string(kUntrimmed) + "--chips 5 --loss 8 --crosstalk -15 --json"))
            .output == json.output);
}

TEST_CASE("calibrate says of how many cells a state is out of reach") {
  const Outcome outcome = call(calibrate("--set switch.variation.phase=uniform"));
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.find("cells have a state out of their driver's reach") != std::string::npos);
}

TEST_CASE("calibrate refuses what it cannot do, with a place") {
  expect_wrong(calibrate("--chips 0"), "--chips");
  expect_wrong(calibrate("--loss nan"), "found nan");
  expect_wrong(calibrate("--crosstalk 3"), "--crosstalk");
  expect_wrong(calibrate("--set switch.monitor.adc_bits=17"), "switch.monitor.adc_bits");
  expect_wrong(calibrate("--set switch.variation.phase=random"), "switch.variation.phase");
  expect_wrong(calibrate("--set switch.variation.phase=uniform "
                         "--set switch.phase_error_sigma_rad=0.1"),
               "has no effect with variation.phase: uniform");
  expect_wrong("switch '" + tests::source_path("platforms/presets/switches/lightin_mesh.yaml") +
                   "' calibrate",
               "expected a topology of Mach-Zehnder cells");
  expect_wrong("switch '" + tests::source_path("platforms/presets/switches/berkeley_32x32.yaml") +
                   "' calibrate",
               "expected a topology of Mach-Zehnder cells");
}
