// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/diagnostics.hpp"
#include "platforms/description/scenario_reader.hpp"
#include "tests/support/paths.hpp"

using namespace heliograph;
using namespace heliograph::platforms;

namespace {

std::vector<std::string> shipped_texts() {
  std::vector<std::string> texts;
  for (const char* folder :
       {"testbenches/scenarios", "platforms/presets", "platforms/presets/switches"}) {
    for (const auto& entry : std::filesystem::directory_iterator(tests::source_path(folder))) {
      if (entry.path().extension() == ".yaml") {
        std::ifstream stream(entry.path(), std::ios::binary);
        std::ostringstream text;
        text << stream.rdbuf();
        texts.push_back(text.str());
      }
    }
  }
  return texts;
}

/// Cuts, doubles, replaces or inserts a piece somewhere.
std::string mutate(std::string text, const std::vector<std::string>& pieces) {
  const auto at = [&] { return *rc::gen::inRange<std::size_t>(0, text.size() + 1); };
  const std::size_t begin = at();
  const std::size_t length = std::min(*rc::gen::inRange<std::size_t>(0, 12), text.size() - begin);
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return text.erase(begin, length);
    case 1:
      return text.insert(at(), text.substr(begin, length));
    case 2:
      return text.replace(begin, length, *rc::gen::arbitrary<std::string>());
    default:
      return text.insert(begin, *rc::gen::elementOf(pieces));
  }
}

}  // namespace

/// Throws rapidcheck's failure unless `text` is read or refused with messages that have a place.
void check_one(const std::string& text, const std::string& included,
               const std::vector<std::string>& options) {
  const MemoryFiles files({{"s.yaml", text}, {"a.yaml", included}});
  try {
    (void)read_scenario("s.yaml", options, files);
  } catch (const base::InputError& fault) {
    RC_ASSERT(fault.diagnostics().has_errors());
    for (const base::Diagnostic& entry : fault.diagnostics().entries()) {
      RC_ASSERT_FALSE(entry.message.empty());
      RC_ASSERT(entry.location.line >= 0 && entry.location.column >= 0);
      RC_ASSERT((entry.location.line == 0) == (entry.location.column == 0));
    }
  }
}

TEST_CASE("no mutation of a shipped description does more than be refused") {
  const std::vector<std::string> texts = shipped_texts();
  const std::vector<std::string> pieces = {
      ": ",     "\n",       "\n  ", "- ",   "[",
      "]",      "{",        "}",    "&a ",  "*a",
      "!!",     "<<: ",     "\"",   "'",    "#",
      "---\n",  "|\n",      "\t",   "~",    "include: a.yaml\n",
      ",",      "platform", "1e99", "nan",  "? ",
      "seed: ", "%",        "\\x0", "\r\n", "switch: {ports: 4}\n"};
  constexpr int kMutations = 30;
  const bool held = rc::check([&] {
    std::string text = *rc::gen::elementOf(texts);
    for (int i = 0; i < kMutations; ++i) {
      text = mutate(std::move(text), pieces);
      check_one(text, *rc::gen::elementOf(texts), {mutate("workload.bytes=1MiB", pieces)});
    }
  });
  CHECK(held);
}
