// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heliograph::systemc {

/// What a sender knows of the room at one receiver: credits of each virtual channel's own, and a
/// pool that all share. A channel takes its own first. Both ends count what was ever used and ever
/// freed, so that a note that is lost is made good by the next.
class CreditAccount {
 public:
  CreditAccount(std::size_t channels, std::int64_t own, std::int64_t pool);

  /// Credits that `channel` may still use.
  [[nodiscard]] std::int64_t available(std::size_t channel) const;
  /// Uses `credits`, or gives back what was not used after all (negative).
  void use(std::size_t channel, std::int64_t credits);
  /// All that the receiver has ever freed of `channel`; less than is known already says nothing.
  void freed(std::size_t channel, std::int64_t in_all);

  [[nodiscard]] std::int64_t used(std::size_t channel) const { return channels_[channel].used; }
  [[nodiscard]] std::int64_t outstanding(std::size_t channel) const {
    return channels_[channel].used - channels_[channel].freed;
  }

 private:
  struct Channel {
    std::int64_t used = 0;
    std::int64_t freed = 0;
  };
  std::vector<Channel> channels_;
  std::int64_t own_;
  std::int64_t pool_;
};

}  // namespace heliograph::systemc
