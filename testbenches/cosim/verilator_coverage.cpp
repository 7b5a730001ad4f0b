// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/verilator_coverage.hpp"

#include <algorithm>

#include "base/number_text.hpp"

namespace heliograph::testbenches {

namespace {

constexpr char kFieldMark = '\x01';
constexpr char kValueMark = '\x02';

/// A field of a key, such as `f` (file), `l` (line), `page`, `o` (what), or nothing.
std::string_view coverage_field(std::string_view key, std::string_view name) {
  for (std::size_t at = key.find(kFieldMark); at != std::string_view::npos;
       at = key.find(kFieldMark, at + 1)) {
    const std::string_view rest = key.substr(at + 1);
    if (rest.substr(0, name.size()) == name && rest.size() > name.size() &&
        rest[name.size()] == kValueMark) {
      const std::string_view value = rest.substr(name.size() + 1);
      return value.substr(0, value.find(kFieldMark));
    }
  }
  return {};
}

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// The module's name without what Verilator adds for its parameters.
std::string_view module_name(std::string_view page) {
  const std::string_view module = page.substr(page.find('/') + 1);
  return module.substr(0, module.find("__"));
}

bool is_toggle(std::string_view page) { return page.substr(0, 8) == "v_toggle"; }
bool is_line(std::string_view page) {
  return page.substr(0, 6) == "v_line" || page.substr(0, 8) == "v_branch";
}

CodeCoverage summed(const std::map<std::string, std::uint64_t>& places) {
  CodeCoverage coverage;
  for (const auto& [place, count] : places) {
    ++coverage.total;
    if (count > 0) {
      ++coverage.covered;
    } else {
      coverage.holes.push_back(place);
    }
  }
  return coverage;
}

}  // namespace

void VerilatorCoverage::add(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t close = line.rfind("' ");
    if (line.substr(0, 3) != "C '" || close == std::string_view::npos || close < 3) {
      continue;
    }
    const auto count = base::parse_integer(line.substr(close + 2));
    if (count && *count >= 0) {
      const std::string_view key = line.substr(3, close - 3);
      auto known = counts_.find(key);
      if (known == counts_.end()) {
        known = counts_.emplace(key, 0).first;
      }
      known->second += static_cast<std::uint64_t>(*count);
    }
  }
}

std::string VerilatorCoverage::text() const {
  std::string text = "# SystemC::Coverage-3\n";
  for (const auto& [key, count] : counts_) {
    text += "C '";
    text += key;
    text += "' ";
    text += std::to_string(count);
    text += '\n';
  }
  return text;
}

CodeCoverage VerilatorCoverage::lines() const {
  std::map<std::string, std::uint64_t> places;
  for (const auto& [key, count] : counts_) {
    if (is_line(coverage_field(key, "page"))) {
      // Wide enough to sort as numbers do.
      std::string number(coverage_field(key, "l"));
      number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
      std::string place(file_name(coverage_field(key, "f")));
      place += ':';
      place += number;
      place += ' ';
      place += coverage_field(key, "o");
      places[place] += count;
    }
  }
  CodeCoverage coverage = summed(places);
  for (std::string& hole : coverage.holes) {
    const std::size_t number = hole.find(':') + 1;
    hole.erase(number, hole.find_first_not_of(' ', number) - number);
  }
  return coverage;
}

CodeCoverage VerilatorCoverage::toggles() const {
  std::map<std::string, std::uint64_t> places;
  for (const auto& [key, count] : counts_) {
    const std::string_view page = coverage_field(key, "page");
    if (is_toggle(page)) {
      std::string place(module_name(page));
      place += ": ";
      place += coverage_field(key, "o");
      places[place] += count;
    }
  }
  return summed(places);
}

}  // namespace heliograph::testbenches
