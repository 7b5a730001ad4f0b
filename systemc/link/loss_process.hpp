// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "base/random.hpp"

namespace heliograph::systemc {

/// Which frames of a link are lost. A unit-exponential threshold is drawn; each frame adds
/// -ln(1 - p) in 64.64 fixed point, so that k additions equal k times one; a loss happens where the
/// sum crosses the threshold, and the next threshold is drawn. A frame is lost with probability p
/// as if a number had been drawn for each, but a train of equal frames has a closed form.
class LossProcess {
 public:
  LossProcess(std::uint64_t seed, std::string_view link_name);

  /// True when a frame that is lost with probability `p` in [0, 1] is lost.
  [[nodiscard]] bool frame_is_lost(double p);
  /// Of the next `count` frames, each lost with probability `p`, the first (from 0) that
  /// frame_is_lost() would name; `count` when there is none. Changes nothing.
  [[nodiscard]] std::int64_t first_lost(double p, std::int64_t count) const;
  /// The next `count` frames pass, as first_lost() has said.
  void pass(double p, std::int64_t count);

 private:
  __extension__ using Fixed = unsigned __int128;

  [[nodiscard]] static Fixed exposure_of(double p);
  void draw_threshold();

  base::RandomStream random_;
  Fixed exposure_ = 0;
  Fixed threshold_ = 0;
};

}  // namespace heliograph::systemc
