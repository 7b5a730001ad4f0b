// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/cosim_report.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace {

void add_code(std::optional<CodeCoverage>& to, const std::optional<CodeCoverage>& from) {
  if (from) to = from;  // the tool merges its own counts; the later has both
}

}  // namespace

std::string_view to_string(DeviceVerdict verdict) {
  switch (verdict) {
    case DeviceVerdict::accepted:
      return "accepted";
    case DeviceVerdict::rejected:
      return "rejected";
    case DeviceVerdict::not_judged:
      return "not judged";
  }
  return "not judged";
}

DeviceVerdict CosimReport::verdict() const {
  if (!findings.empty()) return DeviceVerdict::rejected;
  const bool tested = std::any_of(rules.begin(), rules.end(),
                                  [](const RuleCount& count) { return count.exercised != 0; });
  return tested ? DeviceVerdict::accepted : DeviceVerdict::not_judged;
}

std::vector<Rule> CosimReport::not_exercised() const {
  std::vector<Rule> idle;
  for (std::size_t i = 0; i < kRules; ++i) {
    if (applies[i] && rules[i].exercised == 0 && rules[i].broken == 0) {
      idle.push_back(static_cast<Rule>(i));
    }
  }
  return idle;
}

std::string CosimReport::command_for(const Finding& finding) const {
  if (again.empty()) return {};
  const std::string command = fmt::format("{} --seed {}", again, finding.seed);
  return finding.case_name.empty() ? command : command + " --case " + finding.case_name;
}

void CosimReport::add(const CosimReport& other) {
  if (ports == 0) ports = other.ports;
  cases.insert(cases.end(), other.cases.begin(), other.cases.end());
  for (std::size_t i = 0; i < kRules; ++i) {
    rules[i].exercised += other.rules[i].exercised;
    rules[i].broken += other.rules[i].broken;
    applies[i] = applies[i] || other.applies[i];
  }
  for (const Finding& finding : other.findings) {
    const bool known = std::any_of(findings.begin(), findings.end(),
                                   [&](const Finding& mine) { return mine.rule == finding.rule; });
    if (!known) findings.push_back(finding);
  }
  if (other.coverage) {
    if (coverage) {
      coverage->add(*other.coverage);
    } else {
      coverage = other.coverage;
    }
  }
  add_code(lines, other.lines);
  add_code(toggles, other.toggles);
  cycles += other.cycles;
  transfers += other.transfers;
  reconfigurations += other.reconfigurations;
  decisions += other.decisions;
  notes.insert(notes.end(), other.notes.begin(), other.notes.end());
}

int cosim_exit_status(const CosimReport& report) {
  return report.verdict() == DeviceVerdict::accepted ? 0 : 1;
}

std::string rules_markdown() {
  std::string page =
      "# What a controller is judged by\n\n"
      "Written by the program from its own table (`heliograph cosim --list-rules`). The contract "
      "is "
      "`rtl/contract.md`; a rule is one promise of it. A report says of each how often it was put "
      "to the test and how often it was broken; one that was never put to the test is never called "
      "kept.\n";
  std::string_view group;
  for (std::size_t i = 0; i < kRules; ++i) {
    const RuleText& text = text_of(static_cast<Rule>(i));
    if (text.group != group) {
      group = text.group;
      page += fmt::format("\n## {}\n\n| rule | promise |\n|---|---|\n", group);
    }
    page += fmt::format("| `{}` | {} |\n", text.id, text.promise);
  }
  return page;
}

}  // namespace heliograph::testbenches
