// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/platforms/input_cases.hpp"
#include "tests/support/paths.hpp"

using namespace heliograph;
using namespace heliograph::platforms;

TEST_CASE("every wrong scenario is refused with the exact text that the table says") {
  const std::vector<InputCase> cases =
      read_input_cases(tests::source_path("tests/platforms/wrong_inputs.txt"));
  CHECK(cases.size() >= 60);
  for (const InputCase& wrong : cases) {
    INFO("case: " << wrong.name);
    const TemporaryFolder folder;
    for (const auto& [name, text] : wrong.files) {
      folder.write(name, text);
    }
    REQUIRE_FALSE(wrong.says.empty());
    CHECK(complaint(folder, wrong.overrides) == wrong.says);
  }
}
