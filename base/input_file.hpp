// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heliograph::base {

/// The bytes of a regular file of at most `limit` bytes. Throws InputError when there is no such
/// file, it is a directory or a device, it cannot be read, or it is larger. `expected` says in the
/// message what should be there ("an MSCCL XML file").
[[nodiscard]] std::string read_input_file(const std::string& path, std::size_t limit,
                                          std::string_view expected);

}  // namespace heliograph::base
