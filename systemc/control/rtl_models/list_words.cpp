// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/list_words.hpp"

#include <cctype>
#include <cstdlib>
#include <string_view>

namespace heliograph::systemc {

namespace {

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class ListScanner {
 public:
  ListScanner(const std::string& text, const std::string& file, base::Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {
    if (text_.compare(0, 3, "\xEF\xBB\xBF") == 0) text_.remove_prefix(3);
  }

  std::vector<ListWord> words() {
    std::vector<ListWord> found;
    while (skip_to_word()) {
      ListWord word{"", place()};
      broken_ = false;
      read_word(word.text);
      if (!broken_) found.push_back(std::move(word));
    }
    return found;
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] base::SourceLocation place() const { return {file_, line_, column_}; }
  [[nodiscard]] bool at_space() const {
    return std::isspace(static_cast<unsigned char>(peek())) != 0;
  }

  void advance() {
    if (text_[at_] == '\n') {
      ++line_;
      column_ = 0;
      line_is_blank_ = true;
    }
    ++column_;
    ++at_;
  }

  void skip_line() {
    while (!at_end() && peek() != '\n') advance();
  }

  void skip_block() {
    const base::SourceLocation begin = place();
    advance();
    advance();
    while (!at_end() && !(peek() == '*' && peek(1) == '/')) advance();
    if (at_end()) {
      diagnostics_.error(begin, "this comment does not end; expected '*/'");
      return;
    }
    advance();
    advance();
  }

  /// Past spaces and comments; false at the end of the text.
  bool skip_to_word() {
    while (!at_end()) {
      if (at_space()) {
        advance();
      } else if ((peek() == '/' && peek(1) == '/') || (peek() == '#' && line_is_blank_)) {
        skip_line();
      } else if (peek() == '/' && peek(1) == '*') {
        skip_block();
      } else {
        return true;
      }
    }
    return false;
  }

  void read_word(std::string& word) {
    line_is_blank_ = false;
    while (!at_end() && !at_space()) {
      if (peek() == '"') {
        read_quoted(word);
      } else if (peek() == '\\' && peek(1) != '\0') {
        advance();
        word += peek();
        advance();
      } else if (peek() == '$') {
        read_variable(word);
      } else {
        word += peek();
        advance();
      }
    }
  }

  void read_quoted(std::string& word) {
    const base::SourceLocation begin = place();
    advance();
    while (!at_end() && peek() != '"' && peek() != '\n') {
      if (peek() == '$') {
        read_variable(word);
        continue;
      }
      word += peek();
      advance();
    }
    if (peek() != '"') {
      broken_ = true;
      diagnostics_.error(begin, "this quote does not end on its line; expected '\"'");
      return;
    }
    advance();
  }

  void read_variable(std::string& word) {
    const base::SourceLocation begin = place();
    const char open = peek(1);
    const char close = open == '{' ? '}' : ')';
    const bool bracketed = open == '{' || open == '(';
    if (!bracketed && !is_name_character(open)) {
      word += peek();
      advance();
      return;
    }
    advance();
    if (bracketed) advance();
    std::string name;
    while (is_name_character(peek())) {
      name += peek();
      advance();
    }
    if (bracketed) {
      if (peek() != close) {
        broken_ = true;
        std::string message = "expected '";
        message += close;
        diagnostics_.error(begin, message + "' after the environment variable's name");
        return;
      }
      advance();
    }
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) {
      broken_ = true;
      diagnostics_.error(begin, "the environment variable '" + name + "' is not set");
      return;
    }
    word += value;
  }

  std::string_view text_;
  const std::string& file_;
  base::Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
  bool line_is_blank_ = true;
  bool broken_ = false;  ///< the present word has been reported and stands for nothing
};

}  // namespace

std::vector<ListWord> split_list(const std::string& text, const std::string& file,
                                 base::Diagnostics& diagnostics) {
  return ListScanner(text, file, diagnostics).words();
}

}  // namespace heliograph::systemc
