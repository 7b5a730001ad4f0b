// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/cosim/coverage.hpp"
#include "testbenches/cosim/scoreboard.hpp"

namespace heliograph::testbenches {

enum class DeviceVerdict {
  accepted,
  rejected,
  not_judged,  ///< it could not be put to any test
};
[[nodiscard]] std::string_view to_string(DeviceVerdict verdict);

/// Lines or toggles of a model, as its tool counts them.
struct CodeCoverage {
  std::uint64_t covered = 0;
  std::uint64_t total = 0;
  std::vector<std::string> holes;  ///< where, in the tool's words
};

/// What judging a device has come to.
struct CosimReport {
  std::string device;
  std::string again;  ///< the command without " --seed S --case NAME"; may be empty
  std::uint64_t seed = 0;
  unsigned ports = 0;
  std::vector<std::string> cases;  ///< that ran, in their order
  RuleCounts rules{};
  std::vector<Finding> findings;  ///< the first of each broken rule
  /// Rules that this device is not judged by, since it lacks the pins, or nobody asked.
  std::array<bool, kRules> applies{};
  std::optional<StateEventCoverage> coverage;
  std::optional<CodeCoverage> lines;
  std::optional<CodeCoverage> toggles;
  std::uint64_t cycles = 0;
  std::uint64_t transfers = 0;
  std::uint64_t reconfigurations = 0;
  std::uint64_t decisions = 0;
  std::vector<std::string> notes;  ///< what a reader must know, such as why nothing was judged

  [[nodiscard]] DeviceVerdict verdict() const;
  [[nodiscard]] const RuleCount& of(Rule rule) const {
    return rules[static_cast<std::size_t>(rule)];
  }
  [[nodiscard]] bool broke(Rule rule) const { return of(rule).broken != 0; }
  /// Of the rules that apply, those that were never put to the test.
  [[nodiscard]] std::vector<Rule> not_exercised() const;
  /// The command that shows this finding again; empty when `again` is.
  [[nodiscard]] std::string command_for(const Finding& finding) const;
  /// Puts another part of the judgement to this one, such as a run in the light.
  void add(const CosimReport& other);
};

/// For a reader. The same report gives the same bytes.
[[nodiscard]] std::string cosim_text(const CosimReport& report);
[[nodiscard]] std::string cosim_json(const CosimReport& report);

/// 0 accepted, 1 rejected or not judged.
[[nodiscard]] int cosim_exit_status(const CosimReport& report);

/// docs/reference/cosim-rules.md
[[nodiscard]] std::string rules_markdown();

}  // namespace heliograph::testbenches
