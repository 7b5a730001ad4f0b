// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "testbenches/check/file_check.hpp"

namespace heliograph::testbenches {

std::string verdict_text(const std::vector<FileVerdict>& verdicts) {
  std::string text;
  for (const FileVerdict& verdict : verdicts) {
    for (const base::Diagnostic& finding : verdict.findings) {
      text += finding.text() + '\n';
    }
    if (verdict.ok()) {
      text += verdict.file + ": ok (" + verdict.what + ")\n";
    } else {
      const std::size_t count = verdict.mistakes();
      text += verdict.file + ": " + std::to_string(count) +
              (count == 1 ? " mistake" : " mistakes") + ", read as " +
              (verdict.kind == FileKind::unknown ? "no kind that is known"
                                                 : std::string(to_string(verdict.kind))) +
              '\n';
    }
  }
  return text;
}

std::string verdict_json(const std::vector<FileVerdict>& verdicts) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array();
  for (const FileVerdict& verdict : verdicts) {
    Json errors = Json::array();
    for (const base::Diagnostic& finding : verdict.findings) {
      errors.push_back(
          {{"file", finding.location.file},
           {"line", finding.location.line},
           {"column", finding.location.column},
           {"severity", finding.severity == base::Severity::error ? "error" : "warning"},
           {"message", finding.message}});
    }
    rows.push_back({{"file", verdict.file},
                    {"kind", to_string(verdict.kind)},
                    {"ok", verdict.ok()},
                    {"what", verdict.what},
                    {"errors", errors}});
  }
  // File names need not be UTF-8.
  return Json{{"rows", rows}}.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace heliograph::testbenches
