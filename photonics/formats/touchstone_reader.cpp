// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/input_file.hpp"
#include "base/number_text.hpp"
#include "photonics/formats/data_warnings.hpp"
#include "photonics/formats/touchstone.hpp"
#include "photonics/formats/touchstone_options.hpp"
#include "photonics/formats/touchstone_scan.hpp"

namespace heliograph::photonics {

namespace {

constexpr double kUnreadable = std::numeric_limits<double>::quiet_NaN();

class TouchstoneReader {
 public:
  TouchstoneReader(std::size_t ports, FileProblems& problems)
      : problems_(problems), ports_(ports), numbers_of_point_(1 + 2 * ports * ports) {
    for (std::size_t port = 1; port <= ports; ++port) {
      data_.ports.push_back(std::to_string(port));
    }
  }

  std::optional<SParameters> read(std::string_view text) {
    LineWalker lines(text);
    std::optional<TextLine> line;
    while (!gave_up_ && (line = lines.next())) {
      read_line(*line);
    }
    if (!gave_up_) {
      finish(lines.place());
    }
    if (problems_.errors() > 0) {
      return std::nullopt;
    }
    warn_of_data(
        data_, [this](std::size_t k) { return places_[k]; }, problems_);
    return std::move(data_);
  }

 private:
  void read_line(const TextLine& line) {
    read_port_name(line);
    const TextLine content = without_comment(line);
    const std::vector<Word> words = split_words(content);
    if (words.empty()) {
      return;
    }
    if (words.front().text.front() == '#') {
      read_options(content, words.front().place);
    } else if (words.front().text.front() == '[') {
      give_up(words.front().place, "found the keyword " + in_quotes(words.front().text) +
                                       ", of Touchstone 2: expected version 1.1");
    } else if (!has_options_) {
      give_up(words.front().place,
              "found data before the option line: expected, for instance, "
              "'# GHz S RI R 50' first");
    } else {
      read_data(words);
    }
  }

  void give_up(TextPlace place, std::string message) {
    problems_.error(place, std::move(message));
    gave_up_ = true;
  }

  void read_options(const TextLine& line, TextPlace place) {
    if (has_options_) {
      problems_.warning(place, "a second option line is passed over");
      return;
    }
    has_options_ = true;
    std::vector<Word> words = split_words(line);
    words.front().text.remove_prefix(1);
    ++words.front().place.column;
    if (words.front().text.empty()) {
      words.erase(words.begin());
    }
    const std::optional<TouchstoneOptions> options = parse_touchstone_options(words, problems_);
    options_ = options.value_or(TouchstoneOptions{});
    data_.reference_impedance = options_.impedance;
  }

  void read_port_name(const TextLine& line) {
    const std::optional<TouchstonePortName> name = port_name_comment(line);
    if (name && name->number <= ports_) {
      data_.ports[name->number - 1] = std::string(name->name);
    }
  }

  void read_data(const std::vector<Word>& words) {
    std::vector<double> numbers;
    for (const Word& word : words) {
      numbers.push_back(base::parse_number(word.text).value_or(kUnreadable));
      if (std::isnan(numbers.back())) {
        problems_.error(word.place, "found " + in_quotes(word.text) + ": expected a finite number");
      }
    }
    if (begins_noise(numbers) || in_noise_) {
      read_noise(words);
      return;
    }
    const bool begins_point = words.size() % 2 == 1;
    if (is_lost_ && !begins_point) {
      return;  // the rest of a point that was reported
    }
    is_lost_ = false;
    if (begins_point && belongs_to_next(numbers)) {
      report_short_point("");
    }
    add_numbers(words, numbers);
  }

  /// Whether a line of an odd count of numbers is the next point though this one is incomplete: it
  /// has a higher frequency first, and stands behind whole pairs or is too long for this point.
  [[nodiscard]] bool belongs_to_next(const std::vector<double>& numbers) const {
    return !point_.empty() && numbers.front() > point_.front() &&
           (point_.size() % 2 == 1 || numbers.size() > numbers_of_point_ - point_.size());
  }

  void add_numbers(const std::vector<Word>& words, const std::vector<double>& numbers) {
    if (point_.empty()) {
      point_place_ = words.front().place;
    }
    const std::size_t missing = numbers_of_point_ - point_.size();
    if (numbers.size() > missing) {
      problems_.error(words[missing].place,
                      "found " + count_of(numbers.size() - missing, "number") +
                          " too many for the point that begins in line " +
                          std::to_string(point_place_.line) + ": expected " + expected_text());
      point_.clear();
      is_lost_ = true;
      return;
    }
    point_.insert(point_.end(), numbers.begin(), numbers.end());
    if (point_.size() == numbers_of_point_) {
      add_point();
      point_.clear();
    }
  }

  /// Noise data of a two-port begin where the frequency falls back, in lines of five numbers.
  [[nodiscard]] bool begins_noise(const std::vector<double>& numbers) {
    const bool begins = ports_ == 2 && point_.empty() && numbers.size() == 5 && !places_.empty() &&
                        numbers.front() * unit_scale(options_.unit) <= last_frequency_;
    in_noise_ = in_noise_ || begins;
    return begins;
  }

  void read_noise(const std::vector<Word>& words) {
    if (words.size() != 5) {
      problems_.error(words.front().place, "found " + count_of(words.size(), "number") +
                                               " in a line of noise data: expected 5");
    }
  }

  [[nodiscard]] std::string expected_text() const {
    return std::to_string(numbers_of_point_) + " (a frequency and " +
           count_of(ports_ * ports_, "pair") + ", for " + count_of(ports_, "port") + ")";
  }

  void report_short_point(const std::string& hint) {
    problems_.error(point_place_, "found a point of " + count_of(point_.size(), "number") +
                                      ": expected " + expected_text() + hint);
    point_.clear();
  }

  void add_point() {
    const double frequency = point_[0] * unit_scale(options_.unit);
    if (std::isnan(frequency)) {
      return;  // reported as no number
    }
    last_frequency_ = frequency;
    if (frequency == 0.0) {
      problems_.warning(point_place_, "the point at 0 Hz is left out: light has a frequency");
      return;
    }
    if (frequency < 0.0 || std::isinf(frequency)) {
      problems_.error(point_place_, "found the frequency " + base::number_text(point_[0]) +
                                        ": expected a finite one of at least 0");
    }
    const auto size = static_cast<Eigen::Index>(ports_);
    Eigen::MatrixXcd& s = data_.values.emplace_back(size, size);
    for (std::size_t k = 0; k < ports_ * ports_; ++k) {
      const MatrixPosition at = touchstone_position(ports_, k);
      s(at.row, at.column) = field_of(options_.format, point_[1 + 2 * k], point_[2 + 2 * k]);
    }
    if (!std::isfinite(s.squaredNorm()) && problems_.errors() == 0) {
      problems_.error(point_place_,
                      "found a value beyond all bounds in this point: expected "
                      "fields of finite power");
    }
    data_.frequencies.emplace_back(frequency);
    places_.push_back(point_place_);
  }

  void finish(TextPlace end) {
    if (!has_options_) {
      problems_.error(end, "found no option line: expected, for instance, '# GHz S RI R 50'");
      return;
    }
    if (!point_.empty()) {
      report_short_point("; the file ends here, so it may be truncated");
    }
    if (data_.frequencies.empty() && problems_.errors() == 0) {
      problems_.error(end, "found no data: expected points of " + expected_text());
    }
    order_points();
    const std::set<std::string> names(data_.ports.begin(), data_.ports.end());
    if (names.size() < ports_) {
      problems_.error({},
                      "two ports have the same name in the comments '! Port[n] = name': "
                      "expected a name for each");
    }
  }

  void order_points() {
    std::vector<base::Hertz>& f = data_.frequencies;
    if (f.size() > 1 && std::is_sorted(f.rbegin(), f.rend()) && f.front() != f.back() &&
        std::adjacent_find(f.begin(), f.end()) == f.end()) {
      std::reverse(f.begin(), f.end());
      std::reverse(data_.values.begin(), data_.values.end());
      std::reverse(places_.begin(), places_.end());
      problems_.warning(places_.back(), "frequencies descend: read in the opposite order");
      return;
    }
    for (std::size_t k = 1; k < f.size(); ++k) {
      if (f[k] <= f[k - 1]) {
        problems_.error(places_[k], "found the frequency " +
                                        base::rounded_number_text(f[k].value()) +
                                        " Hz: expected more than " +
                                        base::rounded_number_text(f[k - 1].value()) +
                                        " Hz, as frequencies ascend");
      }
    }
  }

  FileProblems& problems_;
  std::size_t ports_;
  std::size_t numbers_of_point_;
  TouchstoneOptions options_;
  SParameters data_;
  std::vector<TextPlace> places_;  // of each point
  std::vector<double> point_;      // the numbers of the present point so far
  TextPlace point_place_;
  double last_frequency_ = 0.0;
  bool has_options_ = false;
  bool in_noise_ = false;
  bool is_lost_ = false;  // until the next line that begins a point
  bool gave_up_ = false;
};

}  // namespace

std::optional<SParameters> parse_touchstone(std::string_view text, const std::string& file,
                                            std::optional<std::size_t> ports,
                                            base::Diagnostics& diagnostics) {
  FileProblems problems(file, diagnostics);
  if (!check_text(text, TouchstoneLimits::kBytes, problems)) {
    return std::nullopt;
  }
  if (!ports) {
    ports = ports_of_first_point(text);
  }
  if (!ports || *ports == 0 || *ports > TouchstoneLimits::kPorts) {
    problems.error({}, (ports ? "found " + count_of(*ports, "port")
                              : "neither the name nor the first point tells the number of ports") +
                           std::string(": expected a name that ends in .s1p to .s") +
                           std::to_string(TouchstoneLimits::kPorts) + "p");
    return std::nullopt;
  }
  std::optional<SParameters> data = TouchstoneReader(*ports, problems).read(text);
  problems.close();
  return data;
}

std::optional<SParameters> read_touchstone(const std::string& path,
                                           base::Diagnostics& diagnostics) {
  return parse_touchstone(
      base::read_input_file(path, TouchstoneLimits::kBytes, "a Touchstone file"), path,
      touchstone_ports(path), diagnostics);
}

}  // namespace heliograph::photonics
