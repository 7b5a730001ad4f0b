// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <systemc>
#include <utility>
#include <vector>

#include "base/time.hpp"
#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

/// Future work of one component behind a single kernel event: entries come out at their instant,
/// those of one instant in the order in which they were put in.
template <class Entry>
class Calendar : public sc_core::sc_module {
 public:
  using Handler = std::function<void(Entry&)>;

  SC_HAS_PROCESS(Calendar);
  Calendar(const sc_core::sc_module_name& name, Handler handler)
      : sc_core::sc_module(name), handler_(std::move(handler)) {
    SC_METHOD(run);
    dont_initialize();
    sensitive << due_;
  }

  /// Precondition: at >= now().
  void schedule(base::Picoseconds at, Entry entry) {
    entries_.push(Item{at, next_order_++, std::move(entry)});
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

  void run() {
    const base::Picoseconds present = now();
    running_ = true;
    while (!entries_.empty() && entries_.top().at <= present) {
      Entry entry = entries_.top().entry;
      entries_.pop();
      handler_(entry);
    }
    running_ = false;
    wake_for_first();
  }

  void wake_for_first() {
    if (!entries_.empty()) {
      // An earlier notification overrides a later one; a later one is ignored by the kernel.
      due_.notify(to_sc_time(entries_.top().at - now()));
    }
  }

  Handler handler_;
  sc_core::sc_event due_;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> entries_;
  std::uint64_t next_order_ = 0;
  bool running_ = false;
};

}  // namespace heliograph::systemc
