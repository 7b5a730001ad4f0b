// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/ids.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

/// Who at a node speaks over a return path; each hears only its own kind.
enum class NoteUser : std::uint8_t { nic, link_layer };

/// One end of a return path. Circuits are one-way, so what goes back is addressed by name.
struct NoteEnd {
  base::RankId rank{};
  NoteUser user = NoteUser::nic;
  std::uint32_t port = 0;  ///< of the rank; 0 for what belongs to no port

  friend bool operator<(const NoteEnd& a, const NoteEnd& b) {
    if (a.rank != b.rank) {
      return a.rank < b.rank;
    }
    return a.user != b.user ? a.user < b.user : a.port < b.port;
  }
};

/// What is said: an acknowledgement, a credit. Its meaning is the users' own.
struct ReturnNote {
  std::uint32_t kind = 0;
  std::int32_t channel = 0;
  std::uint64_t number = 0;
  std::uint64_t value = 0;
  std::uint64_t more = 0;
};

/// Carries notes between nodes beside the circuits, or against their direction. A note arrives
/// once or is lost; those between the same two ends keep their order.
class ReturnPath {
 public:
  using Listener = std::function<void(const NoteEnd& from, const ReturnNote& note)>;

  virtual ~ReturnPath() = default;
  /// Notes to `at` go to `listener`, one call a note, at the instant of its arrival. Once for each
  /// end, before the simulation starts: throws std::logic_error when `at` has a listener already.
  virtual void listen(const NoteEnd& at, Listener listener) = 0;
  [[nodiscard]] virtual bool reaches(const NoteEnd& to) const = 0;  ///< somebody listens there
  /// Throws std::logic_error when nobody listens at `to`.
  virtual void send(const NoteEnd& from, const NoteEnd& to, const ReturnNote& note) = 0;

  // For users that know what their notes say without being told: only the way of the notes.

  /// `notes` notes of one kind go from one node to the other: how long each takes; nothing when the
  /// last of them is lost. No listener hears of them.
  [[nodiscard]] virtual std::optional<base::Picoseconds> carry(base::RankId from, base::RankId to,
                                                               std::int64_t notes) = 0;
  /// False when no note is ever lost.
  [[nodiscard]] virtual bool loses_notes() const = 0;
};

}  // namespace heliograph::systemc
