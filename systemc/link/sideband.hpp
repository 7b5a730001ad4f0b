// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <systemc>

#include "base/random.hpp"
#include "base/time.hpp"
#include "systemc/kernel/calendar.hpp"
#include "systemc/kernel/energy_meter.hpp"
#include "systemc/link/return_path.hpp"
#include "systemc/link/sideband_parameters.hpp"

namespace heliograph::systemc {

/// A management network that every node reaches: each note takes the same time, whatever else is
/// under way (its own queues are not modelled), and may be lost.
class Sideband : public sc_core::sc_module, public ReturnPath {
 public:
  /// `seed`: of the losses.
  Sideband(const sc_core::sc_module_name& name, const SidebandParameters& parameters,
           std::uint64_t seed);

  /// Each note sent is an event of this account; nullptr: none.
  void meter(EnergyAccount* account) { account_ = account; }

  void listen(const NoteEnd& at, Listener listener) override;
  [[nodiscard]] bool reaches(const NoteEnd& to) const override;
  void send(const NoteEnd& from, const NoteEnd& to, const ReturnNote& note) override;
  [[nodiscard]] std::optional<base::Picoseconds> carry(base::RankId from, base::RankId to,
                                                       std::int64_t notes) override;
  [[nodiscard]] bool loses_notes() const override { return parameters_.loss > 0.0; }

  [[nodiscard]] std::int64_t sent() const { return sent_; }
  [[nodiscard]] std::int64_t lost() const { return lost_; }

 private:
  /// Accounts for them; true when the last is lost.
  bool start(std::int64_t notes);

  struct Note {
    NoteEnd from;
    const Listener* to = nullptr;
    ReturnNote note;
  };

  SidebandParameters parameters_;
  base::RandomStream random_;
  EnergyAccount* account_ = nullptr;
  Calendar<Note> under_way_;
  std::map<NoteEnd, Listener> listeners_;
  std::int64_t sent_ = 0;
  std::int64_t lost_ = 0;
};

}  // namespace heliograph::systemc
