// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/skew_trace.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "base/number_text.hpp"
#include "base/utf8.hpp"

namespace heliograph::platforms {

namespace {

constexpr double kLongestMicroseconds = 1e9;
constexpr double kPicosecondsPerMicrosecond = 1e6;
constexpr std::size_t kMostMistakes = 20;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

class SkewTraceReader {
 public:
  SkewTraceReader(std::string file, std::size_t ranks, base::Diagnostics& diagnostics)
      : file_(std::move(file)), diagnostics_(diagnostics), delays_(ranks), lines_(ranks, 0) {}

  void read_line(std::string_view whole, int line) {
    const std::string_view text = whole.substr(0, whole.find('#'));
    if (trimmed(text).empty() || mistakes_ > kMostMistakes) {
      return;
    }
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) {
      error(whole, 0, line,
            "found " + base::quoted(std::string(trimmed(text))) + "; expected `rank,delay_us`");
      return;
    }
    const std::string_view first = trimmed(text.substr(0, comma));
    const std::string_view second = trimmed(text.substr(comma + 1));
    const std::optional<std::int64_t> rank = base::parse_integer(first);
    const std::optional<double> delay = base::parse_number(second);
    if (!rank || *rank < 0 || *rank >= static_cast<std::int64_t>(delays_.size())) {
      error(whole, 0, line,
            "found rank " + base::quoted(std::string(first)) + "; expected 0 to " +
                std::to_string(delays_.size() - 1));
      return;
    }
    if (!delay || !(*delay >= 0.0) || *delay > kLongestMicroseconds) {
      error(whole, comma + 1, line,
            "found delay " + base::quoted(std::string(second)) +
                "; expected microseconds from 0 to 1e9");
      return;
    }
    const auto index = static_cast<std::size_t>(*rank);
    if (lines_[index] != 0) {
      error(whole, 0, line,
            "rank " + std::to_string(*rank) + " has come already, in line " +
                std::to_string(lines_[index]));
      return;
    }
    lines_[index] = line;
    delays_[index] = base::Picoseconds(std::llround(*delay * kPicosecondsPerMicrosecond));
  }

  std::vector<base::Picoseconds> finish() {
    for (std::size_t rank = 0; rank < lines_.size() && mistakes_ == 0; ++rank) {
      if (lines_[rank] == 0) {
        ++mistakes_;
        diagnostics_.error({file_, 0, 0}, "has no line for rank " + std::to_string(rank) +
                                              "; expected one for each of the " +
                                              std::to_string(lines_.size()) + " accelerators");
      }
    }
    return std::move(delays_);
  }

 private:
  void error(std::string_view whole, std::size_t from, int line, const std::string& message) {
    ++mistakes_;
    const std::size_t at = whole.find_first_not_of(" \t", from);
    const std::size_t column = (at == std::string_view::npos ? from : at) + 1;
    diagnostics_.error({file_, line, static_cast<int>(column)}, message);
  }

  std::string file_;
  base::Diagnostics& diagnostics_;
  std::vector<base::Picoseconds> delays_;
  std::vector<int> lines_;  // by rank; 0: it has not come
  std::size_t mistakes_ = 0;
};

}  // namespace

std::vector<base::Picoseconds> parse_skew_trace(std::string_view text, const std::string& file,
                                                std::size_t ranks, base::Diagnostics& diagnostics) {
  SkewTraceReader reader(file, ranks, diagnostics);
  int line = 1;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    reader.read_line(text.substr(0, end), line++);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return reader.finish();
}

}  // namespace heliograph::platforms
