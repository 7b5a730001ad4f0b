// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace heliograph::systemc {

/// Leaves bytes that nobody has written as they are: a buffer that is used again is overwritten,
/// not filled with zeros before.
template <class T>
class UnfilledAllocator : public std::allocator<T> {
 public:
  template <class U>
  struct rebind {
    using other = UnfilledAllocator<U>;
  };
  using std::allocator<T>::allocator;

  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Args>
  void construct(U* place, Args&&... args) {
    ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
  }
};

using PayloadBytes = std::vector<std::uint8_t, UnfilledAllocator<std::uint8_t>>;

}  // namespace heliograph::systemc
