// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

namespace heliograph::base {

/// The seed of a run that names none: fixed, so that two runs agree.
inline constexpr std::uint64_t kDefaultSeed = 1;

/// A stream of random numbers of its own for each user of randomness: the numbers depend on the
/// run's seed and on the stream's name, never on who else draws.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view name);

  /// Uniform in [0, 1), 53 bits.
  [[nodiscard]] double uniform();
  /// Unit exponential: mean 1.
  [[nodiscard]] double exponential();
  /// Standard normal: mean 0, deviation 1.
  [[nodiscard]] double normal();

 private:
  std::mt19937_64 engine_;
};

}  // namespace heliograph::base
