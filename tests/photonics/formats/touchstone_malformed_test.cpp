// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>

#include "tests/photonics/formats/format_sample.hpp"

namespace heliograph::photonics {
namespace {

struct Row {
  std::size_t ports;  // 0: from the data
  std::string text;
  std::string said;
};

std::vector<Row> table() {
  return {
      {1, "",
       "f.snp:1:1: error: found no option line: expected, for instance, '# GHz S RI R 50'\n"},
      {1, "! only a comment",
       "f.snp:1:17: error: found no option line: expected, for instance, '# GHz S RI R 50'\n"},
      {1, "# GHz S RI\n",
       "f.snp:2:1: error: found no data: expected points of 3 (a frequency and 1 pair, for 1 "
       "port)\n"},
      {1, "1 0 0",
       "f.snp:1:1: error: found data before the option line: expected, for instance, '# GHz S RI R "
       "50' first\n"},
      {1, "# GHz Q RI\n1 0 0",
       "f.snp:1:7: error: found 'Q' in the option line: expected Hz, kHz, MHz, GHz or THz, S, RI, "
       "MA or DB, R and a number\n"},
      {1, "#GHs S RI\n1 0 0",
       "f.snp:1:2: error: found 'GHs' in the option line: expected Hz, kHz, MHz, GHz or THz, S, "
       "RI, "
       "MA or DB, R and a number (did you mean 'GHz'?)\n"},
      {1, "# GHz Y RI\n1 0 0", "f.snp:1:7: error: found Y-parameters: expected S-parameters\n"},
      {1, "# GHz S RI R\n1 0 0",
       "f.snp:1:12: error: found nothing behind R: expected the reference impedance in ohm\n"},
      {1, "# GHz S RI R -50\n1 0 0",
       "f.snp:1:14: error: found the impedance '-50': expected a number of ohm above 0\n"},
      {1, "# GHz S RI R fifty\n1 0 0",
       "f.snp:1:14: error: found the impedance 'fifty': expected a number of ohm above 0\n"},
      {1, "[Version] 2.0\n# GHz S RI",
       "f.snp:1:1: error: found the keyword '[Version]', of Touchstone 2: expected version 1.1\n"},
      {1, "# Hz S RI\n1e14 0 x\n2e14 nan 0\n3e14 0 1,5\n",
       "f.snp:2:8: error: found 'x': expected a finite number\n"
       "f.snp:3:6: error: found 'nan': expected a finite number\n"
       "f.snp:4:8: error: found '1,5': expected a finite number\n"},
      {1, "# Hz S RI\n1e14 0 0 0\n2e14 0 0\n",
       "f.snp:2:10: error: found 1 number too many for the point that begins in line 2: expected 3 "
       "(a frequency and 1 pair, for 1 port)\n"},
      {1, "# Hz S RI\n1e14 0\n2e14 0 0\n",
       "f.snp:2:1: error: found a point of 2 numbers: expected 3 (a frequency and 1 pair, for 1 "
       "port)\n"},
      {3,
       "# Hz S RI\n1e14 0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0\n2e14 0 0 0 0 0 0\n0 0 0 0 0 0\n"
       "0 0 0 0 0 0\n",
       "f.snp:2:1: error: found a point of 18 numbers: expected 19 (a frequency and 9 pairs, for 3 "
       "ports)\n"},
      {3,
       "# Hz S RI\n1e14 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n0 0 0 0 0 0\n2e14 0 0 0 0 0 0\n0 0 0 0 0 0\n"
       "0 0 0 0 0 x\n",
       "f.snp:4:9: error: found 2 numbers too many for the point that begins in line 2: expected "
       "19 "
       "(a frequency and 9 pairs, for 3 ports)\n"
       "f.snp:7:11: error: found 'x': expected a finite number\n"},
      {2, "# Hz S RI\n1e14 0 0 0 0 0 0 0 0\n2e14 0 0 0 0 0\n",
       "f.snp:3:1: error: found a point of 6 numbers: expected 9 (a frequency and 4 pairs, for 2 "
       "ports); the file ends here, so it may be truncated\n"},
      {2, "# Hz S RI\n1e14 0 0 0 0 0 0 0 0\n2e14 0 0 0 0 0 0 0 0\n1e13 1 2 3 4\n1.5e13 1 2 3\n",
       "f.snp:5:1: error: found 4 numbers in a line of noise data: expected 5\n"},
      {1, "# Hz S RI\n2e14 0 0\n1e14 0 0\n3e14 0 0\n3e14 0 0\n",
       "f.snp:3:1: error: found the frequency 1e+14 Hz: expected more than 2e+14 Hz, as "
       "frequencies "
       "ascend\n"
       "f.snp:5:1: error: found the frequency 3e+14 Hz: expected more than 3e+14 Hz, as "
       "frequencies "
       "ascend\n"},
      {1, "# Hz S RI\n-1e14 0 0\n",
       "f.snp:2:1: error: found the frequency -1e+14: expected a finite one of at least 0\n"},
      {1, "# THz S RI\n1e300 0 0\n",
       "f.snp:2:1: error: found the frequency 1e+300: expected a finite one of at least 0\n"},
      {1, "# Hz S DB\n1e14 1e5 0\n",
       "f.snp:2:1: error: found a value beyond all bounds in this point: expected fields of finite "
       "power\n"},
      {1, "# Hz S MA\n1e14 0 0\n2e14 1e200 0\n",
       "f.snp:3:1: error: found a value beyond all bounds in this point: expected fields of finite "
       "power\n"},
      {0, "# Hz S RI\n1e14 0 0 0 0 0\n",
       "f.snp: error: neither the name nor the first point tells the number of ports: expected a "
       "name that ends in .s1p to .s256p\n"},
      {300, "# Hz S RI\n",
       "f.snp: error: found 300 ports: expected a name that ends in .s1p to .s256p\n"},
      {2, "! Port[1] = a\n! Port[2] = a\n# Hz S RI\n1e14 0 0 0 0 0 0 0 0\n",
       "f.snp: error: two ports have the same name in the comments '! Port[n] = name': expected a "
       "name for each\n"},
      {1, std::string("# Hz S RI\n1e14 0 \x01\n", 18),
       "f.snp:2:8: error: found a byte that is no text (value 1): expected a text file in UTF-8\n"},
      {1, "# Hz S RI\n\xC3\xA9\xFF",
       "f.snp:2:2: error: found a byte that is no text (value 255): expected a text file in "
       "UTF-8\n"},
  };
}

TEST_CASE("a malformed Touchstone file is refused with place, finding and expectation") {
  for (const Row& row : table()) {
    INFO(row.text);
    const auto reading = sample::touchstone(
        row.text, row.ports == 0 ? std::nullopt : std::optional<std::size_t>(row.ports));
    CHECK(reading.said == row.said);
    CHECK_FALSE(reading.result);
  }
}

TEST_CASE("a Touchstone file with endless mistakes lists the first thousand") {
  std::string text = "# Hz S RI\n";
  for (int k = 0; k < 5000; ++k) {
    text += "x 0 0\n";
  }
  const std::string said = sample::touchstone(text, 1).said;
  CHECK(std::count(said.begin(), said.end(), '\n') == 1001);
  CHECK_THAT(said, Catch::EndsWith("f.snp: error: and 4000 more mistakes, which are not listed\n"));
}

TEST_CASE("every cut of a Touchstone file is a message or whole points") {
  const std::string text =
      "# Hz S RI\n1e14 0 0 0 0 0 0 0 0\n2e14 0 0 0 0 0 0 0 0\n3e14 0 0 0 0 0 0 0 0.5\n";
  for (std::size_t length = 0; length < text.size(); ++length) {
    INFO(length);
    const auto reading = sample::touchstone(text.substr(0, length), 2);
    CHECK(reading.result.has_value() == reading.said.empty());
  }
}

TEST_CASE("a Touchstone file that is not there is named") {
  base::Diagnostics diagnostics;
  CHECK_THROWS_WITH(read_touchstone("no/such/file.s2p", diagnostics),
                    "no/such/file.s2p: error: no such file: expected a Touchstone file\n");
  CHECK_THROWS_WITH(read_touchstone("/dev/null", diagnostics),
                    "/dev/null: error: this is not a regular file: expected a Touchstone file\n");
}

}  // namespace
}  // namespace heliograph::photonics
