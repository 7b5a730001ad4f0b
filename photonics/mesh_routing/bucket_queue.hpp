// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heliograph::photonics {

/// Numbers in the order of small whole keys, of equal ones the last first. A key that is pushed is
/// not less than the last that was popped, and at most kSpan - 1 more: a key beyond counts as that
/// much. No allocation after reserve().
class BucketQueue {
 public:
  static constexpr std::uint32_t kSpan = 8192;

  BucketQueue() : heads_(kSpan) {}

  /// At most this many pushes from one clear() to the next.
  void reserve(std::size_t pushes) { entries_.resize(pushes); }
  void clear() {
    used_.fill(0);
    size_ = 0;
    current_ = 0;
    pushed_ = 0;
  }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  void push(std::uint32_t item, std::uint32_t key) {
    if (key - current_ >= kSpan) {
      key = current_ + kSpan - 1;
    }
    const std::uint32_t bucket = key % kSpan;
    std::uint64_t& word = used_[bucket / 64];
    const std::uint64_t bit = std::uint64_t{1} << (bucket % 64);
    entries_[pushed_] = {item, (word & bit) != 0 ? heads_[bucket] : kEnd};
    word |= bit;
    heads_[bucket] = static_cast<std::uint32_t>(pushed_++);
    ++size_;
  }

  /// Precondition: not empty.
  std::uint32_t pop() {
    std::uint32_t bucket = current_ % kSpan;
    std::size_t word = bucket / 64;
    std::uint64_t bits = used_[word] & (~std::uint64_t{0} << (bucket % 64));
    while (bits == 0) {
      word = (word + 1) % used_.size();
      bits = used_[word];
    }
    const auto found =
        static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(__builtin_ctzll(bits)));
    current_ += (found - bucket + kSpan) % kSpan;
    const Entry entry = entries_[heads_[found]];
    if (entry.next == kEnd) {
      used_[word] &= ~(std::uint64_t{1} << (found % 64));
    } else {
      heads_[found] = entry.next;
    }
    --size_;
    return entry.item;
  }

 private:
  static constexpr std::uint32_t kEnd = 0xffffffff;
  struct Entry {
    std::uint32_t item = 0;
    std::uint32_t next = kEnd;
  };

  std::vector<std::uint32_t> heads_;  // valid where used_ says so
  std::array<std::uint64_t, kSpan / 64> used_{};
  std::vector<Entry> entries_;
  std::size_t pushed_ = 0;
  std::size_t size_ = 0;
  std::uint32_t current_ = 0;
};

}  // namespace heliograph::photonics
