// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/coverage.hpp"

#include <nlohmann/json.hpp>

#include "base/diagnostics.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::array<std::string_view, kCoverStates> kStateNames{
    "idle", "arbitrate", "illegal", "quiesce", "break", "program", "settle", "relock", "verify"};
constexpr std::array<std::string_view, kCoverEvents> kEventNames{
    "commit",    "commit_refused", "write",       "write_refused", "read",
    "bus_error", "drain_ack",      "timeout",     "los",           "fec",
    "tick",      "back_pressure",  "grant_waits", "reset"};

}  // namespace

std::string_view to_string(CoverState state) {
  return kStateNames[static_cast<std::size_t>(state)];
}
std::string_view to_string(CoverEvent event) {
  return kEventNames[static_cast<std::size_t>(event)];
}

void StateEventCoverage::add(const StateEventCoverage& other) {
  reports_ = reports_ && other.reports_;
  decisions_ = decisions_ && other.decisions_;
  fec_ = fec_ && other.fec_;
  for (std::size_t state = 0; state < kCoverStates; ++state) {
    for (std::size_t event = 0; event < kCoverEvents; ++event) {
      counts_[state][event] += other.counts_[state][event];
    }
  }
}

std::string_view StateEventCoverage::excluded(CoverState state, CoverEvent event) const {
  if (!reports_ && (state == CoverState::verify || state == CoverState::break_)) {
    return "it takes the report group to tell this state";
  }
  if (!fec_ && event == CoverEvent::fec) return "the device has no fec_deg_i";
  switch (event) {
    case CoverEvent::commit:
      return state == CoverState::idle ? "" : "a commit is refused while one runs";
    case CoverEvent::write_refused:
      return state == CoverState::idle ? "nothing is locked when idle" : "";
    case CoverEvent::drain_ack:
      return state == CoverState::quiesce ? "" : "drains are acknowledged in quiesce";
    case CoverEvent::timeout:
      return state == CoverState::quiesce || state == CoverState::relock
                 ? ""
                 : "only quiesce and relock time out";
    case CoverEvent::back_pressure:
      return state == CoverState::program ? "" : "codes are sent in program";
    case CoverEvent::grant_waits:
      return decisions_ ? "" : "there is no decision group";
    default:
      return "";
  }
}

unsigned StateEventCoverage::reachable() const {
  unsigned pairs = 0;
  for (std::size_t state = 0; state < kCoverStates; ++state) {
    for (std::size_t event = 0; event < kCoverEvents; ++event) {
      if (excluded(static_cast<CoverState>(state), static_cast<CoverEvent>(event)).empty()) ++pairs;
    }
  }
  return pairs;
}

unsigned StateEventCoverage::covered() const {
  return reachable() - static_cast<unsigned>(holes().size());
}

std::vector<std::string> StateEventCoverage::holes() const {
  std::vector<std::string> names;
  for (std::size_t s = 0; s < kCoverStates; ++s) {
    for (std::size_t e = 0; e < kCoverEvents; ++e) {
      const auto state = static_cast<CoverState>(s);
      const auto event = static_cast<CoverEvent>(e);
      if (counts_[s][e] != 0 || !excluded(state, event).empty()) continue;
      std::string name(to_string(state));
      name += " x ";
      name += to_string(event);
      names.push_back(std::move(name));
    }
  }
  return names;
}

std::string StateEventCoverage::json() const {
  nlohmann::ordered_json table = nlohmann::ordered_json::object();
  for (std::size_t s = 0; s < kCoverStates; ++s) {
    nlohmann::ordered_json row = nlohmann::ordered_json::object();
    for (std::size_t e = 0; e < kCoverEvents; ++e) {
      row[std::string(kEventNames[e])] = counts_[s][e];
    }
    table[std::string(kStateNames[s])] = row;
  }
  return nlohmann::ordered_json{{"state_event", table}}.dump(2) + "\n";
}

StateEventCoverage StateEventCoverage::read(const std::string& text, const std::string& name) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  const auto refuse = [&](const std::string& what) {
    throw base::InputError({name, 0, 0}, "not a coverage file: " + what);
  };
  if (json.is_discarded()) refuse("it is not JSON");
  if (!json.is_object() || !json.contains("state_event") || !json["state_event"].is_object()) {
    refuse("it has no object 'state_event'");
  }
  StateEventCoverage coverage;
  for (std::size_t s = 0; s < kCoverStates; ++s) {
    const std::string state(kStateNames[s]);
    const auto row = json["state_event"].find(state);
    if (row == json["state_event"].end() || !row->is_object())
      refuse("state '" + state + "' is missing");
    for (std::size_t e = 0; e < kCoverEvents; ++e) {
      const std::string event(kEventNames[e]);
      const auto cell = row->find(event);
      if (cell == row->end() || !cell->is_number_unsigned()) {
        refuse("'" + state + "' has no count of '" + event + "'");
      }
      coverage.counts_[s][e] = cell->get<std::uint64_t>();
    }
  }
  return coverage;
}

}  // namespace heliograph::testbenches
