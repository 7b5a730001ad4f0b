// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/credit_account.hpp"

#include <algorithm>

namespace heliograph::systemc {

CreditAccount::CreditAccount(std::size_t channels, std::int64_t own, std::int64_t pool)
    : channels_(channels), own_(own), pool_(pool) {}

std::int64_t CreditAccount::available(std::size_t channel) const {
  std::int64_t pool_left = pool_;
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    pool_left -= std::max<std::int64_t>(outstanding(c) - own_, 0);
  }
  return std::max<std::int64_t>(own_ - outstanding(channel), 0) + pool_left;
}

void CreditAccount::use(std::size_t channel, std::int64_t credits) {
  channels_[channel].used += credits;
}

void CreditAccount::freed(std::size_t channel, std::int64_t in_all) {
  channels_[channel].freed = std::max(channels_[channel].freed, in_all);
}

}  // namespace heliograph::systemc
