// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <catch2/catch.hpp>

#include <fstream>
#include <set>
#include <sstream>

#include "platforms/description/parameter_list.hpp"
#include "platforms/description/parameter_schema.hpp"
#include "tests/support/paths.hpp"

using namespace heliograph;
using namespace heliograph::platforms;

namespace {

std::string committed(const std::string& file) {
  std::ifstream stream(tests::source_path("docs/reference/" + file), std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace

// When these fail: ./heliograph run --list-params=schema > docs/reference/scenario.schema.json
//                  ./heliograph run --list-params=markdown > docs/reference/parameters.md
TEST_CASE("the committed schema is what the declarations give") {
  const bool same =
      committed("scenario.schema.json") == parameter_schema(list_parameters(ScenarioConfig{}));
  CHECK(same);
}

TEST_CASE("the committed parameter tables are what the declarations give") {
  const bool same =
      committed("parameters.md") == parameter_markdown(list_parameters(ScenarioConfig{}));
  CHECK(same);
}

TEST_CASE("every parameter is listed once with a meaning, a source and its value") {
  ScenarioConfig scenario;
  scenario.platform.accelerators = 5;
  scenario.expected_faults = {"lost_frames", "wrong_data"};
  std::set<std::string> paths;
  std::map<std::string, std::string> values;
  for (const ParameterRow& row : list_parameters(scenario)) {
    CAPTURE(row.path());
    CHECK(paths.insert(row.path()).second);
    CHECK_FALSE(row.info.meaning.empty());
    CHECK_FALSE(row.info.source.text.empty());
    values[row.path()] = row.value;
  }
  CHECK(paths.size() > 70);
  CHECK(values["platform.accelerators"] == "5");
  CHECK(values["faults.expected"] == "[lost_frames, wrong_data]");
  const std::string text = parameter_text(list_parameters(scenario));
  CHECK(text.find("platform.accelerators = 5\n    compute nodes, each with a NIC and a transceiver "
                  "at the switch port of its number, at most 32, or with a port of an electrical "
                  "network\n    default 8; allowed [2, 1024]; chosen: the user's machine\n") !=
        std::string::npos);
  CHECK(text.find("switch.tau_us = 5.6 us\n") != std::string::npos);
}
