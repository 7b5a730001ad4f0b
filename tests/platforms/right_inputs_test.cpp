// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <filesystem>

#include "systemc/control/verilated/switch_ctrl_rtl.hpp"
#include "tests/platforms/input_cases.hpp"
#include "tests/support/paths.hpp"

using namespace heliograph;
using namespace heliograph::platforms;

namespace {

std::vector<std::string> yaml_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(tests::source_path(folder))) {
    if (entry.path().extension() == ".yaml") {
      files.push_back(entry.path().string());
    }
  }
  return files;
}

ScenarioConfig read(const TemporaryFolder& folder, const std::vector<std::string>& options = {}) {
  return read_scenario(folder.path("scenario.yaml"), options);
}

}  // namespace

TEST_CASE("every right scenario of the table is read") {
  for (const InputCase& right :
       read_input_cases(tests::source_path("tests/platforms/right_inputs.txt"))) {
    INFO("case: " << right.name);
    const TemporaryFolder folder;
    for (const auto& [name, text] : right.files) {
      folder.write(name, text);
    }
    CHECK(complaint(folder, right.overrides).empty());
  }
}

TEST_CASE("every scenario and platform that is shipped is read as what it is") {
  const std::vector<std::string> scenarios = yaml_files("testbenches/scenarios");
  const std::vector<std::string> presets = yaml_files("platforms/presets");
  CHECK(scenarios.size() >= 2);
  CHECK(presets.size() >= 1);
  for (const std::string& file : scenarios) {
    CAPTURE(file);
    CHECK_FALSE(is_platform_file(file, DiskFiles()));
    CHECK_NOTHROW(read_scenario(file, {}));
  }
  for (const std::string& file : presets) {
    CAPTURE(file);
    CHECK(is_platform_file(file, DiskFiles()));
    CHECK_NOTHROW(read_platform(file, DiskFiles()));
  }
}

TEST_CASE("own keys win over included ones, later files over earlier, options over all") {
  const TemporaryFolder folder;
  folder.write("one.yaml", "fibre: {length_m: 1, group_index: 1.1}\nnic: {doorbell_ns: 1}\n");
  folder.write("two.yaml", "include: three.yaml\nfibre: {length_m: 2}\n");
  folder.write("three.yaml", "fibre: {length_m: 3, facet_loss_dB: 3}\nnic: {processing_ns: 3}\n");
  folder.write("scenario.yaml",
               "platform: {include: [one.yaml, two.yaml], nic: {doorbell_ns: 7}}\n"
               "workload: {generator: ring}\n");
  const ScenarioConfig scenario =
      read(folder, {"platform.nic.processing_ns=9", "seed=5", "seed=6"});
  CHECK(scenario.platform.fibre.length.value() == 2.0);
  CHECK(scenario.platform.fibre.group_index == 1.1);
  CHECK(scenario.platform.fibre.facet_loss.value() == 3.0);
  CHECK(scenario.platform.nic.doorbell == base::Picoseconds(7'000));
  CHECK(scenario.platform.nic.processing == base::Picoseconds(9'000));
  CHECK(scenario.seed == 6);
}

TEST_CASE("a scenario's switch lies over its platform's, key by key, and options over both") {
  const TemporaryFolder folder;
  folder.write("machine.yaml", "accelerators: 4\nswitch: {ports: 4, tau_us: 3, dac_bits: 12}\n");
  folder.write("scenario.yaml",
               "platform: machine.yaml\nswitch: {tau_us: 4}\nworkload: {generator: ring}\n");
  const ScenarioConfig scenario = read(folder, {"switch.dac_bits=11"});
  CHECK(scenario.fabric_switch.ports == 4);
  CHECK(scenario.fabric_switch.thermal.tau == base::Picoseconds(4'000'000));
  CHECK(scenario.fabric_switch.driver.dac_bits == 11);
}

TEST_CASE("an option can name another platform and then change it") {
  const TemporaryFolder folder;
  folder.write("other.yaml", "accelerators: 16\nswitch: {ports: 16}\n");
  folder.write("scenario.yaml", "platform: nowhere.yaml\nworkload: {generator: ring}\n");
  const ScenarioConfig scenario =
      read(folder, {"platform=" + folder.path("other.yaml"), "platform.accelerators=12"});
  CHECK(scenario.platform.accelerators == 12);
  CHECK(scenario.fabric_switch.ports == 16);
  CHECK(scenario.workload.ranks == 12);
}

TEST_CASE("a platform that an included file names lies under the scenario's own keys") {
  const TemporaryFolder folder;
  folder.write("common/base.yaml", "platform: machine.yaml\nworkload: {generator: ring}\n");
  folder.write("common/machine.yaml", "accelerators: 4\nfibre: {length_m: 5}\n");
  folder.write("scenario.yaml", "include: common/base.yaml\nplatform: {fibre: {group_index: 2}}\n");
  const ScenarioConfig scenario = read(folder);
  CHECK(scenario.platform.accelerators == 4);
  CHECK(scenario.platform.fibre.length.value() == 5.0);
  CHECK(scenario.platform.fibre.group_index == 2.0);
}

TEST_CASE("a path is relative to the file that gives it") {
  const TemporaryFolder folder;
  folder.write("deep/er/workload.yaml", "workload: {file: ../ring.xml}\n");
  folder.write("deep/ring.xml", "");
  folder.write("scenario.yaml", "include: deep/er/workload.yaml\n");
  CHECK(folder.without_folder(read(folder).workload.file) == "deep/ring.xml");
}

TEST_CASE("numbers are taken in the unit of their key") {
  const TemporaryFolder folder;
  folder.write("scenario.yaml",
               "platform: {transceiver: {line_rate_Gbps: 199.999999999, tx_latency_ns: 0.5}}\n"
               "workload: {generator: ring, bytes: 1.5 MiB}\n");
  const ScenarioConfig scenario = read(folder);
  CHECK(scenario.platform.transceiver.protocol.line_rate.bits_per_second() == 199'999'999'999);
  CHECK(scenario.platform.transceiver.protocol.tx_latency == base::Picoseconds(500));
  CHECK(scenario.workload.bytes == base::Bytes(1'572'864));
}

TEST_CASE("a port count is accepted exactly where a controller is built for it") {
  const std::vector<unsigned> built = systemc::built_switch_ctrl_sizes();
  for (unsigned ports = 2; ports <= 64; ++ports) {
    const bool accepted = complaint_about("switch: {ports: " + std::to_string(ports) +
                                          "}\nplatform: {accelerators: 2}\n"
                                          "workload: {generator: ring}\n")
                              .empty();
    CHECK(accepted == (std::find(built.begin(), built.end(), ports) != built.end()));
  }
}

TEST_CASE("a default scenario has no mistake but its missing workload") {
  CHECK(complaint_about("{}") ==
        "scenario.yaml: error: 'workload': expected a `file` or a `generator`\n");
}
