// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/photonics/formats/format_sample.hpp"

namespace heliograph::photonics {
namespace {

using Complex = std::complex<double>;

struct Quirk {
  std::string what;
  std::size_t ports;
  std::string text;
  Complex s21;  // of the first point; of a one-port its only element
  double frequency;
  std::string said;
};

std::vector<Quirk> table() {
  const std::string row = " 0.1 0 0.5 0.25 0.3 0 0.4 0\n";
  return {
      {"no words behind #: GHz, magnitude and angle",
       1,
       "#\n193000 0.5 90\n",
       {0, 0.5},
       1.93e14,
       ""},
      {"the words in any order and case", 1, "# r 1 db thz s\n193 -20 180", {-0.1, 0}, 1.93e14, ""},
      {"no blank behind #", 1, "#HZ S RI R 50\n1.93E+14 +.5 -.5E0\n", {0.5, -0.5}, 1.93e14, ""},
      {"a byte order mark and DOS line ends",
       1,
       "\xEF\xBB\xBF# Hz S RI\r\n1.93e14 1 0\r\n",
       {1, 0},
       1.93e14,
       ""},
      {"old Macintosh line ends", 1, "# Hz S RI\r1.93e14 1 0\r", {1, 0}, 1.93e14, ""},
      {"kHz", 1, "# kHz S RI\n1.93e11 1 0\n", {1, 0}, 1.93e14, ""},
      {"MHz", 1, "# MHz S RI\n193e6 1 0\n", {1, 0}, 1.93e14, ""},
      {"a two-port has S11 S21 S12 S22",
       2,
       "# Hz S RI\n1.93e14" + row,
       {0.5, 0.25},
       1.93e14,
       "f.snp:2:1: warning: these data are not reciprocal: '1' to '2' and back differ by 0.320156 "
       "in field at 193 THz"},
      {"comments before, behind and between",
       2,
       "! head\n# Hz S RI ! options\n! here\n1.93e14 0.1 0 ! first pair\n! there\n"
       "0.5 0.25 0.3 0 0.4 0\n",
       {0.5, 0.25},
       1.93e14,
       "f.snp:4:1: warning: these data are not reciprocal: '1' to '2' and back differ by 0.320156 "
       "in field at 193 THz"},
      {"a wrap in the middle of a pair",
       2,
       "# Hz S RI\n1.93e14 0.1 0 0.5\n0.25 0.3 0\n0.4 0\n",
       {0.5, 0.25},
       1.93e14,
       "f.snp:2:1: warning: these data are not reciprocal: '1' to '2' and back differ by 0.320156 "
       "in field at 193 THz"},
      {"one number a line",
       2,
       "# Hz S RI\n1.93e14\n0.1\n0\n0.5\n0.25\n0.3\n0\n0.4\n0\n",
       {0.5, 0.25},
       1.93e14,
       "f.snp:2:1: warning: these data are not reciprocal: '1' to '2' and back differ by 0.320156 "
       "in field at 193 THz"},
      {"rows of a three-port",
       3,
       "# Hz S RI\n1.93e14 11 0 12 0 13 0\n0.5 0.25 22 0 23 0\n31 0 32 0 33 0\n",
       {0.5, 0.25},
       1.93e14,
       "f.snp:2:1: warning: these data gain power"},
      {"a three-port on one line",
       3,
       "# Hz S RI\n1.93e14 0 0 0 0 0 0 0.5 0.25 0 0 0 0 0 0 0 0 0 0\n",
       {0.5, 0.25},
       1.93e14,
       "f.snp:2:1: warning: these data are not reciprocal: '1' to '2' and back differ by 0.559017 "
       "in field at 193 THz"},
      {"descending frequencies",
       1,
       "# Hz S RI\n2e14 0 0\n1.93e14 1 0\n",
       {1, 0},
       1.93e14,
       "f.snp:2:1: warning: frequencies descend: read in the opposite order\n"},
      {"a point at no frequency",
       1,
       "# Hz S RI\n0 0 0\n1.93e14 1 0\n",
       {1, 0},
       1.93e14,
       "f.snp:2:1: warning: the point at 0 Hz is left out: light has a frequency\n"},
      {"a second option line",
       1,
       "# Hz S RI\n# GHz S MA\n1.93e14 1 0\n",
       {1, 0},
       1.93e14,
       "f.snp:2:1: warning: a second option line is passed over\n"},
      {"noise data of a two-port",
       2,
       "# GHz S RI\n193000" + row + "194000" + row + "2 .7 .64 69 19\n2.5 1.9 .46 -33 20\n",
       {0.5, 0.25},
       1.93e14,
       "f.snp:2:1: warning: these data are not reciprocal: '1' to '2' and back differ by 0.320156 "
       "in field at 193 THz"},
      {"no light in decibel", 1, "# Hz S DB\n1.93e14 -9999 0\n", {0, 0}, 1.93e14, ""},
  };
}

TEST_CASE("Touchstone files are read as tools write them") {
  for (const Quirk& quirk : table()) {
    INFO(quirk.what);
    const auto reading = sample::touchstone(quirk.text, quirk.ports);
    INFO(reading.said);
    REQUIRE(reading.result);
    CHECK(reading.said.substr(0, quirk.said.size()) == quirk.said);
    CHECK(reading.said.empty() == quirk.said.empty());
    const SParameters& data = *reading.result;
    CHECK(data.frequencies.front().value() == Approx(quirk.frequency).epsilon(1e-14));
    const Complex field = data.values.front()(quirk.ports == 1 ? 0 : 1, 0);
    CHECK(std::abs(field - quirk.s21) < 1e-15);
  }
}

TEST_CASE("every element of a Touchstone matrix is where its order says") {
  const auto two = sample::touchstone("# Hz S RI\n1e14 .11 0 .21 0 .12 0 .22 0\n", 2);
  REQUIRE(two.result);
  const auto three = sample::touchstone(
      "# Hz S RI\n1e14 .11 0 .12 0 .13 0\n.21 0 .22 0 .23 0\n.31 0 .32 0 .33 0\n", 3);
  REQUIRE(three.result);
  for (const auto* data : {&*two.result, &*three.result}) {
    const Eigen::MatrixXcd& s = data->values.front();
    for (Eigen::Index i = 0; i < s.rows(); ++i) {
      for (Eigen::Index j = 0; j < s.cols(); ++j) {
        CHECK(s(i, j).real() ==
              Approx(0.1 * static_cast<double>(i + 1) + 0.01 * static_cast<double>(j + 1)));
      }
    }
  }
}

TEST_CASE("the number of ports comes from the name, else from the first point") {
  CHECK(touchstone_ports("a/b.s2p") == 2U);
  CHECK(touchstone_ports("B.S16P") == 16U);
  CHECK_FALSE(touchstone_ports("b.snp"));
  CHECK_FALSE(touchstone_ports("s2p"));
  CHECK_FALSE(touchstone_ports("b.s0p"));
  for (const std::size_t ports : {1U, 2U, 3U, 4U, 5U, 9U}) {
    SParameters data;
    for (std::size_t port = 0; port < ports; ++port) {
      data.ports.push_back("p" + std::to_string(port));
    }
    data.frequencies = {base::Hertz(1.9e14), base::Hertz(2e14)};
    const auto size = static_cast<Eigen::Index>(ports);
    data.values.assign(2, Eigen::MatrixXcd::Zero(size, size));
    const auto reading = sample::touchstone(touchstone_text(data));
    REQUIRE(reading.result);
    CHECK(reading.result->ports == data.ports);
  }
}

TEST_CASE("the names of ports come from comments and the impedance from the option line") {
  const auto reading = sample::touchstone(
      "! Port[1] = in 1\n!PORT[2]=out\n! Port[9] = none\n# Hz S RI R 75\n1e14 0 0 0 0 0 0 0 0\n",
      2);
  REQUIRE(reading.result);
  CHECK(reading.result->ports == std::vector<std::string>{"in 1", "out"});
  CHECK(reading.result->reference_impedance->value() == 75.0);
}

TEST_CASE("Touchstone data that gain power warn with port, frequency and gain, and go on") {
  const auto reading = sample::touchstone("# THz S MA\n193 0.5 0\n194 1.1 0\n195 1.05 0\n", 1);
  REQUIRE(reading.result);
  CHECK_THAT(reading.said, Catch::StartsWith("f.snp:3:1: warning: these data gain power: "));
  CHECK_THAT(reading.said, Catch::Contains("'1'"));
  CHECK_THAT(reading.said, Catch::Contains("1.21"));
  CHECK_THAT(reading.said, Catch::Contains("194 THz"));
}

TEST_CASE("data that are not reciprocal warn with pair of ports, frequency and difference") {
  const std::string head = "# THz S RI\n193 0 0 0.7 0 0.7 0 0 0\n";
  CHECK(sample::touchstone(head + "194 0 0 0.709 0 0.7 0 0 0\n", 2).said.empty());
  const auto reading =
      sample::touchstone(head + "194 0 0 0.75 0 0.7 0 0 0\n195 0 0 0.7 0 0.5 0 0 0\n", 2);
  REQUIRE(reading.result);
  CHECK(reading.said ==
        "f.snp:4:1: warning: these data are not reciprocal: '1' to '2' and back differ by 0.2 in "
        "field at 195 THz; used as they are\n");
}

TEST_CASE("gain of a combination of inputs alone is said without contradiction") {
  const auto reading = sample::touchstone("# THz S RI\n193 0.7 0 0.7 0 0.7 0 0.7 0\n", 2);
  REQUIRE(reading.result);
  CHECK(
      reading.said ==
      "f.snp:2:1: warning: these data gain power: the worst combination of inputs comes out 1.96 "
      "times as strong, though light into one port alone at most 0.98 times (into '1', most of it "
      "at '1') at 193 THz; used as they are\n");
}

}  // namespace
}  // namespace heliograph::photonics
