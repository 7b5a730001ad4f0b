// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "testbenches/cosim/cosim_report.hpp"

namespace heliograph::testbenches {

namespace {

using ReportJson = nlohmann::ordered_json;

ReportJson finding_json(const CosimReport& report, const Finding& finding) {
  ReportJson json;
  json["rule"] = to_string(finding.rule);
  json["promise"] = text_of(finding.rule).promise;
  json["seen"] = finding.seen;
  json["case"] = finding.case_name;
  json["seed"] = finding.seed;
  json["cycle"] = finding.cycle;
  json["before"] = finding.before;
  json["again"] = report.command_for(finding);
  return json;
}

ReportJson rules_json(const CosimReport& report) {
  ReportJson json = ReportJson::array();
  for (std::size_t i = 0; i < kRules; ++i) {
    const auto rule = static_cast<Rule>(i);
    const RuleCount& count = report.of(rule);
    if (!report.applies[i] && count.exercised == 0 && count.broken == 0) continue;
    ReportJson one;
    one["rule"] = to_string(rule);
    one["tests"] = count.exercised;
    one["broken"] = count.broken;
    const bool idle = count.exercised == 0 && count.broken == 0;
    one["result"] = count.broken != 0 ? "broken" : idle ? "not exercised" : "kept";
    json.push_back(one);
  }
  return json;
}

ReportJson code_json(const CodeCoverage& code) {
  ReportJson json;
  json["covered"] = code.covered;
  json["total"] = code.total;
  json["holes"] = code.holes;
  return json;
}

}  // namespace

std::string cosim_json(const CosimReport& report) {
  ReportJson json;
  json["device"] = report.device;
  json["verdict"] = to_string(report.verdict());
  json["seed"] = report.seed;
  json["ports"] = report.ports;
  json["cases"] = report.cases;
  json["cycles"] = report.cycles;
  json["register_transfers"] = report.transfers;
  json["reconfigurations"] = report.reconfigurations;
  json["decisions"] = report.decisions;
  json["notes"] = report.notes;
  ReportJson findings = ReportJson::array();
  for (const Finding& finding : report.findings) findings.push_back(finding_json(report, finding));
  json["findings"] = findings;
  json["rules"] = rules_json(report);
  if (report.coverage) {
    ReportJson cover;
    cover["met"] = report.coverage->covered();
    cover["reachable"] = report.coverage->reachable();
    cover["holes"] = report.coverage->holes();
    json["state_event"] = cover;
  }
  if (report.lines) json["lines"] = code_json(*report.lines);
  if (report.toggles) json["toggles"] = code_json(*report.toggles);
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heliograph::testbenches
