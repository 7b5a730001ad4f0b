// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/scoreboard.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace heliograph::testbenches {

void Scoreboard::begin_case(std::string name, std::uint64_t seed) {
  case_name_ = std::move(name);
  seed_ = seed;
  cycle_ = 0;
  happenings_ = 0;
}

void Scoreboard::happened(std::string_view what, std::uint32_t value) {
  ring_[happenings_ % kRemembered] = Happening{cycle_, what, value};
  ++happenings_;
}

std::vector<std::string> Scoreboard::last_happenings() const {
  std::vector<std::string> texts;
  const std::size_t kept = std::min(happenings_, kRemembered);
  texts.reserve(kept);
  for (std::size_t i = happenings_ - kept; i < happenings_; ++i) {
    const Happening& one = ring_[i % kRemembered];
    texts.push_back(fmt::format("cycle {}: {} {}", one.cycle, one.what, hex(one.value)));
  }
  return texts;
}

void Scoreboard::broken(Rule rule, std::string seen) {
  if (count(rule).broken++ != 0) return;
  findings_.push_back(Finding{rule, case_name_, seed_, cycle_, std::move(seen), last_happenings()});
}

std::string hex(std::uint32_t value) { return fmt::format("{:#x}", value); }

std::string ports_text(std::uint32_t mask) {
  std::string text = "{";
  for (unsigned port = 0; port < 32; ++port) {
    if ((mask >> port & 1U) == 0) continue;
    if (text.size() > 1) text += ", ";
    text += fmt::format("{}", port);
  }
  text += "}";
  return text;
}

}  // namespace heliograph::testbenches
