// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "testbenches/cosim/cosim_report.hpp"

namespace heliograph::testbenches {

namespace {

void write_finding(const CosimReport& report, const Finding& finding, std::string& out) {
  const RuleText& text = text_of(finding.rule);
  out += fmt::format("\nBROKEN {}: {}.\n", text.id, text.promise);
  out += fmt::format("  seen:  {}\n", finding.seen);
  const std::string where = finding.case_name.empty() ? "on the bus" : "case " + finding.case_name;
  out += fmt::format("  when:  {}, seed {}, cycle {}\n", where, finding.seed, finding.cycle);
  const std::uint64_t times = report.of(finding.rule).broken;
  out += fmt::format("  times: {} in {} tests\n", times,
                     std::max(times, report.of(finding.rule).exercised));
  if (!finding.before.empty()) {
    out += "  before:\n";
    for (const std::string& line : finding.before) out += fmt::format("    {}\n", line);
  }
  const std::string command = report.command_for(finding);
  if (!command.empty()) out += fmt::format("  again: {}\n", command);
}

void write_rules(const CosimReport& report, std::string& out) {
  out += "\nrule                 tests      broken\n";
  for (std::size_t i = 0; i < kRules; ++i) {
    const auto rule = static_cast<Rule>(i);
    const RuleCount& count = report.of(rule);
    if (!report.applies[i] && count.exercised == 0 && count.broken == 0) continue;
    if (count.exercised == 0 && count.broken == 0) {
      out += fmt::format("{:<20} not exercised\n", to_string(rule));
    } else {
      out += fmt::format("{:<20} {:<10} {}\n", to_string(rule),
                         std::max(count.exercised, count.broken), count.broken);
    }
  }
}

constexpr std::size_t kShownHoles = 20;

void write_holes(const std::vector<std::string>& holes, std::string& out) {
  for (std::size_t i = 0; i < std::min(holes.size(), kShownHoles); ++i) {
    out += fmt::format("  not: {}\n", holes[i]);
  }
  if (holes.size() > kShownHoles) {
    out += fmt::format("  and {} more, in cosim.json\n", holes.size() - kShownHoles);
  }
}

void write_code(const char* what, const std::optional<CodeCoverage>& code, std::string& out) {
  if (!code) return;
  out += fmt::format("{:<20} {} of {}\n", what, code->covered, code->total);
  write_holes(code->holes, out);
}

}  // namespace

std::string cosim_text(const CosimReport& report) {
  std::string out = fmt::format("{}: {}\n", report.device, to_string(report.verdict()));
  out += fmt::format("{} ports, {} cases, {} cycles, {} register transfers, {} reconfigurations",
                     report.ports, report.cases.size(), report.cycles, report.transfers,
                     report.reconfigurations);
  if (report.decisions != 0) out += fmt::format(", {} decisions", report.decisions);
  out += "\n";
  for (const std::string& note : report.notes) out += fmt::format("note: {}\n", note);
  for (const Finding& finding : report.findings) write_finding(report, finding, out);
  write_rules(report, out);
  if (report.coverage || report.lines || report.toggles) out += "\ncovered\n";
  if (report.coverage) {
    out += fmt::format("{:<20} {} of {}\n", "states x events", report.coverage->covered(),
                       report.coverage->reachable());
    write_holes(report.coverage->holes(), out);
  }
  write_code("lines", report.lines, out);
  write_code("toggles of bits", report.toggles, out);
  return out;
}

}  // namespace heliograph::testbenches
