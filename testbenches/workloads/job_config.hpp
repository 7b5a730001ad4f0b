// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"

namespace heliograph::testbenches {

/// One entry of the list `jobs` of a workload file: a collective, once or several times in a row.
struct JobConfig {
  std::string name;
  std::string generator;
  std::string file;
  std::string operation;
  base::Bytes bytes{1 << 20};
  std::vector<int> ranks;  ///< empty: all of the machine
  int root = 0;
  int chunks = 1;
  std::vector<int> dims;
  int group = 0;
  std::vector<int> counts;
  int tokens = 64;
  int experts = 0;
  int top_k = 2;
  double zipf = 0;
  base::Bytes token_bytes{4096};
  int repeat = 1;
  base::Picoseconds start;
  base::Picoseconds compute;

  [[nodiscard]] static base::ParameterTable<JobConfig> table();
};

}  // namespace heliograph::testbenches
