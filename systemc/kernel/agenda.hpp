// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <systemc>
#include <vector>

#include "base/time.hpp"

namespace heliograph::systemc {

class Agenda;

/// Work of one component that is due at an instant: a timed event with its one process, but light,
/// as all alarms of a simulation share the kernel event of its Agenda.
class Alarm {
 public:
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

 protected:
  /// Throws std::logic_error outside of a KernelContext.
  Alarm();
  /// It does not ring any more. The KernelContext must still be there if it was set.
  virtual ~Alarm();

  /// ring() is to be called at `at`, which is not in the past; for the present instant in its next
  /// delta cycle. As with sc_event::notify() an earlier instant replaces a later one, and a later
  /// one is ignored.
  void set(base::Picoseconds at);
  /// May set the alarm again.
  virtual void ring() = 0;

 private:
  friend class Agenda;

  Agenda& agenda_;
  base::Picoseconds at_ = base::Picoseconds::never();
  std::size_t entries_ = 0;  ///< in lists of the agenda, also of instants that were replaced
};

/// What is due when, of all alarms of a simulation: one kernel event for all that is due at an
/// instant, however many ranks have something to do then. KernelContext has one.
class Agenda : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Agenda);
  explicit Agenda(const sc_core::sc_module_name& name);
  /// That of the current context. Throws std::logic_error when it has none.
  [[nodiscard]] static Agenda& current();

 private:
  friend class Alarm;

  static constexpr std::size_t kRecent = 8;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// Alarms that were set for an instant, as they were set; some may have rung since.
  struct Sheet {
    base::Picoseconds at;
    std::vector<Alarm*> alarms;
  };
  struct Due {
    base::Picoseconds at;
    std::uint64_t order = 0;
    std::size_t sheet = 0;
    friend bool operator>(const Due& a, const Due& b) {
      return a.at != b.at ? a.at > b.at : a.order > b.order;
    }
  };

  void set(Alarm& alarm, base::Picoseconds at);
  void forget(const Alarm& alarm);
  [[nodiscard]] Sheet& sheet_for(base::Picoseconds at);
  static void ring_all(const std::vector<Alarm*>& alarms, base::Picoseconds present);
  void run();
  void run_soon();
  void wake_for_first();

  sc_core::sc_event due_event_;
  sc_core::sc_event soon_event_;
  std::vector<Sheet> sheets_;
  std::vector<std::size_t> free_sheets_;
  std::vector<Due> due_;  // a heap, the first in front
  // What is set for one instant is mostly set together, so only the sheets used last are looked
  // through; several sheets of one instant do no harm.
  std::array<std::size_t, kRecent> recent_;
  std::size_t next_recent_ = 0;
  std::uint64_t next_order_ = 0;
  bool running_ = false;
  std::vector<Alarm*> soon_;     // in the next delta cycle
  std::vector<Alarm*> in_hand_;  // those of run_soon()
};

}  // namespace heliograph::systemc
