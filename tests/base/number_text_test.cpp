// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <rapidcheck.h>
#include <string_view>

#include "base/number_text.hpp"

namespace heliograph::base {
namespace {

using Text = const char*;

TEST_CASE("numbers are written as short as they can be read back") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(212.5) == "212.5");
  CHECK(number_text(-3.0) == "-3");
  CHECK(number_text(1e300) == "1e+300");
  CHECK(number_text(2.4e-4) == "0.00024");
  CHECK(number_text(5e-324) == "5e-324");
  CHECK(rc::check("round trip", [](double value) {
    const std::optional<double> back = parse_number(number_text(value));
    RC_ASSERT(back.has_value());
    RC_ASSERT(*back == value);
  }));
}

TEST_CASE("rounded numbers hide the last bits of a unit conversion") {
  CHECK(number_text(500e-6 / 1e-6) != "500");
  CHECK(rounded_number_text(0.1 + 0.2) == "0.3");
  CHECK(rounded_number_text(25 * 1e-6 / 1e-6) == "25");
  CHECK(rounded_number_text(1.0 / 3.0) == "0.333333333333333");
}

TEST_CASE("a number is the whole text") {
  const auto [text, value] = GENERATE(table<Text, double>({{"1", 1.0},
                                                           {"+1", 1.0},
                                                           {"-0.5", -0.5},
                                                           {"1e3", 1000.0},
                                                           {"1E-3", 0.001},
                                                           {".5", 0.5},
                                                           {"5.", 5.0},
                                                           {"007", 7.0}}));
  CAPTURE(text);
  REQUIRE(parse_number(text).has_value());
  CHECK(*parse_number(text) == value);
}

TEST_CASE("what is no finite decimal number is refused") {
  const Text text = GENERATE("", " ", "1 ", " 1", "+", "-", "++1", "+-1", "-+1", "--1", "0x10",
                             "1,5", "1_000", "nan", "inf", "-inf", "infinity", "1e", "e5", "1e400",
                             "1.2.3", "12 ns", "1e3ns", "true", "\xc2\xb5");
  CAPTURE(text);
  CHECK_FALSE(parse_number(text).has_value());
}

TEST_CASE("a whole number is the whole text and fits") {
  CHECK(parse_integer("42") == 42);
  CHECK(parse_integer("+42") == 42);
  CHECK(parse_integer("-42") == -42);
  CHECK(parse_integer("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  CHECK(parse_integer("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  const Text text =
      GENERATE("", "1.0", "1e3", "0x1", "9223372036854775808", "+-1", "4 ", "12a", "-");
  CAPTURE(text);
  CHECK_FALSE(parse_integer(text).has_value());
}

TEST_CASE("a list of whole numbers is parted by commas or spaces") {
  using List = std::vector<std::int64_t>;
  CHECK(parse_integers("[]") == List{});
  CHECK(parse_integers("[ ]") == List{});
  CHECK(parse_integers("7") == List{7});
  CHECK(parse_integers("[7]") == List{7});
  CHECK(parse_integers("0, 39 ,38,  -37 36") == List{0, 39, 38, -37, 36});
  CHECK(parse_integers("[0 39, +38 ]") == List{0, 39, 38});
  const Text text = GENERATE("", " ", "[", "]", "1,", ",1", "1,,2", "1, ,2", "[1", "1]", "1.5", "a",
                             "1;2", "[[1]]", "9223372036854775808");
  CAPTURE(text);
  CHECK_FALSE(parse_integers(text).has_value());
}

TEST_CASE("sizes take binary suffixes") {
  const auto [text, bytes] =
      GENERATE(table<Text, std::int64_t>({{"0", 0},
                                          {"4096", 4096},
                                          {"4096B", 4096},
                                          {"4096 B", 4096},
                                          {"1KiB", 1024},
                                          {"1 KiB", 1024},
                                          {"64KiB", 65536},
                                          {"1.5MiB", 1572864},
                                          {"0.5KiB", 512},
                                          {"2GiB", 2147483648},
                                          {"1TiB", 1099511627776},
                                          {"1e3", 1000},
                                          // Beyond 2^53 a double would drop the last bit.
                                          {"9007199254740993", 9007199254740993},
                                          {"8796093022209KiB", 9007199254742016}}));
  CAPTURE(text);
  CHECK(parse_size(text) == bytes);
}

TEST_CASE("what is no whole number of bytes is refused") {
  const Text text =
      GENERATE("", "B", "KiB", " KiB", "-1", "-1KiB", "1.5", "1.5B", "0.1KiB", "1KB", "1MB", "1kib",
               "1KiBB", "1KiB ", " 1KiB", "1 000", "nanKiB", "infMiB", "1e30",
               "9223372036854775808", "9007199254740993KiB", "8388608TiB", "0x10");
  CAPTURE(text);
  CHECK_FALSE(parse_size(text).has_value());
}

TEST_CASE("sizes are written in the largest unit that divides them") {
  CHECK(size_text(0) == "0 B");
  CHECK(size_text(1500) == "1500 B");
  CHECK(size_text(1024) == "1 KiB");
  CHECK(size_text(1025) == "1025 B");
  CHECK(size_text(1 << 20) == "1 MiB");
  CHECK(size_text(std::int64_t{3} << 40) == "3 TiB");
  CHECK(rc::check("round trip", [] {
    const auto bytes = *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 62);
    RC_ASSERT(parse_size(size_text(bytes)) == bytes);
  }));
}

}  // namespace
}  // namespace heliograph::base
