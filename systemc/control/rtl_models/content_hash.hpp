// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heliograph::systemc {

/// 128 bits of two FNV-1a hashes with different beginnings: to tell contents apart, not to resist
/// anybody. What is added keeps its borders: "ab" "c" is not "a" "bc".
class ContentHash {
 public:
  void add(std::string_view bytes);
  /// 32 hexadecimal digits.
  [[nodiscard]] std::string text() const;

 private:
  void mix(unsigned char byte);

  std::uint64_t first_ = 0xCBF29CE484222325U;
  std::uint64_t second_ = 0x9E3779B97F4A7C15U;
};

/// Of a file; empty when it cannot be read.
[[nodiscard]] std::string hash_of_file(const std::string& path);

}  // namespace heliograph::systemc
