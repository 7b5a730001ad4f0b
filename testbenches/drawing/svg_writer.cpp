// SPDX-License-Identifier: Apache-2.0
#include "testbenches/drawing/svg_writer.hpp"

#include <cmath>
#include <cstdlib>

namespace heliograph::testbenches {

double dot(const PagePoint& a, const PagePoint& b) { return a.x * b.x + a.y * b.y; }

double length(const PagePoint& a) { return std::hypot(a.x, a.y); }

PagePoint unit(const PagePoint& a) {
  const double size = length(a);
  return size > 0.0 ? a * (1.0 / size) : PagePoint{1.0, 0.0};
}

PagePoint aside(const PagePoint& a) { return {-a.y, a.x}; }

std::string svg_number(double value) {
  const long long hundredths = std::llround(value * 100.0);
  const long long size = std::llabs(hundredths);
  std::string text = (hundredths < 0 ? "-" : "") + std::to_string(size / 100);
  if (size % 100 != 0) {
    text += '.';
    text += static_cast<char>('0' + size % 100 / 10);
    if (size % 10 != 0) {
      text += static_cast<char>('0' + size % 10);
    }
  }
  return text;
}

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\t':
      case '\n':
        escaped += ' ';
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          escaped += "\xEF\xBF\xBD";
        } else {
          escaped += c;
        }
    }
  }
  return escaped;
}

void SvgPath::number(double value) {
  const std::string text = svg_number(value);
  const char last = text_.empty() ? 'M' : text_.back();
  const bool after_number = last == '.' || (last >= '0' && last <= '9');
  if (after_number && text.front() != '-') {
    text_ += ' ';
  }
  text_ += text;
}

void SvgPath::move_to(const PagePoint& to) {
  text_ += 'M';
  number(to.x);
  number(to.y);
  at_ = to;
}

void SvgPath::line_to(const PagePoint& to) {
  const bool same_x = svg_number(to.x) == svg_number(at_.x);
  const bool same_y = svg_number(to.y) == svg_number(at_.y);
  if (same_x && same_y) {
    return;
  }
  text_ += same_y ? 'H' : same_x ? 'V' : 'L';
  if (!same_x) {
    number(to.x);
  }
  if (!same_y) {
    number(to.y);
  }
  at_ = to;
}

void SvgPath::bend_to(const PagePoint& leaving, const PagePoint& arriving, const PagePoint& to) {
  const PagePoint chord = to - at_;
  const double size = length(chord);
  constexpr double kStraight = 1e-3;
  if (length(leaving * size - chord) <= kStraight * size &&
      length(arriving * size - chord) <= kStraight * size) {
    line_to(to);
    return;
  }
  // Half of the way that the end lies ahead: an S between level lines, nearly an arc round a
  // corner. Where the end lies aside or behind, a part of the distance.
  constexpr double kAhead = 0.54;
  constexpr double kAside = 0.35;
  const auto reach = [&](const PagePoint& direction) {
    const double ahead = dot(chord, direction);
    return ahead > 0.0 ? kAhead * ahead : kAside * size;
  };
  const PagePoint first = at_ + leaving * reach(leaving);
  const PagePoint second = to - arriving * reach(arriving);
  text_ += 'C';
  for (const PagePoint& point : {first, second, to}) {
    number(point.x);
    number(point.y);
  }
  at_ = to;
}

}  // namespace heliograph::testbenches
