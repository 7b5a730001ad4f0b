// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "testbenches/cosim/rule.hpp"

namespace heliograph::testbenches {

/// The first time that a rule was broken.
struct Finding {
  Rule rule{};
  std::string case_name;
  std::uint64_t seed = 0;
  std::uint64_t cycle = 0;  ///< since the last time that power came up, of the controller's clock
  std::string seen;         ///< what was seen, in words with numbers
  std::vector<std::string> before;  ///< what happened last, oldest first
};

/// How often a rule was checked, and how often broken.
struct RuleCount {
  std::uint64_t exercised = 0;
  std::uint64_t broken = 0;
};
using RuleCounts = std::array<RuleCount, kRules>;

/// Where monitors say what they see. Keeps the first finding of each rule and counts the rest.
class Scoreboard {
 public:
  /// What runs from here on; the events of before are forgotten.
  void begin_case(std::string name, std::uint64_t seed);
  /// The clock edge that is looked at.
  void at(std::uint64_t cycle) { cycle_ = cycle; }
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }

  /// A rule was put to the test.
  void exercised(Rule rule, std::uint64_t times = 1) { count(rule).exercised += times; }
  /// ... and failed; `seen` says how.
  void broken(Rule rule, std::string seen);
  /// Both: `words` makes the text, only when `holds` is false.
  template <class Words>
  void check(Rule rule, bool holds, Words words) {
    exercised(rule);
    if (holds) return;
    if (of(rule).broken == 0) {
      broken(rule, words());
    } else {
      ++count(rule).broken;
    }
  }
  /// Remembered for the next finding; `what` must outlive the scoreboard (a literal).
  void happened(std::string_view what, std::uint32_t value);

  [[nodiscard]] const RuleCounts& counts() const { return counts_; }
  [[nodiscard]] const std::vector<Finding>& findings() const { return findings_; }
  [[nodiscard]] bool clean() const { return findings_.empty(); }
  [[nodiscard]] const RuleCount& of(Rule rule) const {
    return counts_[static_cast<std::size_t>(rule)];
  }

 private:
  struct Happening {
    std::uint64_t cycle = 0;
    std::string_view what;
    std::uint32_t value = 0;
  };
  static constexpr std::size_t kRemembered = 12;

  RuleCount& count(Rule rule) { return counts_[static_cast<std::size_t>(rule)]; }
  [[nodiscard]] std::vector<std::string> last_happenings() const;

  std::string case_name_;
  std::uint64_t seed_ = 0;
  std::uint64_t cycle_ = 0;
  std::array<Happening, kRemembered> ring_{};
  std::size_t happenings_ = 0;
  RuleCounts counts_{};
  std::vector<Finding> findings_;
};

/// "0x1F", and "{0, 1, 3}" for the ports of a mask.
[[nodiscard]] std::string hex(std::uint32_t value);
[[nodiscard]] std::string ports_text(std::uint32_t mask);

}  // namespace heliograph::testbenches
