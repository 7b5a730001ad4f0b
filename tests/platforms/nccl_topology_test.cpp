// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <map>

#include "platforms/description/scenario_reader.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::platforms {

namespace {

std::string gpu(int number, int sm, const std::string& links) {
  const std::string n = std::to_string(number);
  return "<pci busid=\"0000:0" + n + ":00.0\"><gpu dev=\"" + n + "\" sm=\"" + std::to_string(sm) +
         "\" rank=\"" + n + "\">" + links + "</gpu></pci>\n";
}

std::string to_gpu(int other, int count) {
  return "<nvlink target=\"0000:0" + std::to_string(other) + ":00.0\" count=\"" +
         std::to_string(count) + "\" tclass=\"0x030200\"/>";
}

std::string to_switch(int count) {
  return "<nvlink target=\"ffff:ff:ff.f\" count=\"" + std::to_string(count) +
         "\" tclass=\"0x068000\"/>";
}

std::string system_of(const std::string& gpus, const std::string& version = "1") {
  return "<system version=\"" + version + "\">\n<cpu numaid=\"0\">\n" + gpus +
         "</cpu>\n</system>\n";
}

ScenarioConfig read(const std::string& topology, const std::vector<std::string>& overrides = {}) {
  const MemoryFiles files(std::map<std::string, std::string>{
      {"run.yaml", "platform: topo.xml\nworkload: {generator: ring}\n"}, {"topo.xml", topology}});
  return read_scenario("run.yaml", overrides, files);
}

std::string errors_of(const std::string& topology) {
  try {
    (void)read(topology);
    return "";
  } catch (const base::InputError& error) {
    return error.what();
  }
}

std::string mesh_of(int gpus, int count) {
  std::string text;
  for (int a = 0; a < gpus; ++a) {
    std::string links;
    for (int b = 0; b < gpus; ++b) {
      links += a == b ? "" : to_gpu(b, count);
    }
    text += gpu(a, 80, links);
  }
  return text;
}

std::string ring_of(int gpus, int count) {
  std::string text;
  for (int a = 0; a < gpus; ++a) {
    // Each counts only the links to the next one.
    text += gpu(a, 100, to_gpu((a + 1) % gpus, count));
  }
  return text;
}

}  // namespace

TEST_CASE("a topology of NCCL with switches is an ideal switch at the rate of all links") {
  const ScenarioConfig scenario = read_scenario(
      tests::source_path("testbenches/scenarios/two_jobs.yaml"),
      {"platform=" + tests::source_path("testbenches/scenarios/data/eight_gpus_nvswitch.xml"),
       "controller={}"});
  CHECK(scenario.platform.accelerators == 8);
  CHECK(scenario.platform.network == NetworkKind::ideal_switch);
  // 18 links of 20.6 GB/s.
  CHECK(scenario.platform.electrical.line_rate.bits_per_second() == 2'966'400'000'000);
}

TEST_CASE("a topology of NCCL without switches is a full mesh or a ring") {
  const ScenarioConfig mesh = read(system_of(mesh_of(4, 4), "2"));
  CHECK(mesh.platform.accelerators == 4);
  CHECK(mesh.platform.network == NetworkKind::full_mesh);
  CHECK(mesh.platform.electrical.link_rate.bits_per_second() == 4 * 160'000'000'000);
  CHECK(mesh.platform.electrical.line_rate.bits_per_second() == 12 * 160'000'000'000);
  const ScenarioConfig ring = read(system_of(ring_of(5, 2)));
  CHECK(ring.platform.network == NetworkKind::ring);
  CHECK(ring.platform.electrical.link_rate.bits_per_second() == 2 * 320'800'000'000);
  // Keys of the scenario lie over those of the topology.
  CHECK(read(system_of(ring_of(5, 2)), {"platform.electrical.link_rate_Gbps=10"})
            .platform.electrical.link_rate.bits_per_second() == 10'000'000'000);
}

TEST_CASE("what is wrong in a topology of NCCL is said at its place") {
  CHECK(errors_of("<system version=\"1\">") ==
        "topo.xml:1:20: error: is no XML: Start-end tags mismatch\n");
  CHECK(errors_of("<algo/>") ==
        "topo.xml:1:1: error: found <algo>; expected <system>, a topology as NCCL writes it\n");
  CHECK(errors_of("<system version=\"3\"/>") ==
        "topo.xml:1:1: error: found version '3'; expected 1 or 2\n"
        "topo.xml:1:1: error: found 0 GPUs; expected 2 to 1024\n");
  CHECK(errors_of(system_of(gpu(1, 90, to_switch(4)) + gpu(1, 90, to_switch(4)))) ==
        "topo.xml:4:27: error: another GPU has the busid '0000:01:00.0' too\n");
  CHECK(errors_of(system_of(gpu(1, 90, to_switch(4)) + gpu(2, 90, to_switch(5)))) ==
        "topo.xml:4:27: error: has 5 links to switches and links to 0 GPUs; the first has 4 to "
        "switches alone\n");
  CHECK(errors_of(system_of(gpu(1, 90, to_switch(4)) + gpu(2, 80, to_switch(4)))) ==
        "topo.xml:4:27: error: found sm 80; the first GPU has 90, and links have one rate\n");
  CHECK(errors_of(system_of(gpu(1, 70, to_switch(4)) + gpu(2, 70, to_switch(4)))) ==
        "topo.xml:3:27: error: no NVLink rate is known of sm 70; expected 80 to 109\n");
  CHECK(errors_of(system_of(gpu(1, 90, to_gpu(7, 2)) + gpu(2, 90, to_gpu(1, 0)))) ==
        "topo.xml:3:57: error: found target '0000:07:00.0'; expected the busid of a GPU, or "
        "tclass=\"0x068000\" of an NVSwitch\n"
        "topo.xml:4:57: error: count of <nvlink>: found '0'; expected 1 to 1024\n");
  CHECK(errors_of(system_of(gpu(1, 90, "") + gpu(2, 90, "")))
            .find("has no nvlink: only machines whose GPUs are joined by NVLinks are read") !=
        std::string::npos);
  CHECK(errors_of(system_of(gpu(1, 90, to_gpu(2, 1)) + gpu(2, 90, to_gpu(3, 1)) +
                            gpu(3, 90, to_gpu(4, 1)) + gpu(4, 90, "") + gpu(5, 90, to_gpu(4, 1))))
            .find("is joined otherwise than the first GPU, which has links to 1 GPU, 1 to each") !=
        std::string::npos);
}

}  // namespace heliograph::platforms
