// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heliograph::testbenches {

/// How the line of a circuit is drawn.
struct CircuitInk {
  std::string_view colour;
  /// Lengths of dashes and gaps, in widths of the line; empty for a full line.
  std::string_view dash;
};

/// Inks that can be told apart: eight hues, then the same darker, all of them dashed, all dotted;
/// then a lighter shade of the hues, full, dashed and dotted; after 72 they repeat. The hues are
/// those of Okabe and Ito (Color Universal Design, 2008), which people who do not see red or green
/// can tell apart; their yellow, which white paper swallows, and black are violet and grey here.
[[nodiscard]] CircuitInk circuit_ink(std::size_t number);

/// The fabric itself, quiet enough for circuits to stand out. Bar is the darker of the two tints
/// also in grey.
namespace ink {
inline constexpr std::string_view kText = "#222a33";
inline constexpr std::string_view kQuietText = "#6b7580";
inline constexpr std::string_view kWay = "#9aa4ae";
inline constexpr std::string_view kRail = "#59636e";
inline constexpr std::string_view kIdleRail = "#9aa4ae";
inline constexpr std::string_view kBar = "#f3c071";
inline constexpr std::string_view kBarEdge = "#c08a2e";
inline constexpr std::string_view kIdleBar = "#fbe9cc";
inline constexpr std::string_view kIdleBarEdge = "#dcc397";
inline constexpr std::string_view kCross = "#e0ebf6";
inline constexpr std::string_view kCrossEdge = "#7f9cba";
inline constexpr std::string_view kIdleCross = "#f4f8fb";
inline constexpr std::string_view kIdleCrossEdge = "#bccbda";
inline constexpr std::string_view kUnset = "#8a939c";
inline constexpr std::string_view kFailed = "#d0021b";
}  // namespace ink

}  // namespace heliograph::testbenches
