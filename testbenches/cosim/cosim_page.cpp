// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/cosim_page.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace {

ReportColumn words(const char* key, const char* name) { return {key, name, "", 1.0, false}; }
ReportColumn count(const char* key, const char* name) { return {key, name, "", 1.0, true}; }

KeyFigure share_figure(const char* name, std::uint64_t covered, std::uint64_t total) {
  KeyFigure figure;
  figure.name = name;
  figure.value = std::to_string(covered);
  figure.remark = fmt::format("of {}", total);
  if (total != 0) {
    figure.share = static_cast<double>(covered) / static_cast<double>(total);
  }
  return figure;
}

std::vector<KeyFigure> figures_of(const CosimReport& report) {
  std::vector<KeyFigure> figures;
  KeyFigure broken;
  broken.name = "Rules broken";
  broken.value = std::to_string(report.findings.size());
  broken.remark = fmt::format("{} cycles in {} cases", report.cycles, report.cases.size());
  figures.push_back(std::move(broken));
  if (report.coverage) {
    figures.push_back(
        share_figure("States x events", report.coverage->covered(), report.coverage->reachable()));
  }
  if (report.lines) {
    figures.push_back(share_figure("Lines", report.lines->covered, report.lines->total));
  }
  if (report.toggles) {
    figures.push_back(
        share_figure("Toggles of bits", report.toggles->covered, report.toggles->total));
  }
  return figures;
}

ReportSection finding_section(const CosimReport& report) {
  ReportSection section;
  section.id = "broken";
  section.title = "What was broken";
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    section.points.push_back(fmt::format("{}: {}. Seen: {}; cycle {}. Again: {}",
                                         to_string(finding.rule), text_of(finding.rule).promise,
                                         finding.seen, finding.cycle, report.command_for(finding)));
    if (finding.before.empty()) {
      continue;
    }
    ReportTable before;
    before.id = fmt::format("before_{}", i + 1);
    before.title = fmt::format("What happened before {} was broken", to_string(finding.rule));
    before.columns = {words("event", "event")};
    for (const std::string& line : finding.before) {
      before.rows.push_back({Json(line)});
    }
    section.tables.push_back(std::move(before));
  }
  return section;
}

ReportSection rule_section(const CosimReport& report) {
  ReportTable table;
  table.id = "rules";
  table.title = "All rules";
  table.note = "A rule that was never put to the test is not exercised, never passed.";
  table.columns = {words("rule", "rule"), words("promise", "promise"), words("state", "state"),
                   count("tests", "tests"), count("broken", "broken")};
  table.searchable = true;
  for (std::size_t i = 0; i < kRules; ++i) {
    const auto rule = static_cast<Rule>(i);
    const RuleCount& counted = report.of(rule);
    const std::uint64_t tests = std::max(counted.exercised, counted.broken);
    if (!report.applies[i] && tests == 0) {
      continue;
    }
    const char* const state = counted.broken != 0 ? "broken"
                              : tests != 0        ? "kept"
                                                  : "not exercised";
    table.rows.push_back({Json(std::string(to_string(rule))),
                          Json(std::string(text_of(rule).promise)), Json(state), Json(tests),
                          Json(counted.broken)});
  }
  ReportSection section;
  section.id = "rules";
  section.title = "Rules";
  section.tables.push_back(std::move(table));
  return section;
}

void add_holes(ReportSection& section, const char* id, const char* title,
               const std::vector<std::string>& holes) {
  if (holes.empty()) {
    return;
  }
  ReportTable table;
  table.id = id;
  table.title = title;
  table.columns = {words("hole", "not covered")};
  for (const std::string& hole : holes) {
    table.rows.push_back({Json(hole)});
  }
  table.folded = true;
  section.tables.push_back(std::move(table));
}

ReportSection coverage_section(const CosimReport& report) {
  ReportSection section;
  section.id = "coverage";
  section.title = "What was not covered";
  if (report.coverage) {
    add_holes(section, "state_event_holes", "States and events", report.coverage->holes());
  }
  if (report.lines) {
    add_holes(section, "line_holes", "Lines", report.lines->holes);
  }
  if (report.toggles) {
    add_holes(section, "toggle_holes", "Bits that never toggled", report.toggles->holes);
  }
  return section;
}

}  // namespace

Report cosim_page(const CosimReport& report) {
  Report page;
  page.title = report.device + ", judged";
  page.subtitle = fmt::format("{} ports, seed {}", report.ports, report.seed);
  page.good = report.verdict() == DeviceVerdict::accepted;
  page.verdict = to_string(report.verdict());
  page.figures = figures_of(report);
  page.answer_title = "What was judged";
  page.answer.push_back(
      fmt::format("{} register transfers, {} reconfigurations and {} decisions in {} cycles.",
                  report.transfers, report.reconfigurations, report.decisions, report.cycles));
  for (const std::string& note : report.notes) {
    page.answer.push_back(note);
  }
  for (ReportSection& section : std::vector<ReportSection>{
           finding_section(report), rule_section(report), coverage_section(report)}) {
    if (!section.empty()) {
      page.sections.push_back(std::move(section));
    }
  }
  return page;
}

}  // namespace heliograph::testbenches
