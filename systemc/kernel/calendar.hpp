// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/time.hpp"
#include "systemc/kernel/agenda.hpp"
#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

/// Future work of one component behind a single alarm: entries come out at their instant, those of
/// one instant in the order in which they were put in.
template <class Entry>
class Calendar final : private Alarm {
 public:
  using Handler = std::function<void(Entry&)>;

  /// `name`: for messages.
  Calendar(const char* name, Handler handler) : handler_(std::move(handler)), name_(name) {}

  /// Throws std::logic_error when `at` lies in the past.
  void schedule(base::Picoseconds at, Entry entry) {
    if (at < now()) {
      throw std::logic_error(name_ + ": work scheduled for the past");
    }
    entries_.push_back(Item{at, next_order_++, std::move(entry)});
    std::push_heap(entries_.begin(), entries_.end(), std::greater<>());
    if (!running_) {
      wake_for_first();
    }
  }

  [[nodiscard]] bool empty() const { return entries_.empty(); }

 private:
  struct Item {
    base::Picoseconds at;
    std::uint64_t order;
    Entry entry;
    friend bool operator>(const Item& a, const Item& b) {
      return a.at != b.at ? a.at > b.at : a.order > b.order;
    }
  };

  void ring() override {
    const base::Picoseconds present = now();
    running_ = true;
    while (!entries_.empty() && entries_.front().at <= present) {
      std::pop_heap(entries_.begin(), entries_.end(), std::greater<>());
      Entry entry = std::move(entries_.back().entry);
      entries_.pop_back();
      handler_(entry);
    }
    running_ = false;
    wake_for_first();
  }

  void wake_for_first() {
    if (!entries_.empty()) {
      set(entries_.front().at);
    }
  }

  Handler handler_;
  std::vector<Item> entries_;  // a heap, the first due in front: entries can be moved out of it
  std::uint64_t next_order_ = 0;
  bool running_ = false;
  std::string name_;
};

}  // namespace heliograph::systemc
