// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/content_hash.hpp"

#include <fstream>
#include <iterator>

namespace heliograph::systemc {

void ContentHash::mix(unsigned char byte) {
  constexpr std::uint64_t kPrime = 0x100000001B3U;
  first_ = (first_ ^ byte) * kPrime;
  second_ = (second_ ^ byte) * kPrime + 1;
}

void ContentHash::add(std::string_view bytes) {
  for (std::uint64_t size = bytes.size(), i = 0; i < 8; ++i) {
    mix(static_cast<unsigned char>(size >> (8 * i)));
  }
  for (const char c : bytes) mix(static_cast<unsigned char>(c));
}

std::string ContentHash::text() const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint64_t half : {first_, second_}) {
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(half >> shift) & 0xFU];
  }
  return text;
}

std::string hash_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  const std::string content((std::istreambuf_iterator<char>(file)),
                            std::istreambuf_iterator<char>());
  ContentHash hash;
  hash.add(content);
  return hash.text();
}

}  // namespace heliograph::systemc
