// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <algorithm>

#include <catch2/catch.hpp>

#include "tests/platforms/input_cases.hpp"

using namespace heliograph;
using namespace heliograph::platforms;

namespace {

const std::string kGood = "workload: {generator: ring}\n";

std::string repeat(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) {
    all += text;
  }
  return all;
}

std::string numbered(const std::string& prefix, std::size_t count, const std::string& suffix) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) {
    all += prefix + std::to_string(i) + suffix;
  }
  return all;
}

}  // namespace

TEST_CASE("a scenario that is no readable file is refused by name") {
  const TemporaryFolder folder;
  CHECK(complaint(folder) == "scenario.yaml: error: no such file; expected a YAML file\n");
  folder.write("scenario.yaml/x", "");
  CHECK(complaint(folder) == "scenario.yaml: error: this is a directory; expected a YAML file\n");
  const TemporaryFolder other;
  REQUIRE(mkfifo(other.path("scenario.yaml").c_str(), 0600) == 0);
  CHECK(complaint(other) ==
        "scenario.yaml: error: this is not a regular file; expected a YAML file\n");
}

TEST_CASE("a file beyond the limit is refused before it is parsed") {
  CHECK(complaint_about(kGood + "#" + repeat("x", 300'000)) ==
        "scenario.yaml: error: has more than 262144 bytes; expected a shorter description\n");
}

TEST_CASE("bytes that are no UTF-8 text are refused with their place") {
  const std::string tail = ", which is no text; expected YAML in UTF-8\n";
  const auto at = [&](const std::string& place, const std::string& value) {
    return "scenario.yaml:" + place + ": error: found a byte of value " + value + tail;
  };
  CHECK(complaint_about("seed: 1\nworkload: \xE9\n") == at("2:11", "233"));
  CHECK(complaint_about(std::string("\x7F"
                                    "ELF\x02\0\0",
                                    7)) == at("1:1", "127"));
  CHECK(complaint_about(std::string("seed: \0 1", 9)) == at("1:7", "0"));
  CHECK(complaint_about("seed: \xC0\xAF") == at("1:7", "192"));           // overlong
  CHECK(complaint_about("a\xC3\xA9: \xED\xA0\x80") == at("1:5", "237"));  // surrogate
  CHECK(complaint_about("seed: \xF4\x90\x80\x80") == at("1:7", "244"));   // beyond Unicode
  CHECK(complaint_about("seed: \xE2\x82") == at("1:7", "226"));           // cut off
  CHECK(complaint_about("\xFF\xFEs\0e\0") == at("1:1", "255"));           // UTF-16
}

TEST_CASE("a byte order mark and line ends of other systems change nothing") {
  CHECK(complaint_about("\xEF\xBB\xBF" + kGood).empty());
  CHECK(complaint_about("\xEF\xBB\xBFsede: 1\n" + kGood) ==
        "scenario.yaml:1:1: error: unknown key 'sede' in the scenario (did you mean 'seed'?)\n");
  CHECK(complaint_about("workload:\r\n  generator: ring\r\n").empty());
  CHECK(complaint_about("workload:\r\n  generator: ring\r\n  byte: 1\r\n") ==
        "scenario.yaml:3:3: error: unknown key 'byte' in 'workload' (did you mean 'bytes'?)\n");
}

TEST_CASE("aliases cannot make a small file large") {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string below = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + repeat(below + ", ", 9) +
            below + "]\n";
  }
  const std::string too_much =
      ": error: with its aliases the file holds more than 20000 values or 1048576 bytes of text\n";
  CHECK(complaint_about(bomb) == "scenario.yaml:4:5" + too_much);
  const std::string long_text = "a: &a " + repeat("y", 200'000) + "\nb: [";
  CHECK(complaint_about(long_text + repeat("*a, ", 1000) + "*a]\n") ==
        "scenario.yaml:2:17" + too_much);
  std::string chain = "a0: &a0 " + repeat("[", 40) + repeat("]", 40) + "\n";
  chain += "a1: " + repeat("[", 40) + "*a0" + repeat("]", 40) + "\n";
  CHECK(complaint_about(chain) == "scenario.yaml:2:45: error: nested deeper than 64 levels\n");
}

TEST_CASE("brackets without end, long lines and many keys end in a message") {
  CHECK_FALSE(complaint_about(repeat("[", 200'000)).empty());
  CHECK_FALSE(complaint_about(repeat("{", 200'000)).empty());
  CHECK_FALSE(complaint_about(repeat("- ", 100'000)).empty());
  CHECK_FALSE(complaint_about(repeat("? ", 100'000)).empty());
  CHECK_FALSE(complaint_about(repeat("a: ", 80'000)).empty());
  CHECK_FALSE(complaint_about(repeat("&a ", 80'000)).empty());
  CHECK_FALSE(complaint_about(repeat("\"", 200'001)).empty());
  CHECK_FALSE(complaint_about(repeat("---\n", 60'000)).empty());
  CHECK_FALSE(complaint_about(repeat("!", 200'000)).empty());
  CHECK_FALSE(complaint_about("a: |\n" + repeat(" \n", 100'000)).empty());
  CHECK_FALSE(complaint_about(repeat("x", 200'000) + ": 1").empty());
  CHECK_FALSE(complaint_about("{" + numbered("k", 9'000, ": [1], ") + "}").empty());
}

TEST_CASE("not more mistakes are listed than a person reads") {
  const std::string said = complaint_about(kGood + numbered("key", 250, ": 1\n"));
  CHECK(std::count(said.begin(), said.end(), '\n') == 101);
  CHECK(said.substr(said.rfind('\n', said.size() - 2) + 1) ==
        "scenario.yaml: error: and 150 more mistakes, which are not listed\n");
}

TEST_CASE("includes cannot multiply without end") {
  const TemporaryFolder folder;
  folder.write("scenario.yaml", kGood + "include: [" + repeat("a.yaml, ", 9) + "a.yaml]\n");
  const auto list = [](const std::string& name) {
    return "include: [" + repeat(name + ", ", 9) + name + "]\n";
  };
  folder.write("a.yaml", list("b.yaml"));
  folder.write("b.yaml", list("c.yaml"));
  folder.write("c.yaml", "seed: 1\n");
  CHECK(complaint(folder) == "b.yaml:1:67: error: the description includes more than 64 files\n");
}

TEST_CASE("an option of any length ends in a message") {
  const TemporaryFolder folder;
  folder.write("scenario.yaml", kGood);
  CHECK_FALSE(complaint(folder, {"seed=" + repeat("[", 60'000)}).empty());
  CHECK_FALSE(complaint(folder, {"seed=" + repeat("1", 300'000)}).empty());
  CHECK_FALSE(complaint(folder, {repeat("a.", 100'000) + "a=1"}).empty());
  CHECK_FALSE(complaint(folder, {std::string("seed=\xFF")}).empty());
  CHECK_FALSE(complaint(folder, {""}).empty());
}
