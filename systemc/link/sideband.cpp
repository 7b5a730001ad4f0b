// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/sideband.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/kernel/time.hpp"

namespace heliograph::systemc {

Sideband::Sideband(const sc_core::sc_module_name& name, const SidebandParameters& parameters,
                   std::uint64_t seed)
    : sc_core::sc_module(name),
      parameters_(parameters),
      random_(seed, "sideband"),
      under_way_("under_way", [](const Note& note) { (*note.to)(note.from, note.note); }) {}

void Sideband::listen(const NoteEnd& at, Listener listener) {
  if (!listeners_.emplace(at, std::move(listener)).second) {
    throw std::logic_error(std::string(name()) + ": two listeners at rank " +
                           std::to_string(base::index(at.rank)));
  }
}

bool Sideband::reaches(const NoteEnd& to) const { return listeners_.count(to) != 0; }

void Sideband::send(const NoteEnd& from, const NoteEnd& to, const ReturnNote& note) {
  const auto listener = listeners_.find(to);
  if (listener == listeners_.end()) {
    throw std::logic_error(std::string(name()) + ": nobody listens at rank " +
                           std::to_string(base::index(to.rank)));
  }
  if (!start(1)) {
    under_way_.schedule(now() + parameters_.delay, {from, &listener->second, note});
  }
}

std::optional<base::Picoseconds> Sideband::carry(base::RankId /*from*/, base::RankId /*to*/,
                                                 std::int64_t notes) {
  if (start(notes)) {
    return std::nullopt;
  }
  return parameters_.delay;
}

bool Sideband::start(std::int64_t notes) {
  bool lost = false;
  sent_ += notes;
  if (account_ == nullptr && !loses_notes()) {
    return false;
  }
  for (std::int64_t note = 0; note < notes; ++note) {
    if (account_ != nullptr) {
      account_->add_event();
    }
    lost = parameters_.loss > 0.0 && random_.uniform() < parameters_.loss;
    lost_ += lost ? 1 : 0;
  }
  return lost;
}

}  // namespace heliograph::systemc
