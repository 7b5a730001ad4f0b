// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/behavioural/islip_matching.hpp"

#include <algorithm>
#include <stdexcept>

namespace heliograph::systemc {

IslipMatching::IslipMatching(unsigned ports, unsigned iterations)
    : ports_(ports),
      iterations_(iterations),
      pointers_(std::size_t{2} * ports, 0),
      moved_(pointers_) {}

void IslipMatching::reset() {
  std::fill(pointers_.begin(), pointers_.end(), 0U);
  moved_ = pointers_;
}

void IslipMatching::set_pointers(const std::vector<unsigned>& pointers) {
  if (pointers.size() != pointers_.size() ||
      std::any_of(pointers.begin(), pointers.end(), [&](unsigned at) { return at >= ports_; })) {
    throw std::invalid_argument("pointers of iSLIP: two a port, each below the number of ports");
  }
  pointers_ = moved_ = pointers;
}

PortRows IslipMatching::match(const PortRows& requests) {
  matching_ = PortRows{};
  taken_ = 0;
  iterate(requests);
  // Only the first iteration moves pointers, or a connection could be passed over for ever.
  moved_ = pointers_;
  for (unsigned src = 0; src < ports_; ++src) {
    for (unsigned dst = 0; dst < ports_; ++dst) {
      if ((matching_[src] >> dst & 1U) == 0) continue;
      moved_[dst] = (src + 1) % ports_;
      moved_[ports_ + src] = (dst + 1) % ports_;
    }
  }
  for (unsigned i = 1; i < iterations_; ++i) iterate(requests);
  return matching_;
}

void IslipMatching::iterate(const PortRows& requests) {
  PortRows grants{};
  for (unsigned dst = 0; dst < ports_; ++dst) {
    if ((taken_ >> dst & 1U) != 0) continue;
    for (unsigned k = 0; k < ports_; ++k) {
      const unsigned src = (pointers_[dst] + k) % ports_;
      if (matching_[src] == 0 && (requests[src] >> dst & 1U) != 0) {
        grants[src] |= std::uint32_t{1} << dst;
        break;
      }
    }
  }
  for (unsigned src = 0; src < ports_; ++src) {
    for (unsigned k = 0; k < ports_ && grants[src] != 0; ++k) {
      const unsigned dst = (pointers_[ports_ + src] + k) % ports_;
      if ((grants[src] >> dst & 1U) == 0) continue;
      matching_[src] = std::uint32_t{1} << dst;
      taken_ |= matching_[src];
      break;
    }
  }
}

void IslipMatching::accept() { pointers_ = moved_; }

}  // namespace heliograph::systemc
