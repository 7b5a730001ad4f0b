// SPDX-License-Identifier: Apache-2.0
// `heliograph switch FILE settle`, from outside.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/paths.hpp"
#include "tests/testbenches/cli/program.hpp"

using namespace heliograph;
using tests::call;
using tests::Outcome;

namespace {

std::string preset() {
  return "switch '" + tests::source_path("platforms/presets/eight_accelerators_benes.yaml") + "' ";
}

/// One cell of perfect make, whose time constant is 1 us.
std::string ideal_cell(const std::string& more = "") {
  std::string text = preset();
  for (const char* set : {"switch.ports=2", "platform.accelerators=2", "switch.coupler_in=0.5",
                          "switch.coupler_out=0.5", "switch.arm_imbalance_dB=0",
                          "switch.phase_error_sigma_rad=0", "switch.tau_us=1"}) {
    text += std::string("--set ") + set + " ";
  }
  return text + more;
}

const double kPi = std::acos(-1.0);
/// The bar code of 13 bits over 1.65 V is 7262: V^2 / 100 ohm over 21.4 mW, times pi.
const double kBarPhase = kPi * std::pow(1.65 * 7262.0 / 8191.0, 2.0) / 100.0 / 21.4e-3;

nlohmann::json json_of(const std::string& arguments, int exit_code = 0) {
  const Outcome outcome = call(arguments);
  INFO(outcome.output);
  REQUIRE(outcome.exit_code == exit_code);
  return nlohmann::json::parse(outcome.output);
}

void expect_wrong(const std::string& arguments, const std::string& text) {
  CAPTURE(arguments);
  const Outcome outcome = call(arguments);
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output.find(text) != std::string::npos);
}

}  // namespace

TEST_CASE("one cell's crosstalk comes down as the closed form says") {
  for (const double target : {-20.0, -30.0, -40.0}) {
    // Tau is 1 us; crosstalk is tan^2 of half the phase.
    const double closed = std::log(kBarPhase / (2.0 * std::atan(std::pow(10.0, target / 20))));
    const auto json = json_of(ideal_cell("settle --states 0x --from 0:0,1:1 --crosstalk ") +
                              std::to_string(target) + " --json");
    CHECK(json["cooling_cells"] == 1);
    CHECK(json["heating_cells"] == 0);
    REQUIRE(json["rows"].size() == 2);
    for (const auto& row : json["rows"]) {
      CHECK(row["crosstalk_settled_us"].get<double>() == Approx(closed).margin(1e-5));
    }
    CHECK(json["latest_us"].get<double>() == Approx(closed).margin(1e-5));
  }
}

TEST_CASE("overdrive and dead time reach the command") {
  const auto settled = [](const std::string& sets) {
    return json_of(ideal_cell(sets) +
                   "settle --permutation 0,1 --crosstalk -30 --json")["latest_us"]
        .get<double>();
  };
  const double plain = settled("");
  // Heating to the bar code's phase until the missing phase is small enough.
  const double within = 2.0 * std::atan(std::pow(10.0, -1.5));
  CHECK(plain == Approx(std::log(kBarPhase / (kBarPhase - kPi + within))).margin(1e-5));
  const std::string strong = "--set switch.dac_max_V=3 ";
  CHECK(settled(strong) == Approx(plain).margin(0.02));  // another code is nearest to pi
  CHECK(settled(strong + "--set switch.overdrive_ratio=3 ") < std::log(3.0 / 2.0));
  CHECK(settled("--set switch.heater_response=delayed --set switch.diffusion_us=0.3 ") >
        plain + 0.3);
}

TEST_CASE("a target below the floor is never met, which exits 1") {
  const auto json =
      json_of(preset() + "settle --from 0:3,1:2 --circuits 0:2,1:3 --crosstalk -150 --json", 1);
  CHECK(json["all_settle"] == false);
  for (const auto& row : json["rows"]) {
    CHECK(row["crosstalk_settled_us"].is_null());
    CHECK(row["settled_us"].is_null());
    CHECK(row["loss_settled_us"].is_number());
  }
  const Outcome text = call(preset() + "settle --from 0:3,1:2 --circuits 0:2,1:3 --crosstalk -150");
  CHECK(text.exit_code == 1);
  CHECK(text.output.find("never: the target is below what 2 of 2 circuits have in the end") !=
        std::string::npos);
}

TEST_CASE("curves begin with the old states and end settled") {
  const Outcome outcome =
      call(preset() + "settle --random --curves 11 --csv settle_test_curves.csv");
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.find("all settled after") != std::string::npos);
  std::ifstream file("settle_test_curves.csv");
  std::stringstream text;
  text << file.rdbuf();
  std::remove("settle_test_curves.csv");
  const std::string csv = text.str();
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 11 * 8);
  const auto json = json_of(preset() + "settle --random --curves 11 --json");
  REQUIRE(json["curves"].size() == 11);
  CHECK(json["curves"][0]["time_us"] == 0.0);
  for (std::size_t i = 0; i < 8; ++i) {
    const double end = json["curves"][10]["circuits"][i]["loss_dB"];
    CHECK(std::abs(end - json["rows"][i]["loss_dB"].get<double>()) <= 1.0);
  }
  CHECK(json_of(preset() + "settle --random --json")["curves"].empty());
}

TEST_CASE("a netlist settles") {
  const std::string netlist =
      "switch '" + tests::source_path("platforms/presets/netlists/benes_4x4.yaml") + "' ";
  CHECK(json_of(netlist + "settle --json")["rows"].size() == 4);
}

TEST_CASE("what settle does not understand") {
  expect_wrong(preset() + "settle --loss-within 0", "--loss-within");
  expect_wrong(preset() + "settle --crosstalk 3", "--crosstalk");
  expect_wrong(preset() + "settle --curves 5", "--curves: error: needs --csv FILE or --json");
  expect_wrong(preset() + "settle --from 0:9", "--from: error: found '9'; expected a port, 0 to 7");
  expect_wrong(preset() + "settle --circuits 0:1,1:1", "output 1 is used twice");
  expect_wrong(preset() + "--set switch.overdrive_ratio=0.5 settle", "overdrive_ratio");
  expect_wrong(preset() + "--set switch.diffusion_us=1 settle", "without heater_response: delayed");
  expect_wrong(
      preset() + "--set switch.heater_response=delayed --set switch.diffusion_us=200 settle",
      "expected diffusion_us of at most 20 tau_us");
  expect_wrong("switch settle", "file");
}
