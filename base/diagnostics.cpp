// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

#include "base/utf8.hpp"

namespace heliograph::base {

namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

}  // namespace

std::string SourceLocation::text() const {
  if (line == 0) {
    return visible(file);
  }
  return visible(file) + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::string Diagnostic::text() const {
  const char* word = severity == Severity::error ? ": error: " : ": warning: ";
  return location.text() + word + visible(message, true);
}

void Diagnostics::error(SourceLocation location, std::string message) {
  entries_.push_back({Severity::error, std::move(location), std::move(message)});
}

void Diagnostics::warning(SourceLocation location, std::string message) {
  entries_.push_back({Severity::warning, std::move(location), std::move(message)});
}

bool Diagnostics::has_errors() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Diagnostic& entry) { return entry.severity == Severity::error; });
}

std::string Diagnostics::text() const {
  std::string all;
  for (const Diagnostic& entry : entries_) {
    all += entry.text();
    all += '\n';
  }
  return all;
}

InputError::InputError(Diagnostics diagnostics)
    : std::runtime_error(diagnostics.text()), diagnostics_(std::move(diagnostics)) {}

InputError::InputError(SourceLocation location, std::string message)
    : InputError([&] {
        Diagnostics one;
        one.error(std::move(location), std::move(message));
        return one;
      }()) {}

void throw_if_errors(const Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) {
    throw InputError(diagnostics);
  }
}

std::string_view nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongestName =
      200;  // a longer word is no typo, and the search is quadratic
  if (word.empty() || word.size() > kLongestName) {
    return {};
  }
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string_view near = nearest_name(word, candidates);
  return near.empty() ? std::string() : " (did you mean '" + std::string(near) + "'?)";
}

}  // namespace heliograph::base
