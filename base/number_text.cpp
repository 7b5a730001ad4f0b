// SPDX-License-Identifier: Apache-2.0
#include "base/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace heliograph::base {

namespace {

constexpr std::array<std::pair<std::string_view, int>, 4> kBinaryUnits{
    {{"TiB", 40}, {"GiB", 30}, {"MiB", 20}, {"KiB", 10}}};

std::string_view without_plus(std::string_view text) {
  const bool plus = text.size() > 1 && text.front() == '+' && text[1] != '-' && text[1] != '+';
  return plus ? text.substr(1) : text;
}

template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
  text = without_plus(text);
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || text.empty()) {
    return std::nullopt;
  }
  return value;
}

}  // namespace

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  const auto [stop, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), error == std::errc() ? stop : buffer.data());
}

std::string rounded_number_text(double value) {
  constexpr int kDigits = 15;
  std::array<char, 64> buffer{};
  const auto [stop, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                           std::chars_format::general, kDigits);
  double rounded = value;
  if (error == std::errc()) {
    std::from_chars(buffer.data(), stop, rounded);
  }
  return number_text(rounded);
}

std::optional<double> parse_number(std::string_view text) {
  const std::optional<double> value = parse_whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  return parse_whole<std::int64_t>(text);
}

std::optional<std::vector<std::int64_t>> parse_integers(std::string_view text) {
  const bool brackets = text.size() >= 2 && text.front() == '[' && text.back() == ']';
  if (brackets) {
    text = text.substr(1, text.size() - 2);
  }
  std::vector<std::int64_t> values;
  bool item_expected = false;  // after a comma
  while (true) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) {
      break;
    }
    const std::size_t end = std::min(text.find_first_of(", ", begin), text.size());
    const std::optional<std::int64_t> value = parse_integer(text.substr(begin, end - begin));
    if (!value) {
      return std::nullopt;
    }
    values.push_back(*value);
    text.remove_prefix(std::min(text.find_first_not_of(' ', end), text.size()));
    item_expected = !text.empty() && text.front() == ',';
    text.remove_prefix(item_expected ? 1 : 0);
  }
  if (item_expected || (values.empty() && !brackets)) {
    return std::nullopt;
  }
  return values;
}

std::optional<std::int64_t> parse_size(std::string_view text) {
  int shift = 0;
  for (const auto& [suffix, bits] : kBinaryUnits) {
    if (text.size() > suffix.size() && text.substr(text.size() - suffix.size()) == suffix) {
      shift = bits;
      text.remove_suffix(suffix.size());
      break;
    }
  }
  if (shift == 0 && text.size() > 1 && text.back() == 'B') {
    text.remove_suffix(1);
  }
  while (!text.empty() && text.back() == ' ') {
    text.remove_suffix(1);
  }
  // A double would lose the last bits of a large whole number.
  if (const std::optional<std::int64_t> whole = parse_integer(text)) {
    const bool fits = *whole >= 0 && *whole <= (std::numeric_limits<std::int64_t>::max() >> shift);
    return fits ? std::optional(*whole << shift) : std::nullopt;
  }
  const std::optional<double> number = parse_number(text);
  const double bytes = std::ldexp(number.value_or(-1.0), shift);
  constexpr double kLargest = 9.0e18;
  if (bytes < 0.0 || bytes > kLargest || bytes != std::floor(bytes)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(bytes);
}

std::string size_text(std::int64_t bytes) {
  for (const auto& [suffix, shift] : kBinaryUnits) {
    const std::int64_t unit = std::int64_t{1} << shift;
    if (bytes >= unit && bytes % unit == 0) {
      return std::to_string(bytes / unit) + " " + std::string(suffix);
    }
  }
  return std::to_string(bytes) + " B";
}

}  // namespace heliograph::base
