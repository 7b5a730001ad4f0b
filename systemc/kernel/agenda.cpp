// SPDX-License-Identifier: Apache-2.0
#include "systemc/kernel/agenda.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

namespace {

constexpr const char* kAgendaName = "agenda";

}  // namespace

Alarm::Alarm() : agenda_(Agenda::current()) {}

Alarm::~Alarm() {
  if (entries_ > 0) {
    agenda_.forget(*this);
  }
}

void Alarm::set(base::Picoseconds at) {
  if (at < at_) {
    at_ = at;
    ++entries_;
    agenda_.set(*this, at);
  }
}

Agenda::Agenda(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
  recent_.fill(kNone);
  SC_METHOD(run);
  dont_initialize();
  sensitive << due_event_;
  SC_METHOD(run_soon);
  dont_initialize();
  sensitive << soon_event_;
}

Agenda& Agenda::current() {
  auto* const agenda = dynamic_cast<Agenda*>(sc_core::sc_find_object(kAgendaName));
  if (agenda == nullptr) {
    throw std::logic_error("an alarm outside of a kernel context");
  }
  return *agenda;
}

void Agenda::set(Alarm& alarm, base::Picoseconds at) {
  if (at == now()) {
    if (soon_.empty()) {
      soon_event_.notify(sc_core::SC_ZERO_TIME);
    }
    soon_.push_back(&alarm);
    return;
  }
  const std::uint64_t before = next_order_;
  sheet_for(at).alarms.push_back(&alarm);
  if (next_order_ != before && !running_) {
    wake_for_first();
  }
}

Agenda::Sheet& Agenda::sheet_for(base::Picoseconds at) {
  for (const std::size_t recent : recent_) {
    if (recent != kNone && sheets_[recent].at == at) {
      return sheets_[recent];
    }
  }
  if (free_sheets_.empty()) {
    free_sheets_.push_back(sheets_.size());
    sheets_.emplace_back();
  }
  const std::size_t number = free_sheets_.back();
  free_sheets_.pop_back();
  recent_[next_recent_] = number;
  next_recent_ = (next_recent_ + 1) % kRecent;
  sheets_[number].at = at;
  due_.push_back({at, next_order_++, number});
  std::push_heap(due_.begin(), due_.end(), std::greater<>());
  return sheets_[number];
}

void Agenda::forget(const Alarm& alarm) {
  const auto strike_out = [&alarm](std::vector<Alarm*>& alarms) {
    std::replace_if(
        alarms.begin(), alarms.end(), [&alarm](const Alarm* one) { return one == &alarm; },
        nullptr);
  };
  for (Sheet& sheet : sheets_) {
    strike_out(sheet.alarms);
  }
  strike_out(soon_);
  strike_out(in_hand_);
}

void Agenda::ring_all(const std::vector<Alarm*>& alarms, base::Picoseconds present) {
  for (Alarm* const alarm : alarms) {
    if (alarm == nullptr) {
      continue;  // it has been destroyed
    }
    --alarm->entries_;
    if (alarm->at_ == present) {
      alarm->at_ = base::Picoseconds::never();
      alarm->ring();
    }
  }
}

void Agenda::run() {
  const base::Picoseconds present = now();
  running_ = true;
  while (!due_.empty() && due_.front().at <= present) {
    std::pop_heap(due_.begin(), due_.end(), std::greater<>());
    const std::size_t number = due_.back().sheet;
    due_.pop_back();
    std::replace(recent_.begin(), recent_.end(), number, kNone);
    in_hand_.swap(sheets_[number].alarms);
    ring_all(in_hand_, present);
    in_hand_.clear();
    in_hand_.swap(sheets_[number].alarms);
    free_sheets_.push_back(number);
  }
  running_ = false;
  wake_for_first();
}

void Agenda::run_soon() {
  in_hand_.swap(soon_);
  ring_all(in_hand_, now());
  in_hand_.clear();
}

void Agenda::wake_for_first() {
  if (!due_.empty()) {
    // An earlier notification overrides a later one; a later one is ignored by the kernel.
    due_event_.notify(to_sc_time(due_.front().at - now()));
  }
}

}  // namespace heliograph::systemc
