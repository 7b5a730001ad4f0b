// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

namespace heliograph::tests {

struct Outcome {
  int exit_code = -1;
  std::string output;  // both streams
};

/// The built program with these arguments, as a shell reads them, in `folder` (or wherever the test
/// runs).
inline Outcome call(const std::string& arguments, const std::string& folder = ".") {
  const std::string command =
      "cd '" + folder + "' && '" + HELIOGRAPH_PROGRAM + "' " + arguments + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  Outcome outcome;
  std::array<char, 4096> piece{};
  std::size_t size = 0;
  while ((size = fread(piece.data(), 1, piece.size(), pipe)) > 0) {
    outcome.output.append(piece.data(), size);
  }
  outcome.exit_code = WEXITSTATUS(pclose(pipe));
  return outcome;
}

}  // namespace heliograph::tests
