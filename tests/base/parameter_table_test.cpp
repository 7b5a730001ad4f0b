// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>
#include <string>

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::base {
namespace {

enum class Colour { red, green };

struct Config {
  double ratio = 0.5;
  Watt power{21.4e-3};
  Picoseconds delay{8'700'000};
  BitRate rate{212'500'000'000};
  int count = 4;
  Bytes size{1 << 20};
  bool on = true;
  std::string file = "a.xml";
  Colour colour = Colour::green;
  std::uint8_t narrow = 7;
};

const Source kSource{Basis::assumed, "a test"};

ParameterTable<Config> make_table() {
  ParameterTable<Config> table;
  table.number("ratio", &Config::ratio, {"", 1.0}, Range{0.0, 1.0, true}, "a ratio", kSource)
      .number("power_mW", &Config::power, {"mW", 1e-3}, Range::at_least(0.0), "a power", kSource)
      .number("delay_ns", &Config::delay, {"ns", 1e3}, Range{0.0, 1e9}, "a delay", kSource)
      .number("rate_Gbps", &Config::rate, {"Gb/s", 1e9}, Range::above(0.0), "a rate", kSource)
      .integer("count", &Config::count, Range{1, 64}, "a count", kSource)
      .size("bytes", &Config::size, Range{1, 1e12}, "a size", kSource)
      .boolean("on", &Config::on, "a switch", kSource)
      .text("file", &Config::file, "a file", kSource)
      .choice("colour", &Config::colour, {{"red", Colour::red}, {"green", Colour::green}},
              "a colour", kSource)
      .integer("narrow", &Config::narrow, Range::at_least(0), "a small number", kSource);
  return table;
}

/// Assigns by name and returns the value's text, or "refused".
std::string assigned(const std::string& name, const std::string& text, Config& config) {
  const auto table = make_table();
  const std::size_t position = table.find(name).value();
  return table.assign(config, position, text) ? table.value_text(config, position) : "refused";
}
std::string assigned(const std::string& name, const std::string& text) {
  Config config;
  return assigned(name, text, config);
}

TEST_CASE("the declared default is what the config struct holds, in the key's unit") {
  const auto table = make_table();
  const auto default_of = [&](const char* name) {
    return table.infos()[table.find(name).value()].default_text;
  };
  CHECK(default_of("ratio") == "0.5");
  CHECK(default_of("power_mW") == "21.4");
  CHECK(default_of("delay_ns") == "8700");
  CHECK(default_of("rate_Gbps") == "212.5");
  CHECK(default_of("count") == "4");
  CHECK(default_of("bytes") == "1048576");
  CHECK(default_of("on") == "true");
  CHECK(default_of("file") == "a.xml");
  CHECK(default_of("colour") == "green");
  CHECK_FALSE(table.find("Ratio").has_value());
  CHECK_FALSE(table.find("").has_value());
}

TEST_CASE("every default can be assigned again and changes nothing") {
  const auto table = make_table();
  for (std::size_t i = 0; i < table.infos().size(); ++i) {
    Config config;
    CAPTURE(table.infos()[i].name);
    CHECK(table.assign(config, i, table.infos()[i].default_text));
    CHECK(table.value_text(config, i) == table.infos()[i].default_text);
  }
}

TEST_CASE("values are read in the key's unit") {
  Config config;
  CHECK(assigned("power_mW", "30", config) == "30");
  CHECK(config.power.value() == Approx(0.03));
  CHECK(assigned("delay_ns", "0.625", config) == "0.625");
  CHECK(config.delay == Picoseconds(625));
  CHECK(assigned("delay_ns", "0.0004", config) == "0");
  CHECK(assigned("rate_Gbps", "106.25", config) == "106.25");
  CHECK(config.rate == BitRate(106'250'000'000));
  CHECK(assigned("bytes", "64KiB", config) == "65536");
  CHECK(config.size == Bytes(65536));
  CHECK(assigned("on", "false", config) == "false");
  CHECK_FALSE(config.on);
  CHECK(assigned("colour", "red", config) == "red");
  CHECK(config.colour == Colour::red);
  CHECK(assigned("file", "b c", config) == "b c");
}

TEST_CASE("values outside their range or of another kind are refused and change nothing") {
  const auto [name, text] = GENERATE(table<const char*, const char*>(
      {{"ratio", "0"},       {"ratio", "1.0001"}, {"ratio", "nan"},   {"ratio", "-1"},
       {"ratio", ""},        {"ratio", "half"},   {"power_mW", "-1"}, {"power_mW", "inf"},
       {"delay_ns", "1e10"}, {"delay_ns", "1us"}, {"rate_Gbps", "0"}, {"count", "0"},
       {"count", "65"},      {"count", "4.0"},    {"bytes", "0"},     {"bytes", "1KB"},
       {"bytes", "2TiB"},    {"colour", "Red"},   {"colour", ""},     {"on", "yes"},
       {"on", "True"},       {"narrow", "-1"},    {"narrow", "1e2"}}));
  CAPTURE(name, text);
  Config config;
  const auto declared = make_table();
  CHECK(assigned(name, text, config) == "refused");
  for (std::size_t i = 0; i < declared.infos().size(); ++i) {
    CHECK(declared.value_text(config, i) == declared.infos()[i].default_text);
  }
}

TEST_CASE("both ends of a range belong to it unless it says otherwise") {
  CHECK(assigned("ratio", "1") == "1");
  CHECK(assigned("count", "1") == "1");
  CHECK(assigned("count", "64") == "64");
  CHECK(assigned("power_mW", "0") == "0");
}

TEST_CASE("a whole number that its member cannot hold is refused, whatever the range") {
  CHECK(assigned("narrow", "255") == "255");
  CHECK(assigned("narrow", "256") == "refused");
  CHECK(assigned("narrow", "9223372036854775807") == "refused");
}

TEST_CASE("ranges read as text") {
  CHECK(Range{0.0, 100.0}.text() == "[0, 100]");
  CHECK(Range{0.0, 1.0, true}.text() == "(0, 1]");
  CHECK(Range::at_least(0.0).text() == ">= 0");
  CHECK(Range::above(0.5).text() == "> 0.5");
  CHECK(Range{-std::numeric_limits<double>::infinity(), 3.0}.text() == "<= 3");
  CHECK(Range{}.text() == "any number");
}

TEST_CASE("a range of whole numbers is written as its numbers are accepted") {
  CHECK(Range{0.0, 9.0e15}.whole_text() == "[0, 9000000000000000]");
  CHECK(Range{0.0, 9.0e15}.text() == "[0, 9e+15]");
  CHECK(Range{-1e6, 1e18}.whole_text() == "[-1000000, 1e+18]");  // beyond what a double counts
  CHECK(Range::at_least(1e5).whole_text() == ">= 100000");
  CHECK_FALSE(Range{}.contains(std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("what a parameter expects reads as text") {
  const auto table = make_table();
  const auto expects = [&](const char* name) {
    return table.infos()[table.find(name).value()].expectation();
  };
  CHECK(expects("ratio") == "a number, (0, 1]");
  CHECK(expects("power_mW") == "a number in mW, >= 0");
  CHECK(expects("count") == "a whole number, [1, 64]");
  CHECK(expects("on") == "true or false");
  CHECK(expects("file") == "a text");
  CHECK(expects("colour") == "one of red, green");
  CHECK(expects("bytes").find("a size in bytes") == 0);
}

TEST_CASE("each basis and kind has a word of its own") {
  CHECK(to_string(Basis::cited) == "cited");
  CHECK(to_string(Basis::derived) == "derived");
  CHECK(to_string(Basis::recalled) == "recalled");
  CHECK(to_string(Basis::assumed) == "assumed");
  CHECK(to_string(Basis::chosen) == "chosen");
  CHECK(to_string(ParameterKind::number) == "number");
  CHECK(to_string(ParameterKind::integer) == "integer");
  CHECK(to_string(ParameterKind::boolean) == "boolean");
  CHECK(to_string(ParameterKind::text) == "text");
  CHECK(to_string(ParameterKind::choice) == "choice");
  CHECK(to_string(ParameterKind::size) == "size");
}

}  // namespace
}  // namespace heliograph::base
