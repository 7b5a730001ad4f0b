// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/run_files.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/diagnostics.hpp"
#include "testbenches/html_report/report_page.hpp"

namespace heliograph::testbenches {

namespace {

/// Line and column of a byte, both from 1.
base::SourceLocation place_of(const std::string& path, const std::string& text, std::size_t byte) {
  int line = 1;
  int column = 1;
  for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++line;
      column = 1;
    } else {
      ++column;
    }
  }
  return {path, line, column};
}

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Json json_file(const std::string& path) {
  const std::string text = file_text(path);
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& fault) {
    throw base::InputError(place_of(path, text, fault.byte), "this is not JSON; was it cut short?");
  } catch (const Json::exception&) {
    throw base::InputError({path, 0, 0}, "holds a number that is too large");
  }
}

void check_schema(const Json& json, const std::string& path, const std::string& expected) {
  const std::string found = text_at(json, "/schema");
  if (found != expected) {
    throw base::InputError(
        {path, 0, 0},
        "found " + (found.empty() ? std::string("no key `schema`") : "the schema '" + found + "'") +
            "; expected '" + expected + "'");
  }
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) {
    throw base::InputError({path, 0, 0}, std::string("cannot be written: ") + std::strerror(errno));
  }
}

}  // namespace

RunFiles read_run_files(const std::string& folder) {
  std::error_code ignored;
  const std::filesystem::path at(folder);
  if (!std::filesystem::is_directory(at, ignored)) {
    throw base::InputError({folder, 0, 0}, "expected the folder of a run");
  }
  for (const char* name : {"result.json", "manifest.json"}) {
    if (!std::filesystem::is_regular_file(at / name, ignored)) {
      throw base::InputError({folder, 0, 0}, std::string("holds no ") + name +
                                                 ": expected the folder of a run that came to its "
                                                 "end");
    }
  }
  RunFiles run;
  run.name = folder;
  run.result = json_file((at / "result.json").string());
  check_schema(run.result, (at / "result.json").string(), "heliograph/result/1");
  run.manifest = json_file((at / "manifest.json").string());
  check_schema(run.manifest, (at / "manifest.json").string(), "heliograph/manifest/1");
  if (std::filesystem::is_regular_file(at / "timeline.json", ignored)) {
    run.timeline = json_file((at / "timeline.json").string());
  }
  return run;
}

void write_report(const Report& report, const std::string& path) {
  write_file(path, report_page(report, report_assets()));
}

std::size_t write_tables(const Report& report, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw base::InputError({folder, 0, 0}, "cannot make this folder: " + error.message());
  }
  std::size_t written = 0;
  for (const ReportSection& section : report.sections) {
    for (const ReportTable& table : section.tables) {
      write_file((std::filesystem::path(folder) / (table.id + ".csv")).string(), csv_text(table));
      ++written;
    }
  }
  return written;
}

}  // namespace heliograph::testbenches
