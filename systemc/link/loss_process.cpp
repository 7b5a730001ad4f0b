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
  exposure_ += static_cast<Fixed>(std::ldexp(-std::log1p(-p), kFractionBits));
  if (exposure_ < threshold_) {
    return false;
  }
  // The exponential has no memory: what is left over of this frame's exposure counts for nothing.
  exposure_ = 0;
  draw_threshold();
  return true;
}

void LossProcess::draw_threshold() {
  threshold_ = static_cast<Fixed>(std::ldexp(random_.exponential(), kFractionBits));
}

}  // namespace heliograph::systemc
