// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <sstream>

#include "testbenches/report/progress_bar.hpp"

using namespace heliograph;
using testbenches::progress_text;

TEST_CASE("progress shows share, rate and the time that is left") {
  CHECK(progress_text(base::Bytes(25), base::Bytes(100), 3000, 2.0) ==
        "[#######.......................]  25 %  1.5e+03 frames/s  6 s left");
  CHECK(progress_text(base::Bytes(100), base::Bytes(100), 4, 2.0) ==
        "[##############################] 100 %  2 frames/s");
  CHECK(progress_text(base::Bytes(0), base::Bytes(100), 0, 0.0) ==
        "[..............................]   0 %");
  CHECK(progress_text(base::Bytes(0), base::Bytes(0), 0, 1.0) ==
        "[##############################] 100 %  0 frames/s");
}

TEST_CASE("a run that ends at once draws nothing") {
  std::ostringstream terminal;
  {
    testbenches::ProgressBar bar(terminal);
    bar.update(base::Bytes(1), base::Bytes(2), 1);
  }
  CHECK(terminal.str().empty());
}
