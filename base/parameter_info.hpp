// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace heliograph::base {

/// How far a default value can be trusted.
enum class Basis {
  cited,     ///< read in the named source
  derived,   ///< computed from cited values
  recalled,  ///< from memory: never a validation target
  assumed,   ///< a plausible value without a source; sweep it
  chosen,    ///< a decision of this project or of the user, not a property of the world
};
[[nodiscard]] std::string_view to_string(Basis basis);

/// Where a default comes from.
struct Source {
  Basis basis = Basis::assumed;
  std::string text;
};

enum class ParameterKind {
  number,
  integer,
  boolean,
  text,
  choice,
  size,
  integers,  ///< a list of whole numbers
};
[[nodiscard]] std::string_view to_string(ParameterKind kind);

/// The allowed values of a number, both ends included unless `above_minimum` says otherwise.
struct Range {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool above_minimum = false;

  [[nodiscard]] static Range at_least(double minimum) { return {minimum}; }
  [[nodiscard]] static Range above(double minimum) {
    return {minimum, std::numeric_limits<double>::infinity(), true};
  }
  [[nodiscard]] bool contains(double value) const;
  /// `[0, 100]`, `> 0`, `>= 0` or `any number`.
  [[nodiscard]] std::string text() const;
  /// The same of whole numbers, written as they are accepted: 9000000000000000, not 9e+15.
  [[nodiscard]] std::string whole_text() const;
};

/// Everything that is said of one parameter: the YAML reader, the range checks, the JSON Schema,
/// the documentation tables and `--list-params` all read this.
struct ParameterInfo {
  std::string name;  ///< the YAML key, with its unit as a suffix where it has one
  std::string unit;  ///< the unit of the key's value; empty when dimensionless
  ParameterKind kind = ParameterKind::number;
  std::string default_text;
  Range range;
  std::vector<std::string> choices;  ///< for ParameterKind::choice
  std::string meaning;
  Source source;

  /// What a valid value looks like, for error messages.
  [[nodiscard]] std::string expectation() const;
};

/// One column or field of the results: declared once, used by the writer and by the docs.
struct StatisticInfo {
  std::string name;
  std::string unit;
  std::string meaning;
};

}  // namespace heliograph::base
