// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

#include "base/data.hpp"

namespace heliograph::testbenches {

/// One line of progress: a bar, the share, the rate in frames of wall time, and the time that is
/// left if it goes on like this.
[[nodiscard]] std::string progress_text(base::Bytes done, base::Bytes total, std::int64_t frames,
                                        double elapsed_seconds);

/// Draws progress_text() over itself on a terminal, a few times a second.
class ProgressBar {
 public:
  explicit ProgressBar(std::ostream& terminal) : terminal_(terminal) {}
  /// Takes the line away again.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(base::Bytes done, base::Bytes total, std::int64_t frames);

 private:
  using Clock = std::chrono::steady_clock;

  std::ostream& terminal_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_ = start_;
  bool visible_ = false;
};

}  // namespace heliograph::testbenches
