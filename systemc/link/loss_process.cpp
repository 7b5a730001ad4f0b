// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/loss_process.hpp"

#include <cmath>
#include <string>

namespace heliograph::systemc {

namespace {

constexpr int kFractionBits = 64;

}  // namespace

LossProcess::LossProcess(std::uint64_t seed, std::string_view link_name)
    : random_(seed, "loss/" + std::string(link_name)) {
  draw_threshold();
}

bool LossProcess::frame_is_lost(double p) {
  if (p >= 1.0) {
    return true;  // certain: no threshold is spent on it
  }
  if (p <= 0.0) {
    return false;
  }
  exposure_ += exposure_of(p);
  if (exposure_ < threshold_) {
    return false;
  }
  // The exponential has no memory: what is left over of this frame's exposure counts for nothing.
  exposure_ = 0;
  draw_threshold();
  return true;
}

LossProcess::Fixed LossProcess::exposure_of(double p) {
  return static_cast<Fixed>(std::ldexp(-std::log1p(-p), kFractionBits));
}

std::int64_t LossProcess::first_lost(double p, std::int64_t count) const {
  if (p >= 1.0) {
    return 0;
  }
  const Fixed each = p <= 0.0 ? 0 : exposure_of(p);
  if (each == 0) {
    return threshold_ == 0 && p > 0.0 ? 0 : count;
  }
  // The least k with exposure + k * each >= threshold; the k-th frame is lost. At least one frame
  // must come, also where a threshold of 0 was drawn.
  const Fixed room = threshold_ - exposure_;
  const Fixed needed = room == 0 ? 1 : (room + each - 1) / each;
  return needed > static_cast<Fixed>(count) ? count : static_cast<std::int64_t>(needed) - 1;
}

void LossProcess::pass(double p, std::int64_t count) {
  if (p > 0.0 && p < 1.0) {
    exposure_ += exposure_of(p) * static_cast<Fixed>(count);
  }
}

void LossProcess::draw_threshold() {
  threshold_ = static_cast<Fixed>(std::ldexp(random_.exponential(), kFractionBits));
}

}  // namespace heliograph::systemc
