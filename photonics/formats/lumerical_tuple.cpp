// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/lumerical_block.hpp"

namespace heliograph::photonics {

namespace {

class TupleReader {
 public:
  TupleReader(const TextLine& line, char open, char close, FileProblems& problems)
      : line_(line), open_(open), close_(close), problems_(problems) {}

  std::optional<std::vector<TupleValue>> read() {
    skip_blanks();
    ++at_;  // the opening bracket, which brought the caller here
    do {
      skip_blanks();
      if (!read_value()) {
        return std::nullopt;
      }
      skip_blanks();
    } while (accept(','));
    if (!accept(close_)) {
      return fail("found " + rest() + ": expected ',' or '" + close_ + "' in a line in '" + open_ +
                  "' and '" + close_ + "'");
    }
    skip_blanks();
    if (at_ < line_.text.size()) {
      return fail("found " + rest() + " behind '" + close_ + "': expected the end of the line");
    }
    return std::move(values_);
  }

 private:
  void skip_blanks() {
    while (at_ < line_.text.size() && (line_.text[at_] == ' ' || line_.text[at_] == '\t')) {
      ++at_;
    }
  }
  bool accept(char c) {
    const bool is_there = at_ < line_.text.size() && line_.text[at_] == c;
    at_ += is_there ? 1 : 0;
    return is_there;
  }
  [[nodiscard]] std::string rest() const {
    return at_ < line_.text.size() ? in_quotes(line_.text.substr(at_)) : "the end of the line";
  }
  std::nullopt_t fail(std::string message) {
    problems_.error(line_.place(at_), std::move(message));
    return std::nullopt;
  }

  bool read_value() {
    const TextPlace place = line_.place(at_);
    if (at_ < line_.text.size() && (line_.text[at_] == '\'' || line_.text[at_] == '"')) {
      const std::size_t end = line_.text.find(line_.text[at_], at_ + 1);
      if (end == std::string_view::npos) {
        fail("found a quote that does not end in this line");
        return false;
      }
      values_.push_back({std::string(line_.text.substr(at_ + 1, end - at_ - 1)), true, place});
      at_ = end + 1;
      return true;
    }
    const std::size_t end = line_.text.find_first_of(std::string(", \t") + close_, at_);
    const std::string_view word = line_.text.substr(at_, end - at_);
    if (at_ >= line_.text.size() || word.empty()) {
      fail("found " + rest() + ": expected a name in quotes or a number");
      return false;
    }
    values_.push_back({std::string(word), false, place});
    at_ += word.size();
    return true;
  }

  const TextLine& line_;
  char open_;
  char close_;
  FileProblems& problems_;
  std::size_t at_ = 0;
  std::vector<TupleValue> values_;
};

}  // namespace

std::optional<std::vector<TupleValue>> read_tuple(const TextLine& line, char open, char close,
                                                  FileProblems& problems) {
  return TupleReader(line, open, close, problems).read();
}

}  // namespace heliograph::photonics
