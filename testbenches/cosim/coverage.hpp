// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heliograph::testbenches {

/// States of the sequence as they can be told from outside.
enum class CoverState {
  idle,
  arbitrate,  ///< from the commit to the first drain
  illegal,    ///< the same with an illegal map
  quiesce,
  break_,
  program,
  settle,
  relock,
  verify,  ///< seen only with the report group
};
inline constexpr std::size_t kCoverStates = static_cast<std::size_t>(CoverState::verify) + 1;

/// What can come while a controller is in a state.
enum class CoverEvent {
  commit,  ///< accepted
  commit_refused,
  write,          ///< taken
  write_refused,  ///< a locked register
  read,
  bus_error,  ///< an address that is not there
  drain_ack,  ///< an input acknowledges
  timeout,
  los,  ///< an output loses its light
  fec,  ///< a FEC at its limit
  tick,
  back_pressure,  ///< the DAC chain is not ready
  grant_waits,    ///< a decision is not taken
  reset,
};
inline constexpr std::size_t kCoverEvents = static_cast<std::size_t>(CoverEvent::reset) + 1;

[[nodiscard]] std::string_view to_string(CoverState state);
[[nodiscard]] std::string_view to_string(CoverEvent event);

/// The cross of states and events: how often each pair was met. Runs add up.
class StateEventCoverage {
 public:
  void meet(CoverState state, CoverEvent event) {
    ++counts_[static_cast<std::size_t>(state)][static_cast<std::size_t>(event)];
  }
  void add(const StateEventCoverage& other);

  [[nodiscard]] std::uint64_t count(CoverState state, CoverEvent event) const {
    return counts_[static_cast<std::size_t>(state)][static_cast<std::size_t>(event)];
  }
  /// The device has no report group, by which alone some states can be told.
  void without_reports() { reports_ = false; }
  /// ... or no decision group.
  void without_decisions() { decisions_ = false; }
  /// ... or no fec_deg_i.
  void without_fec() { fec_ = false; }
  /// Why a pair cannot be met; empty when it can.
  [[nodiscard]] std::string_view excluded(CoverState state, CoverEvent event) const;
  /// Pairs that can be met, and of these those that were.
  [[nodiscard]] unsigned reachable() const;
  [[nodiscard]] unsigned covered() const;
  /// "relock x reset": pairs that can be met and were not.
  [[nodiscard]] std::vector<std::string> holes() const;

  /// For a file that runs add to: {"state_event": {"idle": {"commit": 12, ...}, ...}}.
  [[nodiscard]] std::string json() const;
  /// Throws base::InputError when `text`, the content of `name`, is not what json() writes.
  [[nodiscard]] static StateEventCoverage read(const std::string& text, const std::string& name);

 private:
  bool reports_ = true;
  bool decisions_ = true;
  bool fec_ = true;
  std::array<std::array<std::uint64_t, kCoverEvents>, kCoverStates> counts_{};
};

}  // namespace heliograph::testbenches
