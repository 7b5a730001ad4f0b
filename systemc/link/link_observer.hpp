// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "systemc/link/frame.hpp"

namespace heliograph::systemc {

/// Why a frame did not reach memory.
enum class LossCause {
  dark,          ///< its light reached no receiver
  unlocked,      ///< the receiver was not locked from its first to its last bit
  masked,        ///< the controller had masked the receiver
  errors,        ///< more bit errors than the FEC corrects
  misdelivered,  ///< it arrived at another rank than it was sent to
};
[[nodiscard]] std::string_view to_string(LossCause cause);
inline constexpr std::size_t kLossCauses = 5;

/// What links tell whoever listens; the models never depend on the answer.
class LinkObserver {
 public:
  virtual ~LinkObserver() = default;
  virtual void frame_sent(const Frame& frame) = 0;
  /// `at` is where its light arrived (or its transmitter, for LossCause::dark).
  virtual void frame_lost(const Frame& frame, base::TransceiverId at, LossCause cause,
                          base::Picoseconds when) = 0;
  virtual void frame_delivered(const Frame& frame, base::TransceiverId at) = 0;
  virtual void lock_changed(base::TransceiverId at, bool locked, base::Picoseconds when) = 0;
};

}  // namespace heliograph::systemc
