// SPDX-License-Identifier: Apache-2.0
// The switches that come with the program.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include "platforms/build/switch_builder.hpp"
#include "platforms/description/file_source.hpp"
#include "platforms/description/scenario_reader.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::platforms {
namespace {

struct Expected {
  std::size_t ports = 0;
  std::size_t cells = 0;
};

/// What the papers say, or the field's formulae: see photonics/fabric/topology.hpp.
const std::map<std::string, Expected> kPresets{
    {"lightin_4x4", {4, 40}},   {"lightin_mesh", {32, 40}}, {"smartlight", {40, 72}},
    {"lu_16x16", {16, 56}},     {"chen_8x8", {8, 112}},     {"berkeley_32x32", {32, 1024}},
    {"aist_32x32", {32, 1024}}, {"ibm_4x4", {4, 24}},
};

std::string path_of(const std::string& name) {
  return tests::source_path("platforms/presets/switches/" + name + ".yaml");
}

TEST_CASE("presets of measured switches: ports, cells, title and reference") {
  for (const auto& [name, expected] : kPresets) {
    CAPTURE(name);
    const ScenarioConfig config = read_switch(path_of(name), {}, DiskFiles());
    CHECK_FALSE(config.fabric_switch.title.empty());
    CHECK_FALSE(config.fabric_switch.reference.empty());
    const SwitchParts parts = build_switch(config.fabric_switch, config.seed);
    CHECK(parts.fabric->ports() == expected.ports);
    CHECK(parts.fabric->cells() == expected.cells);
    CHECK(parts.router != nullptr);
  }
}

TEST_CASE("an electrical machine has no switch to look at") {
  CHECK_THROWS_WITH(
      read_switch(tests::source_path("platforms/presets/electrical_ring_64.yaml"), {}, DiskFiles()),
      Catch::Contains("this machine has no optical switch"));
}

TEST_CASE("presets of measured switches: there are no others") {
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(tests::source_path("platforms/presets/switches"))) {
    CAPTURE(entry.path());
    CHECK(kPresets.count(entry.path().stem().string()) == 1);
    ++files;
  }
  CHECK(files == kPresets.size());
}

TEST_CASE("presets of measured switches: each number says what it rests on") {
  // A line with a number has a comment that begins with one of the words for it; ports and the size
  // of a mesh are the switch itself.
  const std::regex number(R"(^ +(\w+): [-0-9.e]+ *(#.*)?$)");
  const std::regex basis("# (cited|derived|fitted|recalled|assumed)\\b.*");
  std::size_t numbers = 0;
  for (const auto& [name, expected] : kPresets) {
    std::ifstream file(path_of(name));
    for (std::string line; std::getline(file, line);) {
      std::smatch parts;
      if (!std::regex_match(line, parts, number) || parts[1] == "ports") {
        continue;
      }
      CAPTURE(name, line);
      CHECK(std::regex_match(parts[2].str(), basis));
      ++numbers;
    }
  }
  CHECK(numbers > 50);
}

TEST_CASE("presets of measured switches: what fits a controller can stand behind one") {
  for (const auto& [name, expected] : kPresets) {
    CAPTURE(name);
    const ScenarioConfig config = read_switch(path_of(name), {}, DiskFiles());
    if (std::holds_alternative<photonics::Topology>(config.fabric_switch.fabric)) {
      CHECK_NOTHROW(check_controllable(config.fabric_switch,
                                       *build_switch(config.fabric_switch, config.seed).fabric));
    }
  }
}

}  // namespace
}  // namespace heliograph::platforms
