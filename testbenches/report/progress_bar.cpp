// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/progress_bar.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heliograph::testbenches {

namespace {

constexpr std::size_t kBarWidth = 30;
constexpr std::chrono::milliseconds kRedraw{200};
constexpr const char* kClearLine = "\r\033[K";

}  // namespace

std::string progress_text(base::Bytes done, base::Bytes total, std::int64_t frames,
                          double elapsed_seconds) {
  const double share =
      total.count() > 0
          ? std::min(1.0, static_cast<double>(done.count()) / static_cast<double>(total.count()))
          : 1.0;
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(kBarWidth));
  std::string text = "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '.') + "]";
  text += fmt::format(" {:3.0f} %", 100.0 * share);
  if (elapsed_seconds > 0.0) {
    text += fmt::format("  {:.3g} frames/s", static_cast<double>(frames) / elapsed_seconds);
  }
  if (share > 0.0 && share < 1.0) {
    text += fmt::format("  {:.0f} s left", elapsed_seconds * (1.0 - share) / share);
  }
  return text;
}

ProgressBar::~ProgressBar() {
  if (visible_) {
    terminal_ << kClearLine << std::flush;
  }
}

void ProgressBar::update(base::Bytes done, base::Bytes total, std::int64_t frames) {
  const Clock::time_point present = Clock::now();
  if (present - drawn_ < kRedraw) {
    return;
  }
  drawn_ = present;
  visible_ = true;
  const std::chrono::duration<double> elapsed = present - start_;
  terminal_ << kClearLine << progress_text(done, total, frames, elapsed.count()) << std::flush;
}

}  // namespace heliograph::testbenches
