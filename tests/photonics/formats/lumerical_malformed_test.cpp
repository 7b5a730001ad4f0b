// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/photonics/formats/format_sample.hpp"

namespace heliograph::photonics {
namespace {

struct Row {
  std::string text;
  std::string said;
};

const char* const kHead = "('port 1','TE',1,'port 1',1,'transmission')\n";
const char* const kOther = "('port 2','TE',1,'port 1',1,'transmission')\n";

std::vector<Row> table() {
  const std::string head = kHead;
  const std::string other = kOther;
  const std::string form =
      "('output port','mode',mode number,'input port',mode number,'transmission')";
  return {
      {"", "f.dat:1:1: error: found no data: expected blocks that begin with " + form + "\n"},
      {"hello",
       "f.dat:1:1: error: found 'hello': expected a block that begins with " + form + "\n"},
      {"(51,3)\n1e14 0 0\n",
       "f.dat:1:1: error: found the size of a block without its header: expected " + form +
           " first\n"},
      {head,
       "f.dat:2:1: error: found a header without data: expected the size of the block, as (51,3), "
       "behind line 1\n"},
      {head + "1e14 0 0\n",
       "f.dat:2:1: error: found '1e14 0 0': expected the size of the block, as (51,3)\n"},
      {"('port 1','TE',1,'port 1',1)\n(1,3)\n1e14 0 0\n",
       "f.dat:1:1: error: found 5 values in the header of a block: expected " + form + "\n"},
      {"('port 1','TE',1,'port 1',1,'transmision')\n(1,3)\n1e14 0 0\n",
       "f.dat:1:29: error: found data of the type 'transmision': expected 'transmission' (did you "
       "mean 'transmission'?)\n"},
      {"('port 1','TE','one','port 1',-1,'transmission')\n(1,3)\n1e14 0 0\n",
       "f.dat:1:16: error: found the mode 'one': expected a number, as 1\n"
       "f.dat:1:31: error: found the mode '-1': expected a number, as 1\n"},
      {"('port 1','TE',1,port,1,'transmission')\n(1,3)\n1e14 0 0\n",
       "f.dat:1:18: error: found 'port': expected the name of a port in quotes\n"},
      {"('port 1','TE',1,port 1,1,'transmission')\n(1,3)\n1e14 0 0\n",
       "f.dat:1:23: error: found '1,1,'transmission')': expected ',' or ')' in a line in '(' and "
       "')'\n"},
      {"('port 1','TE',1,'port 1,1,transmission)\n",
       "f.dat:1:18: error: found a quote that does not end in this line\n"},
      {"('port 1','TE',1,'port 1',1,'transmission'\n",
       "f.dat:1:43: error: found the end of the line: expected ',' or ')' in a line in '(' and "
       "')'\n"},
      {"('port 1','TE',1,'port 1',1,'transmission') x\n",
       "f.dat:1:45: error: found 'x' behind ')': expected the end of the line\n"},
      {"('port 1',,1)\n",
       "f.dat:1:11: error: found ',1)': expected a name in quotes or a number\n"},
      {head + "(2,3)\n1.9e14 0 0\n",
       "f.dat:2:1: error: found 1 row behind this line: expected 2\n"},
      {head + "(1,3)\n1.9e14 0 0\n1.91e14 0 0\n",
       "f.dat:2:1: error: found 2 rows behind this line: expected 1\n"},
      {head + "(1,4)\n1.9e14 0 0 0\n",
       "f.dat:2:1: error: found the size '(1,4)': expected (rows,3), the columns being frequency, "
       "magnitude and phase\n"},
      {head + "(0,3)\n" + other + "(1,3)\n1.9e14 x 0\n",
       "f.dat:2:1: error: found the size '(0,3)': expected (rows,3), the columns being frequency, "
       "magnitude and phase\n"
       "f.dat:5:8: error: found 'x': expected a finite number\n"},
      {head + "(1,3)\n1.9e14 0\n",
       "f.dat:3:1: error: found 2 values in a row: expected frequency, magnitude and phase\n"},
      {head + "(2,3)\n1.9e14 -1 inf\n1.55e-06 0.5 0\n",
       "f.dat:3:11: error: found 'inf': expected a finite number\n"
       "f.dat:4:1: error: found the frequency '1.55e-06': expected hertz, as 1.934e+14 (is this a "
       "wavelength?)\n"},
      {head + "(1,3)\n1.9e14 -1 0\n",
       "f.dat:3:8: error: found the magnitude '-1': expected at least 0\n"},
      {head + "(1,3)\n1.9e14 1e200 0\n",
       "f.dat:3:8: error: found the magnitude '1e200': expected one of finite power\n"},
      {head + "(1,3)\n1.9e14 1e154 0\n" + other + "(1,3)\n1.9e14 1.2e154 0\n",
       "f.dat:3:1: error: found a value beyond all bounds at this frequency: expected fields of "
       "finite power\n"},
      {head + "(1,3)\n-1.9e14 1 0\n",
       "f.dat:3:1: error: found the frequency '-1.9e14': expected hertz, as 1.934e+14\n"},
      {head + "(1,3)\n1.9e14 1 0\n" + head + "(1,3)\n1.9e14 1 0\n",
       "f.dat:4:1: error: the block from 'port 1' to 'port 1' is given twice; first in line 1\n"},
      {head + "(2,3)\n1.9e14 0.1 0\n2e14 0.1 0\n" + other + "(2,3)\n1.9e14 0.1 0\n2.1e14 0.1 0\n",
       "f.dat:8:1: error: found the frequency 2.1e+14 Hz: expected 2e+14 Hz, as in the block of "
       "line 1\n"},
      {head + "(2,3)\n1.9e14 0.1 0\n2e14 0.1 0\n" + other + "(1,3)\n1.9e14 0.1 0\n",
       "f.dat:5:1: error: found a block of 1 row: expected 2, as in the block of line 1\n"},
      {head + "(3,3)\n1.9e14 0 0\n2e14 0 0\n2e14 0 0\n",
       "f.dat:5:1: error: found the frequency 2e+14 Hz: expected frequencies that ascend or "
       "descend, each once\n"},
      {"('port 1','TE',1,'port 1',1,'transmission',1e-12,'width;gap')\n(1,5)\n1 1 1.9e14 1 0\n",
       "f.dat:1:50: error: found the sweep of 'width;gap': expected a file without swept "
       "parameters\n"},
      {"('port 1','TE',1,'port 1',1,'transmission',soon)\n(1,3)\n1.9e14 1 0\n",
       "f.dat:1:44: error: found the group delay 'soon': expected a number of seconds\n"},
      {"('port 1','TE',1,'port 1',1,'transmission',1e300)\n(2,3)\n1.9e14 1 0\n2e14 1 0\n",
       "f.dat:3:1: error: the group delay turns this phase beyond all bounds: expected a delay in "
       "seconds\n"},
      {head + "(1,3)\n1.9e14 1 0\n['port 1','LEFT']\n",
       "f.dat:4:2: error: found a port line behind data: expected it at the start of the file\n"},
      {std::string("['port 1','LEFT']\n['port 1','RIGHT']\n") + head + "(1,3)\n1.9e14 1 0\n",
       "f.dat:2:2: error: the port 'port 1' is listed twice\n"},
  };
}

TEST_CASE("a malformed Lumerical file is refused with place, finding and expectation") {
  for (const Row& row : table()) {
    INFO(row.text);
    const auto reading = sample::lumerical(row.text);
    CHECK(reading.said == row.said);
    CHECK_FALSE(reading.result);
  }
}

TEST_CASE("a Lumerical file that names too many ports for its memory is refused") {
  std::string text;
  for (int port = 0; port < 300; ++port) {
    text += "('p" + std::to_string(port) + "','',1,'p',1,'transmission')\n(1,3)\n1.9e14 0 0\n";
  }
  CHECK(sample::lumerical(text).said ==
        "f.dat: error: found 301 ports at 1 frequency point: expected at most 256 ports and "
        "8388608 fields\n");
}

}  // namespace
}  // namespace heliograph::photonics
