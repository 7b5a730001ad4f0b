// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/photonics/formats/format_sample.hpp"

namespace heliograph::photonics {
namespace {

using Complex = std::complex<double>;
using Names = std::vector<std::string>;

const std::string kNothing =
    "f.dat: warning: no block for 3 of 4 pairs of ports, as from 'port 1' "
    "to 'port 1': taken as no light\n";

struct Quirk {
  std::string what;
  std::string text;
  Complex s21;  // of the first point, from the first to the second port
  Names ports;
  std::string said;
};

std::vector<Quirk> table() {
  const std::string head = "('port 2','TE',1,'port 1',1,'transmission')\n";
  const std::string rows = "(2,3)\n1.9e+14\t0.5\t0\n2e+14\t0.25\t0\n";
  const Names plain{"port 2", "port 1"};
  return {
      {"the first port is where light comes out", head + rows, 0.5, plain, ""},
      {"double quotes and blanks",
       "( \"port 2\" , \"TE\" , 1, \"port 1\", 1 , \"transmission\" ) \n"
       "( 2, 3 )\n1.9e+14 0.5 0\n2e+14  0.25 0\n",
       0.5, plain, ""},
      {"DOS line ends and blank lines", head + "\r\n(2,3)\r\n\r\n1.9e14 0.5 0\r\n2e14 0.25 0\r\n",
       0.5, plain, ""},
      {"commas between the numbers", head + "(2,3)\n1.9e14,0.5,0\n2e14, 0.25, 0", 0.5, plain, ""},
      {"a phase that was never wrapped",
       head + "(2,3)\n1.9e14 0.5 -62.83185307179586\n"
              "2e14 0.25 -94.2\n",
       0.5, plain, ""},
      {"no mode name", "('port 2','',1,'port 1',1,'transmission')\n" + rows, 0.5, plain, ""},
      {"a type in capitals", "('port 2','TE',1,'port 1',1,'TRANSMISSION')\n" + rows, 0.5, plain,
       ""},
      {"descending frequencies", head + "(2,3)\n2e14 0.25 0\n1.9e14 0.5 0\n", 0.5, plain, ""},
      {"port lines give the order",
       "['port 1','LEFT']\n['port 2','RIGHT']\n" + head + rows,
       0.5,
       {"port 1", "port 2"},
       ""},
      {"a count of ports and modes", "[2,1]\n" + head + rows, 0.5, plain, ""},
      {"a group delay is added about the middle row",
       "('port 2','TE',1,'port 1',1,'transmission',1e-13)\n" + rows, 0.5 * Complex(1, 0), plain,
       ""},
      {"frequencies that rounding made uneven",
       head + rows +
           "('port 1','TE',1,'port 2',1,'transmission')\n(2,3)\n1.90001e+14 0.5 0\n2e+14 0.25 0\n",
       0.5, plain, ""},
  };
}

TEST_CASE("Lumerical files are read as tools write them") {
  for (const Quirk& quirk : table()) {
    INFO(quirk.what);
    const auto reading = sample::lumerical(quirk.text);
    INFO(reading.said);
    REQUIRE(reading.result);
    const SParameters& data = *reading.result;
    CHECK(data.ports == quirk.ports);
    CHECK(data.frequencies.front().value() == 1.9e14);
    const Eigen::Index to = quirk.ports.front() == "port 2" ? 0 : 1;
    CHECK(std::abs(data.values.front()(to, 1 - to) - quirk.s21) < 1e-12);
  }
}

TEST_CASE("a pair of ports without a block has no light, and a warning says so") {
  const auto reading = sample::lumerical(
      "['port 1','LEFT']\n('port 2','TE',1,'port 1',1,'transmission')\n(1,3)\n1.9e14 0.5 0\n");
  REQUIRE(reading.result);
  CHECK(reading.said ==
        kNothing +
            "f.dat:4:1: warning: these data are not reciprocal: 'port 1' to 'port 2' and back "
            "differ by 0.5 in field at 190 THz; used as they are\n");
  CHECK(reading.result->values[0](0, 0) == Complex(0, 0));
}

TEST_CASE("a group delay turns the phase about the middle row") {
  const auto reading = sample::lumerical(
      "('a','',1,'a',1,'transmission',2.5e-14)\n(3,3)\n1.9e14 0.5 0\n2e14 0.5 0\n2.1e14 0.5 0\n");
  REQUIRE(reading.result);
  // 2 pi * 2.5e-14 s * 1e13 Hz is a quarter turn.
  CHECK(std::abs(reading.result->values[0](0, 0) - Complex(0, -0.5)) < 1e-9);
  CHECK(std::abs(reading.result->values[1](0, 0) - Complex(0.5, 0)) < 1e-9);
  CHECK(std::abs(reading.result->values[2](0, 0) - Complex(0, 0.5)) < 1e-9);
}

TEST_CASE("modes of one port become ports of their own") {
  const auto block = [](const char* out, const char* mode, int out_mode, int in_mode) {
    return "('" + std::string(out) + "','" + mode + "'," + std::to_string(out_mode) + ",'a'," +
           std::to_string(in_mode) + ",'transmission')\n(1,3)\n1.9e14 0.5 0\n";
  };
  const auto by_number =
      sample::lumerical(block("b", "TE", 1, 1) + block("b", "TM", 2, 2) + block("b", "TM", 2, 1));
  REQUIRE(by_number.result);
  CHECK(by_number.result->ports == Names{"b@TE", "a@TE", "b@TM", "a@TM"});
  CHECK(by_number.result->values[0](2, 1) == Complex(0.5, 0));

  const auto by_name = sample::lumerical(block("b", "TE", 1, 1) + block("b", "TM", 1, 1));
  REQUIRE(by_name.result);
  CHECK(by_name.result->ports == Names{"b@TE", "a@TE", "b@TM", "a@TM"});

  const auto no_names = sample::lumerical(block("b", "", 1, 1) + block("b", "", 2, 2));
  REQUIRE(no_names.result);
  CHECK(no_names.result->ports == Names{"b@1", "a@1", "b@2", "a@2"});
}

TEST_CASE("Lumerical data that gain power warn with port, frequency and gain, and go on") {
  const auto reading =
      sample::lumerical("('a','',1,'a',1,'transmission')\n(2,3)\n1.9e14 0.5 0\n2e14 1.1 0\n");
  REQUIRE(reading.result);
  CHECK_THAT(reading.said, Catch::StartsWith("f.dat:4:1: warning: these data gain power: "));
  CHECK_THAT(reading.said, Catch::Contains("1.21"));

  // Found by fuzzing: the place of the row in a file whose frequencies descend.
  const auto descending =
      sample::lumerical("('a','',1,'a',1,'transmission')\n(2,3)\n2e14 0.5 0\n1.9e14 1.1 0\n");
  REQUIRE(descending.result);
  CHECK_THAT(descending.said, Catch::StartsWith("f.dat:4:1: warning: these data gain power: "));
}

}  // namespace
}  // namespace heliograph::photonics
