// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heliograph::testbenches {

/// A point of a page, or a direction on it; y grows downwards.
struct PagePoint {
  double x = 0.0;
  double y = 0.0;

  friend PagePoint operator+(const PagePoint& a, const PagePoint& b) {
    return {a.x + b.x, a.y + b.y};
  }
  friend PagePoint operator-(const PagePoint& a, const PagePoint& b) {
    return {a.x - b.x, a.y - b.y};
  }
  friend PagePoint operator*(const PagePoint& a, double factor) {
    return {a.x * factor, a.y * factor};
  }
};

[[nodiscard]] double dot(const PagePoint& a, const PagePoint& b);
[[nodiscard]] double length(const PagePoint& a);
/// Of length 1; (1, 0) of a point without a direction.
[[nodiscard]] PagePoint unit(const PagePoint& a);
/// A quarter of a turn with the clock, as one sees it.
[[nodiscard]] PagePoint aside(const PagePoint& a);

/// With at most two digits after the point, and no more than are needed.
[[nodiscard]] std::string svg_number(double value);
/// As text or as an attribute's value between double quotes. Control characters, which XML has no
/// way to write, become U+FFFD.
[[nodiscard]] std::string xml_escaped(std::string_view text);

/// The `d` of a <path>.
class SvgPath {
 public:
  [[nodiscard]] bool empty() const { return text_.empty(); }
  [[nodiscard]] const std::string& str() const { return text_; }
  /// Where the pen is.
  [[nodiscard]] const PagePoint& at() const { return at_; }

  void move_to(const PagePoint& to);
  void line_to(const PagePoint& to);
  /// To `to`, leaving in one direction and arriving in another (each of length 1).
  void bend_to(const PagePoint& leaving, const PagePoint& arriving, const PagePoint& to);

 private:
  void number(double value);

  std::string text_;
  PagePoint at_;
};

}  // namespace heliograph::testbenches
