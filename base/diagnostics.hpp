// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace heliograph::base {

/// A place in an input. Lines and columns count from 1; 0 means "the file as a whole".
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;

  /// `file:line:column`, or `file` alone; the name as base::visible shows it.
  [[nodiscard]] std::string text() const;
};

enum class Severity { warning, error };

struct Diagnostic {
  Severity severity = Severity::error;
  SourceLocation location;
  std::string message;

  /// `file:line:column: error: message`, as base::visible shows it; a message may have many lines.
  [[nodiscard]] std::string text() const;
};

/// Collects every mistake of an input, so that all of them are reported at once.
class Diagnostics {
 public:
  void error(SourceLocation location, std::string message);
  void warning(SourceLocation location, std::string message);

  [[nodiscard]] bool has_errors() const;
  [[nodiscard]] const std::vector<Diagnostic>& entries() const { return entries_; }
  /// One line an entry, in the order of report.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Diagnostic> entries_;
};

/// The input is wrong (exit code 2). Carries all that was found.
class InputError : public std::runtime_error {
 public:
  explicit InputError(Diagnostics diagnostics);
  InputError(SourceLocation location, std::string message);

  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  Diagnostics diagnostics_;
};

/// Throws InputError if `diagnostics` holds an error.
void throw_if_errors(const Diagnostics& diagnostics);

/// The candidate with the smallest edit distance to `word`, or an empty view when none is near
/// (more than a third of the word, at least 2 edits, would have to change).
[[nodiscard]] std::string_view nearest_name(std::string_view word,
                                            const std::vector<std::string>& candidates);

/// ` (did you mean 'x'?)`, or nothing when no candidate is near.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       const std::vector<std::string>& candidates);

}  // namespace heliograph::base
