// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace heliograph::testbenches {

/// Throws base::InputError, named after the file, when it cannot be written.
void write_file(const std::string& path, const std::string& text);

}  // namespace heliograph::testbenches
