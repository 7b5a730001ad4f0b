// SPDX-License-Identifier: Apache-2.0
#include "base/parameter_info.hpp"

#include <cmath>
#include <cstdint>

#include "base/number_text.hpp"

namespace heliograph::base {

std::string_view to_string(Basis basis) {
  switch (basis) {
    case Basis::cited:
      return "cited";
    case Basis::derived:
      return "derived";
    case Basis::recalled:
      return "recalled";
    case Basis::assumed:
      return "assumed";
    case Basis::chosen:
      return "chosen";
  }
  return "unknown";
}

std::string_view to_string(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::number:
      return "number";
    case ParameterKind::integer:
      return "integer";
    case ParameterKind::boolean:
      return "boolean";
    case ParameterKind::text:
      return "text";
    case ParameterKind::choice:
      return "choice";
    case ParameterKind::size:
      return "size";
    case ParameterKind::integers:
      return "integers";
  }
  return "unknown";
}

bool Range::contains(double value) const {
  const bool above = above_minimum ? value > minimum : value >= minimum;
  return above && value <= maximum;
}

namespace {

std::string whole_number_text(double value) {
  constexpr double kLargestExact = 9.0e15;
  return std::abs(value) <= kLargestExact && value == std::floor(value)
             ? std::to_string(static_cast<std::int64_t>(value))
             : number_text(value);
}

std::string range_text(const Range& range, std::string (*text_of)(double)) {
  const bool bounded_below = std::isfinite(range.minimum);
  const bool bounded_above = std::isfinite(range.maximum);
  if (bounded_below && bounded_above) {
    return std::string(range.above_minimum ? "(" : "[") + text_of(range.minimum) + ", " +
           text_of(range.maximum) + "]";
  }
  if (bounded_below) {
    return (range.above_minimum ? "> " : ">= ") + text_of(range.minimum);
  }
  if (bounded_above) {
    return "<= " + text_of(range.maximum);
  }
  return "any number";
}

}  // namespace

std::string Range::text() const { return range_text(*this, number_text); }

std::string Range::whole_text() const { return range_text(*this, whole_number_text); }

std::string ParameterInfo::expectation() const {
  const std::string in_unit = unit.empty() ? "" : " in " + unit;
  switch (kind) {
    case ParameterKind::number:
      return "a number" + in_unit + ", " + range.text();
    case ParameterKind::integer:
      return "a whole number" + in_unit + ", " + range.whole_text();
    case ParameterKind::boolean:
      return "true or false";
    case ParameterKind::text:
      return "a text";
    case ParameterKind::size:
      return "a size in bytes such as 1048576, 64KiB or 1MiB, " + range.whole_text();
    case ParameterKind::integers:
      return "a list of whole numbers" + in_unit + ", each " + range.whole_text();
    case ParameterKind::choice:
      break;
  }
  std::string all;
  for (const std::string& choice : choices) {
    all += (all.empty() ? "" : ", ") + choice;
  }
  return "one of " + all;
}

}  // namespace heliograph::base
