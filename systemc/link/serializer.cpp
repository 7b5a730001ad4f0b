// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/serializer.hpp"

namespace heliograph::systemc {

base::Picoseconds Serializer::send(base::Bits bits, base::Picoseconds start) {
  if (start > free_at_) {
    busy_since_ = start;
    sent_ = base::Bits(0);
  }
  sent_ += bits;
  free_at_ = busy_since_ + base::serialisation_time(sent_, rate_);
  return free_at_;
}

void Serializer::set_rate(base::BitRate rate) {
  rate_ = rate;
  busy_since_ = free_at_;
  sent_ = base::Bits(0);
}

}  // namespace heliograph::systemc
