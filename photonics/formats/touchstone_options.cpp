// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/touchstone_options.hpp"

#include <cmath>

#include "base/number_text.hpp"

namespace heliograph::photonics {

namespace {

constexpr double kDegree = base::kPi / 180.0;
/// What stands for no light at all in decibels: reads back as exactly zero.
constexpr double kNothingInDecibel = -9999.0;

class OptionReader {
 public:
  OptionReader(const std::vector<Word>& words, FileProblems& problems)
      : words_(words), problems_(problems) {}

  std::optional<TouchstoneOptions> read() {
    while (next_ < words_.size()) {
      const Word word = words_[next_++];
      read_word(word, lower_case(word.text));
    }
    return is_good_ ? std::optional(options_) : std::nullopt;
  }

 private:
  void fail(TextPlace place, std::string message) {
    problems_.error(place, std::move(message));
    is_good_ = false;
  }

  void read_word(const Word& word, const std::string& lower) {
    if (lower == "s") {
      return;
    }
    if (lower == "y" || lower == "z" || lower == "g" || lower == "h") {
      fail(word.place, "found " + std::string(word.text) + "-parameters: expected S-parameters");
    } else if (lower == "r") {
      read_impedance(word);
    } else if (!read_unit(lower) && !read_format(lower)) {
      fail(word.place,
           "found " + in_quotes(word.text) +
               " in the option line: expected Hz, kHz, MHz, GHz or THz, S, RI, MA or DB, R and a "
               "number" +
               base::did_you_mean(word.text, {"Hz", "kHz", "MHz", "GHz", "THz", "RI", "MA", "DB"}));
    }
  }

  bool read_unit(const std::string& lower) {
    for (const TouchstoneUnit unit :
         {TouchstoneUnit::hertz, TouchstoneUnit::kilohertz, TouchstoneUnit::megahertz,
          TouchstoneUnit::gigahertz, TouchstoneUnit::terahertz}) {
      if (lower == lower_case(unit_word(unit))) {
        options_.unit = unit;
        return true;
      }
    }
    return false;
  }

  bool read_format(const std::string& lower) {
    for (const TouchstoneFormat format :
         {TouchstoneFormat::real_imaginary, TouchstoneFormat::magnitude_angle,
          TouchstoneFormat::decibel_angle}) {
      if (lower == lower_case(format_word(format))) {
        options_.format = format;
        return true;
      }
    }
    return false;
  }

  void read_impedance(const Word& word) {
    if (next_ == words_.size()) {
      fail(word.place, "found nothing behind R: expected the reference impedance in ohm");
      return;
    }
    const Word value = words_[next_++];
    const std::optional<double> ohm = base::parse_number(value.text);
    if (!ohm || !(*ohm > 0.0)) {
      fail(value.place,
           "found the impedance " + in_quotes(value.text) + ": expected a number of ohm above 0");
      return;
    }
    options_.impedance = base::Ohm(*ohm);
  }

  const std::vector<Word>& words_;
  FileProblems& problems_;
  TouchstoneOptions options_;
  std::size_t next_ = 0;
  bool is_good_ = true;
};

}  // namespace

std::optional<TouchstoneOptions> parse_touchstone_options(const std::vector<Word>& words,
                                                          FileProblems& problems) {
  return OptionReader(words, problems).read();
}

double unit_scale(TouchstoneUnit unit) {
  switch (unit) {
    case TouchstoneUnit::hertz:
      return 1.0;
    case TouchstoneUnit::kilohertz:
      return 1e3;
    case TouchstoneUnit::megahertz:
      return 1e6;
    case TouchstoneUnit::gigahertz:
      return 1e9;
    case TouchstoneUnit::terahertz:
      break;
  }
  return 1e12;
}

std::string_view unit_word(TouchstoneUnit unit) {
  switch (unit) {
    case TouchstoneUnit::hertz:
      return "Hz";
    case TouchstoneUnit::kilohertz:
      return "kHz";
    case TouchstoneUnit::megahertz:
      return "MHz";
    case TouchstoneUnit::gigahertz:
      return "GHz";
    case TouchstoneUnit::terahertz:
      break;
  }
  return "THz";
}

std::string_view format_word(TouchstoneFormat format) {
  switch (format) {
    case TouchstoneFormat::real_imaginary:
      return "RI";
    case TouchstoneFormat::magnitude_angle:
      return "MA";
    case TouchstoneFormat::decibel_angle:
      break;
  }
  return "DB";
}

std::complex<double> field_of(TouchstoneFormat format, double first, double second) {
  if (format == TouchstoneFormat::real_imaginary) {
    return {first, second};
  }
  const double magnitude =
      format == TouchstoneFormat::magnitude_angle ? first : std::pow(10.0, first / 20.0);
  return {magnitude * std::cos(second * kDegree), magnitude * std::sin(second * kDegree)};
}

NumberPair pair_of(TouchstoneFormat format, std::complex<double> field) {
  if (format == TouchstoneFormat::real_imaginary) {
    return {field.real(), field.imag()};
  }
  const double magnitude = std::abs(field);
  const double angle = std::arg(field) / kDegree;
  if (format == TouchstoneFormat::magnitude_angle) {
    return {magnitude, angle};
  }
  return {magnitude > 0.0 ? 20.0 * std::log10(magnitude) : kNothingInDecibel, angle};
}

MatrixPosition touchstone_position(std::size_t ports, std::size_t k) {
  const auto major = static_cast<int>(k / ports);
  const auto minor = static_cast<int>(k % ports);
  return ports == 2 ? MatrixPosition{minor, major} : MatrixPosition{major, minor};
}

}  // namespace heliograph::photonics
