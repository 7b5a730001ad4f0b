// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/lumerical_block.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cctype>

#include "base/number_text.hpp"

namespace heliograph::photonics {

namespace {

constexpr std::string_view kHeaderForm =
    "('output port','mode',mode number,'input port',mode number,'transmission')";
/// Below this a "frequency" is a wavelength: 1 GHz, where light has 1.9e14 Hz.
constexpr double kLowestFrequency = 1e9;

class BlockReader {
 public:
  explicit BlockReader(FileProblems& problems) : problems_(problems) {}

  LumericalFile read(std::string_view text) {
    LineWalker lines(text);
    while (const std::optional<TextLine> line = lines.next()) {
      read_line(*line);
    }
    end_block(lines.place());
    return std::move(file_);
  }

 private:
  void read_line(const TextLine& line) {
    const std::size_t first = line.text.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
      return;
    }
    const char c = line.text[first];
    if (c == '[') {
      read_port_line(line);
    } else if (c == '(') {
      read_bracket(line, line.place(first));
    } else {
      read_row(line, line.place(first));
    }
  }

  /// ['port 1','LEFT'], or [4,1]: the second form only counts.
  void read_port_line(const TextLine& line) {
    const auto values = read_tuple(line, '[', ']', problems_);
    if (!values || !values->front().is_quoted) {
      return;
    }
    if (block_ || !file_.blocks.empty()) {
      problems_.error(values->front().place,
                      "found a port line behind data: expected it at the start of the file");
    } else if (std::find(file_.listed_ports.begin(), file_.listed_ports.end(),
                         values->front().text) != file_.listed_ports.end()) {
      problems_.error(values->front().place,
                      "the port " + in_quotes(values->front().text) + " is listed twice");
    } else {
      file_.listed_ports.push_back(values->front().text);
    }
  }

  void read_bracket(const TextLine& line, TextPlace place) {
    const auto values = read_tuple(line, '(', ')', problems_);
    if (!values) {
      end_block(place);
      is_lost_ = true;
      return;
    }
    if (values->front().is_quoted) {
      end_block(place);
      read_header(*values, place);
    } else {
      read_shape(*values, place);
    }
  }

  void read_header(const std::vector<TupleValue>& values, TextPlace place) {
    is_lost_ = true;
    if (values.size() < 6 || values.size() > 8) {
      problems_.error(place, "found " + count_of(values.size(), "value") +
                                 " in the header of a block: expected " + std::string(kHeaderForm));
      return;
    }
    if (values.size() == 8) {
      problems_.error(values[7].place, "found the sweep of " + in_quotes(values[7].text) +
                                           ": expected a file without swept parameters");
      return;
    }
    const bool output_ok = is_name(values[0]);  // both are judged, so that both are reported
    const bool input_ok = is_name(values[3]);
    const auto output_mode = mode_number(values[2]);
    const auto input_mode = mode_number(values[4]);
    const bool type_ok = is_field_type(values[5]);
    const auto delay = values.size() > 6 ? group_delay(values[6]) : 0.0;
    if (output_ok && input_ok && output_mode && input_mode && type_ok && delay) {
      block_ = LumericalBlock{{{values[0].text, *output_mode},
                               values[1].text,
                               {values[3].text, *input_mode},
                               *delay,
                               place},
                              {}};
      rows_.reset();
      is_lost_ = false;
      is_good_ = true;
    }
  }

  bool is_name(const TupleValue& value) {
    const bool good = value.is_quoted && !trimmed(value.text).empty();
    if (!good) {
      problems_.error(value.place,
                      "found " + in_quotes(value.text) + ": expected the name of a port in quotes");
    }
    return good;
  }

  std::optional<std::int64_t> mode_number(const TupleValue& value) {
    const auto number = base::parse_integer(value.text);
    if (!number || *number < 0) {
      problems_.error(value.place,
                      "found the mode " + in_quotes(value.text) + ": expected a number, as 1");
      return std::nullopt;
    }
    return number;
  }

  bool is_field_type(const TupleValue& value) {
    const std::string type = lower_case(value.text);
    const bool good = type == "transmission" || type == "reflection";
    if (!good) {
      problems_.error(value.place, "found data of the type " + in_quotes(value.text) +
                                       ": expected 'transmission'" +
                                       base::did_you_mean(type, {"transmission"}));
    }
    return good;
  }

  std::optional<double> group_delay(const TupleValue& value) {
    const auto number = base::parse_number(value.text);
    if (!number) {
      problems_.error(value.place, "found the group delay " + in_quotes(value.text) +
                                       ": expected a number of seconds");
    }
    return number;
  }

  /// (51,3)
  void read_shape(const std::vector<TupleValue>& values, TextPlace place) {
    if (is_lost_) {
      return;
    }
    if (!block_ || rows_) {
      problems_.error(place, "found the size of a block without its header: expected " +
                                 std::string(kHeaderForm) + " first");
      end_block(place);
      is_lost_ = true;
      return;
    }
    const auto rows = base::parse_integer(values[0].text);
    const auto columns = values.size() == 2 ? base::parse_integer(values[1].text) : std::nullopt;
    if (!rows || *rows < 1 || !columns || *columns != 3) {
      problems_.error(place, "found the size " + size_text(values) +
                                 ": expected (rows,3), the columns being frequency, magnitude and "
                                 "phase");
      block_.reset();
      is_lost_ = true;
      return;
    }
    rows_ = static_cast<std::size_t>(*rows);
    shape_place_ = place;
  }

  static std::string size_text(const std::vector<TupleValue>& values) {
    std::string text = "(";
    for (std::size_t k = 0; k < std::min<std::size_t>(values.size(), 4); ++k) {
      text += (k > 0 ? "," : "") + values[k].text;
    }
    return in_quotes(text + (values.size() > 4 ? ",...)" : ")"));
  }

  void read_row(const TextLine& line, TextPlace place) {
    if (is_lost_) {
      return;
    }
    if (!block_ || !rows_) {
      problems_.error(place, "found " + in_quotes(trimmed(line.text)) + ": expected " +
                                 (block_ ? "the size of the block, as (51,3)"
                                         : "a block that begins with " + std::string(kHeaderForm)));
      block_.reset();
      is_lost_ = true;
      return;
    }
    const std::vector<Word> words = split_words(line, true);
    std::array<double, 3> numbers{};
    bool good = words.size() == numbers.size();
    if (!good) {
      problems_.error(place, "found " + count_of(words.size(), "value") +
                                 " in a row: expected frequency, magnitude and phase");
    }
    for (std::size_t k = 0; k < std::min(words.size(), numbers.size()); ++k) {
      const auto number = base::parse_number(words[k].text);
      if (!number) {
        problems_.error(words[k].place,
                        "found " + in_quotes(words[k].text) + ": expected a finite number");
        good = false;
      } else {
        numbers[k] = *number;
      }
    }
    is_good_ = good && check_row(words, numbers) && is_good_;
    block_->rows.push_back({numbers[0], numbers[1], numbers[2], place});
  }

  bool check_row(const std::vector<Word>& words, const std::array<double, 3>& numbers) {
    const bool is_frequency = numbers[0] >= kLowestFrequency;
    if (!is_frequency) {
      problems_.error(words[0].place, "found the frequency " + in_quotes(words[0].text) +
                                          ": expected hertz, as 1.934e+14" +
                                          (numbers[0] > 0.0 ? " (is this a wavelength?)" : ""));
    }
    if (numbers[1] < 0.0) {
      problems_.error(words[1].place,
                      "found the magnitude " + in_quotes(words[1].text) + ": expected at least 0");
    }
    const bool is_bounded = std::isfinite(numbers[1] * numbers[1]);
    if (!is_bounded) {
      problems_.error(words[1].place, "found the magnitude " + in_quotes(words[1].text) +
                                          ": expected one of finite power");
    }
    return is_frequency && numbers[1] >= 0.0 && is_bounded;
  }

  /// Ends the present block, if any; `place` is what comes behind it.
  void end_block(TextPlace place) {
    if (block_ && !rows_) {
      problems_.error(place,
                      "found a header without data: expected the size of the block, as "
                      "(51,3), behind line " +
                          std::to_string(block_->header.place.line));
    } else if (block_ && block_->rows.size() != *rows_) {
      problems_.error(shape_place_, "found " + count_of(block_->rows.size(), "row") +
                                        " behind this line: expected " + std::to_string(*rows_));
    } else if (block_ && is_good_) {
      file_.blocks.push_back(std::move(*block_));
    }
    block_.reset();
    rows_.reset();
    is_lost_ = false;
  }

  FileProblems& problems_;
  LumericalFile file_;
  std::optional<LumericalBlock> block_;  // the present one
  std::optional<std::size_t> rows_;      // that its size promised
  TextPlace shape_place_;
  bool is_good_ = true;   // no row of the block has been reported
  bool is_lost_ = false;  // until the next header, as what is wrong has been reported
};

}  // namespace

LumericalFile read_lumerical_blocks(std::string_view text, FileProblems& problems) {
  return BlockReader(problems).read(text);
}

}  // namespace heliograph::photonics
