// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/bench_cases.hpp"

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"

namespace heliograph::testbenches {

void refuse_case(const std::string& name, const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& one : names) {
    list += list.empty() ? "" : ", ";
    list += one;
  }
  throw base::InputError({"--case", 0, 0}, "found " + base::quoted(name) + "; expected " + list +
                                               base::did_you_mean(name, names));
}

}  // namespace heliograph::testbenches
