// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/output_file.hpp"

#include <fstream>

#include "base/diagnostics.hpp"

namespace heliograph::testbenches {

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw base::InputError({path, 0, 0}, "the file cannot be written");
  }
}

}  // namespace heliograph::testbenches
