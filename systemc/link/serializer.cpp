// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/serializer.hpp"

namespace heliograph::systemc {

base::Picoseconds Serializer::send(base::Bits bits, base::Picoseconds start) {
  return send(bits, 1, start).last_bit(0);
}

Pace Serializer::send(base::Bits bits, std::int64_t count, base::Picoseconds start) {
  if (start > free_at_) {
    busy_since_ = start;
    sent_ = base::Bits(0);
  }
  const Pace pace(busy_since_, sent_, bits, rate_);
  sent_ += bits * count;
  free_at_ = busy_since_ + base::serialisation_time(sent_, rate_);
  return pace;
}

void Serializer::take_back(base::Bits bits, std::int64_t count) {
  sent_ = sent_ - bits * count;
  free_at_ = busy_since_ + base::serialisation_time(sent_, rate_);
}

void Serializer::set_rate(base::BitRate rate) {
  rate_ = rate;
  busy_since_ = free_at_;
  sent_ = base::Bits(0);
}

}  // namespace heliograph::systemc
