// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

namespace heliograph::photonics {

/// y = offset - amplitude cos(frequency x + phase).
struct SineFit {
  double offset = 0.0;
  double amplitude = 0.0;  ///< at least 0
  double frequency = 0.0;
  double phase = 0.0;     ///< in [-pi, pi]
  double residual = 0.0;  ///< root mean square of what the fit leaves

  [[nodiscard]] double at(double x) const;
};

/// The sine wave of a known frequency that is nearest to the points: the three-parameter fit of
/// IEEE Std 1057, a linear least-squares problem. Nothing when the points do not determine it.
/// Throws std::invalid_argument unless there are as many y as x.
[[nodiscard]] std::optional<SineFit> fit_sine(const std::vector<double>& x,
                                              const std::vector<double>& y, double frequency);

/// The same where the frequency is known only about: the four-parameter fit of IEEE Std 1057, which
/// repeats that problem with a fourth unknown, the frequency's correction, until it is small.
/// Nothing when it does not come to rest between half and twice the frequency that it began with.
[[nodiscard]] std::optional<SineFit> fit_sine_about(const std::vector<double>& x,
                                                    const std::vector<double>& y, double frequency);

}  // namespace heliograph::photonics
