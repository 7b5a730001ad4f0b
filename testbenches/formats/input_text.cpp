// SPDX-License-Identifier: Apache-2.0
#include "testbenches/formats/input_text.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace heliograph::testbenches {

void TextCursor::move_to(std::size_t offset) {
  for (; at_ < std::min(offset, text_.size()); ++at_) {
    if (text_[at_] == '\n') {
      ++line_;
      column_ = 1;
    } else if (!base::continues_character(text_[at_])) {
      ++column_;
    }
  }
}

void InputProblems::add(std::size_t offset, std::string message) {
  if (listing()) {
    entries_.push_back({offset, std::move(message)});
  } else {
    ++not_listed_;
  }
}

void InputProblems::throw_if_any() const {
  if (entries_.empty()) {
    return;
  }
  std::vector<Entry> sorted = entries_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Entry& a, const Entry& b) { return a.offset < b.offset; });
  base::Diagnostics diagnostics;
  TextCursor cursor(text_);
  for (Entry& entry : sorted) {
    cursor.move_to(entry.offset);
    diagnostics.error({file_, cursor.line(), cursor.column()}, std::move(entry.message));
  }
  if (not_listed_ > 0) {
    diagnostics.error({file_, 0, 0}, "and " + std::to_string(not_listed_) +
                                         " more mistakes, which are not listed");
  }
  throw base::InputError(std::move(diagnostics));
}

}  // namespace heliograph::testbenches
