// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/lane_fault.hpp"

#include <cmath>
#include <cstdint>

#include "base/number_text.hpp"

namespace heliograph::systemc {

namespace {

constexpr double kMicrosecondInPicoseconds = 1e6;
constexpr double kLatestMicrosecond = 1e9;
constexpr std::int64_t kLargestNumber = 1'000'000;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::optional<std::int64_t> ordinal(std::string_view text) {
  const std::optional<std::int64_t> number = base::parse_integer(trimmed(text));
  return number && *number >= 0 && *number <= kLargestNumber ? number : std::nullopt;
}

std::optional<LaneFault> parse_lane_fault(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  const auto at = text.find('@', colon);
  const auto transceiver = ordinal(text.substr(0, colon));
  const auto lane =
      ordinal(text.substr(colon + 1, at == std::string_view::npos ? at : at - colon - 1));
  const auto instant = at == std::string_view::npos
                           ? std::optional<double>(0.0)
                           : base::parse_number(trimmed(text.substr(at + 1)));
  if (!transceiver || !lane || !instant || !(*instant >= 0.0 && *instant <= kLatestMicrosecond)) {
    return std::nullopt;
  }
  return LaneFault{static_cast<base::TransceiverId>(*transceiver), static_cast<std::size_t>(*lane),
                   base::Picoseconds(std::llround(*instant * kMicrosecondInPicoseconds))};
}

}  // namespace

std::optional<std::vector<LaneFault>> parse_lane_faults(std::string_view text) {
  std::vector<LaneFault> faults;
  if (trimmed(text).empty()) {
    return faults;
  }
  while (true) {
    const auto comma = text.find(',');
    const std::optional<LaneFault> fault = parse_lane_fault(text.substr(0, comma));
    if (!fault) {
      return std::nullopt;
    }
    faults.push_back(*fault);
    if (comma == std::string_view::npos) {
      return faults;
    }
    text = text.substr(comma + 1);
  }
}

}  // namespace heliograph::systemc
