// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"

#include <cmath>

#include "base/units.hpp"

namespace heliograph::base {

namespace {

/// FNV-1a, 64 bit: turns a stream's name into a number that does not depend on the platform.
std::uint64_t name_hash(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::string_view name) {
  const std::uint64_t hash = name_hash(name);
  std::seed_seq mix{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                    static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(hash >> 32)};
  engine_.seed(mix);
}

double RandomStream::uniform() {
  constexpr double kTwoToMinus53 = 1.0 / 9007199254740992.0;
  return static_cast<double>(engine_() >> 11) * kTwoToMinus53;
}

double RandomStream::exponential() { return -std::log1p(-uniform()); }

double RandomStream::normal() {
  // Box-Muller on the open interval: 1 - uniform() is never 0.
  const double radius = std::sqrt(2.0 * exponential());
  return radius * std::cos(2.0 * kPi * uniform());
}

}  // namespace heliograph::base
